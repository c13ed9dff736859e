import { readFile, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Runtime } from '@temporalio/worker';
import { mcpTools, ownTools, readOwnTools, type ToolSource } from '../coder/agent';
import type { Config } from '../config';
import { badInput } from '../domain/kintsugi-error';
import { kintsugiVersion } from '../machine/version';
import { McpConnections, readServers, secretsOf, type ConnectionOptions } from '../mcp';
import { redactor } from '../domain/redact';
import { editorServersFile, homePaths } from '../machine/paths';

/** Sessions whose servers are kept connected; the one that was asked longest ago goes first. */
const MOST_SESSIONS = 8;

interface Connected {
  text: string;
  connections: McpConnections;
  sources: Promise<readonly ToolSource<never>[]>;
}

/** Servers of tools that an editor names for its sessions: each session has its own, connected at its first turn. */
class EditorServers {
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

/** The user's servers of tools, as a worker has them. */
export interface ToolServers {
  sources: readonly ToolSource<never>[];
  /** Tools that an editor gave a session, by the id of the session or of a run that it started. */
  sourcesOf(run: string): Promise<readonly ToolSource<never>[]>;
  /** Values that must not be shown. */
  secrets: readonly string[];
  close(): Promise<void>;
}

type NamedServers = Omit<ToolServers, 'sourcesOf'>;

const NONE: NamedServers = { sources: [], secrets: [], close: () => Promise.resolve() };

/** Loads the user's own tools and connects to the servers that a file names; none where there is no setting. Throws a sentence on a file of no use. */
export async function connectToolServers(config: Config): Promise<ToolServers> {
  const own = await ownSources(config);
  const servers = await serverSources(config);
  const editors = new EditorServers(config.home, connectionOptions(config));
  return {
    sources: [...own, ...servers.sources],
    sourcesOf: (run) => editors.sourcesOf(run),
    secrets: servers.secrets,
    close: async () => {
      await Promise.all([servers.close(), editors.close()]);
    },
  };
}

const SETS = ['data', 'directory'] as const;

/** The tools of the user's module, for each set. */
async function ownSources({ tools: file }: Config): Promise<readonly ToolSource<never>[]> {
  if (file === undefined) return [];
  const loaded = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw badInput(
      `KINTSUGI_TOOLS names ${file}, which cannot be loaded (${reason}): correct the module or the path.`,
    );
  })) as { default?: unknown; tools?: unknown };
  const read = readOwnTools(exportedOf(loaded));
  if ('problem' in read)
    throw badInput(`KINTSUGI_TOOLS: ${file} must export an array of tools as default: ${read.problem}.`);
  return SETS.map((set) => ownTools(read.tools, set) as unknown as ToolSource<never>);
}

/** An ES module, or one of CommonJS as Node gives it. */
function exportedOf({ default: main, tools }: { default?: unknown; tools?: unknown }): unknown {
  if (tools !== undefined) return tools;
  const isWrapped = typeof main === 'object' && main !== null && 'default' in main;
  return isWrapped ? main.default : main;
}

function connectionOptions({ path, home }: Config): ConnectionOptions {
  return {
    version: kintsugiVersion(),
    path,
    home: homedir(),
    cwd: home,
    warn: (sentence) => {
      Runtime.instance().logger.warn(sentence);
    },
  };
}

async function serverSources(config: Config): Promise<NamedServers> {
  const { mcp: file, variables } = config;
  if (file === undefined) return NONE;
  const text = await readFile(file, 'utf8').catch(() => {
    throw badInput(`KINTSUGI_MCP names ${file}, which cannot be read: correct the path.`);
  });
  const servers = readServers(file, text, variables);
  const connections = new McpConnections(servers, connectionOptions(config));
  const sources = await Promise.all(SETS.map((set) => mcpTools(connections, set)));
  return {
    sources: sources as unknown as ToolSource<never>[],
    secrets: secretsOf(servers),
    close: () => connections.close(),
  };
}
