import { readdir, readFile } from 'node:fs/promises';
import { mcpTools, type ToolSource } from '../coder/agent';
import { redactor } from '../domain/redact';
import { editorServersFile, homePaths } from '../machine/paths';
import { McpConnections, readServers, secretsOf, type ConnectionOptions } from '../mcp';

/** Sessions whose servers are kept connected; the one that was asked longest ago goes first. */
const MOST_SESSIONS = 8;

interface Connected {
  text: string;
  connections: McpConnections;
  sources: Promise<readonly ToolSource<never>[]>;
}

/** Servers of tools that an editor names for its sessions: each session has its own, connected at its first turn. */
export class EditorServers {
  private readonly open = new Map<string, Connected>();

  constructor(
    private readonly home: string,
    private readonly options: ConnectionOptions,
  ) {}

  /** The tools that the editor gave a session, for the session and the runs that it starts, whose ids begin with its own; most runs have none. */
  async sourcesOf(id: string): Promise<readonly ToolSource<never>[]> {
    const sessions = await readdir(homePaths(this.home).editors).catch(() => []);
    // One session's id may begin with another's: the longest is meant.
    const [run] = sessions
      .map((name) => decodeURIComponent(name.replace(/\.json$/, '')))
      .filter((session) => id === session || id.startsWith(`${session}-`))
      .toSorted((one, other) => other.length - one.length);
    if (run === undefined) return [];
    const file = editorServersFile(this.home, run);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const known = this.open.get(run);
    if (known && known.text !== text) await this.forget(run, known);
    if (text === undefined) return [];
    // Another turn of the session may have connected meanwhile.
    const present = this.open.get(run);
    const connected = present?.text === text ? present : this.connect(file, text);
    this.open.delete(run);
    this.open.set(run, connected);
    const [oldest] = this.open;
    if (oldest && this.open.size > MOST_SESSIONS) await this.forget(...oldest);
    return connected.sources;
  }

  async close(): Promise<void> {
    await Promise.all([...this.open].map((one) => this.forget(...one)));
  }

  private connect(file: string, text: string): Connected {
    const servers = readServers(file, text);
    const connections = new McpConnections(servers, this.options);
    const redact = redactor(secretsOf(servers));
    const asked = {
      tools: () => connections.tools(),
      call: async (...given: Parameters<McpConnections['call']>) => {
        const result = await connections.call(...given);
        return { ...result, text: redact(result.text) };
      },
    };
    const sources = mcpTools(asked, 'directory').then((source) => [source as unknown as ToolSource<never>]);
    return { text, connections, sources };
  }

  private async forget(run: string, { connections }: Connected): Promise<void> {
    this.open.delete(run);
    await connections.close();
  }
}
