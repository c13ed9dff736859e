import type * as Mcp from '@modelcontextprotocol/client';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { ProgramTransport } from './program-transport';
import { resultText, type McpResult } from './results';
import { isLocal, type McpServer } from './servers';

const CONNECT_MS = 10_000;
const LIST_MS = 10_000;
/** Most tools of one server that a model is told of. */
const MOST_TOOLS = 64;

/** A tool of a server. `inputSchema` is JSON Schema. */
export interface McpTool {
  server: string;
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

export interface ConnectionOptions {
  /** Version of Kintsugi, which servers are told. */
  version: string;
  path: string;
  home: string;
  cwd: string;
  /** Hears what goes wrong with a server, in one sentence. */
  warn(sentence: string): void;
}

function protocol(): typeof Mcp {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- most workers have no such servers
  return require('@modelcontextprotocol/client') as typeof Mcp;
}

/** Connections to servers of tools: made at first use, and again where one has ended. */
export class McpConnections {
  private readonly open = new Map<string, Promise<Client>>();
  private isClosed = false;

  constructor(
    private readonly servers: ReadonlyMap<string, McpServer>,
    private readonly options: ConnectionOptions,
  ) {}

  /** The tools of all servers that can be reached, by server and name; of the others the warning tells. */
  async tools(): Promise<McpTool[]> {
    const listed = await Promise.all([...this.servers.keys()].map((server) => this.toolsOf(server)));
    return listed.flat();
  }

  /** Calls a tool. Resolves to a failure where the server can't be reached or does not answer in time. */
  async call(
    server: string,
    tool: string,
    given: Record<string, unknown>,
    { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  ): Promise<McpResult> {
    try {
      const client = await this.client(server);
      const result = await client.callTool({ name: tool, arguments: given }, { signal, timeout: timeoutMs });
      return resultText(result);
    } catch (error) {
      signal.throwIfAborted();
      await this.forget(server);
      return { ok: false, text: `The server ${server} did not carry out ${tool}: ${reasonOf(error)}.` };
    }
  }

  /** Ends all connections, and the programs behind them. */
  async close(): Promise<void> {
    this.isClosed = true;
    const clients = await Promise.allSettled(this.open.values());
    this.open.clear();
    const connected = clients.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.allSettled(connected.map((client) => client.close()));
  }

  /** A session over HTTP may be gone on the other side, so what has failed is connected again at the next call. */
  private async forget(name: string): Promise<void> {
    const server = this.servers.get(name);
    const open = this.open.get(name);
    if (!server || isLocal(server) || !open) return;
    this.open.delete(name);
    await open.then((client) => client.close()).catch(() => undefined);
  }

  private async toolsOf(server: string): Promise<McpTool[]> {
    try {
      const client = await this.client(server);
      const { tools } = await client.listTools(undefined, { timeout: LIST_MS });
      if (tools.length > MOST_TOOLS)
        this.options.warn(
          `The server ${server} has ${tools.length} tools: the first ${MOST_TOOLS} are used.`,
        );
      return tools.slice(0, MOST_TOOLS).map((tool) => described(server, tool));
    } catch (error) {
      this.options.warn(`The server of tools ${server} cannot be used: ${reasonOf(error)}.`);
      return [];
    }
  }

  private client(server: string): Promise<Client> {
    const open = this.open.get(server);
    if (open) return open;
    // Nobody would end a connection that is made now.
    if (this.isClosed) return Promise.reject(new Error('its session has other servers by now'));
    const connecting = this.connect(server);
    this.open.set(server, connecting);
    const forget = (): void => {
      if (this.open.get(server) === connecting) this.open.delete(server);
    };
    connecting.then(
      (client) => {
        client.onclose = forget;
      },
      () => forget(),
    );
    return connecting;
  }

  private async connect(name: string): Promise<Client> {
    const server = this.servers.get(name);
    if (!server) throw new Error('no server has this name');
    const { Client, StreamableHTTPClientTransport } = protocol();
    const client = new Client({ name: 'kintsugi', version: this.options.version });
    if (!isLocal(server)) {
      const { url, headers } = server;
      // A redirect would take the headers, which are secrets, to another place.
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers, redirect: 'error' },
      });
      await client.connect(transport, { timeout: CONNECT_MS });
      return client;
    }
    const { path, home, cwd } = this.options;
    const env = { PATH: path, HOME: home, ...server.env };
    const transport = new ProgramTransport({ command: server.command, args: server.args, env, cwd });
    try {
      await client.connect(transport, { timeout: CONNECT_MS });
      return client;
    } catch (error) {
      await transport.close();
      throw transport.stderr === '' ? error : new Error(`${reasonOf(error)} (it wrote: ${transport.stderr})`);
    }
  }
}

function described(server: string, { name, description, inputSchema, annotations }: Tool): McpTool {
  return {
    server,
    name,
    description: description ?? annotations?.title ?? name,
    inputSchema,
  };
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, '').slice(0, 500);
}
