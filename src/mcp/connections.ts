import type * as Mcp from '@modelcontextprotocol/client';
import type { Client, Tool, JSONRPCMessage, Transport, CallToolResult } from '@modelcontextprotocol/client';
import { isLocal, type McpServer } from './servers';
import { once } from 'node:events';
import { startProcess, type ChildProcess } from '../machine/processes';
import { diesWithParent } from '../machine/processes/system-tools';

/** Result of a tool: text for the model. */
export interface McpResult {
  ok: boolean;
  text: string;
}

/** A message that is longer ends the connection. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
const STDERR_CHARS = 2_000;
/** Time that a server has to end by itself once its input is closed, ms. */
const GRACE_MS = 2_000;

interface Program {
  command: string;
  args: readonly string[];
  /** All of its variables. */
  env: Readonly<Record<string, string>>;
  cwd: string;
}

/**
 * A server that is a program of this machine: JSON-RPC, a message a line, on its standard input and output. The
 * library's own transport would hand on what the worker has open.
 */
class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private child: ChildProcess | undefined;
  private readonly pending: Buffer[] = [];
  private pendingBytes = 0;
  private errors = '';

  constructor(private readonly program: Program) {}

  /** End of what it has written to its standard error. */
  get stderr(): string {
    return this.errors.trim();
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.program;
    // A server must not outlive a worker that is killed.
    const [name = command, ...rest] = [...diesWithParent(), command, ...args];
    const child = startProcess(name, rest, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.child = child;
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => this.receive(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.errors = (this.errors + chunk.toString()).slice(-STDERR_CHARS);
    });
    child.once('close', () => this.onclose?.());
    await Promise.race([
      once(child, 'spawn'),
      once(child, 'error').then(([error]) => Promise.reject(error as Error)),
    ]);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.child ?? {};
    if (!stdin?.writable) throw new Error('it has ended');
    if (!stdin.write(`${JSON.stringify(message)}\n`))
      await Promise.race([once(stdin, 'drain'), once(stdin, 'close')]);
  }

  async close(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    const timers = [
      setTimeout(() => child.kill('SIGTERM'), GRACE_MS),
      setTimeout(() => child.kill('SIGKILL'), 2 * GRACE_MS),
    ];
    await ended;
    timers.forEach(clearTimeout);
  }

  private receive(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.pending.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const line = Buffer.concat(this.pending.splice(0)).toString();
      this.pendingBytes = 0;
      this.deliver(line);
    }
    if (rest.length === 0) return;
    this.pending.push(rest);
    this.pendingBytes += rest.length;
    if (this.pendingBytes > MAX_MESSAGE_BYTES) this.giveUp(new Error('it sent a message of more than 10 MB'));
  }

  private deliver(line: string): void {
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = JSON.parse(line) as JSONRPCMessage;
    } catch {
      // Programs print greetings; a line that is no message is none.
      this.onerror?.(new Error(`it wrote a line that is no message: ${line.slice(0, 200)}`));
      return;
    }
    this.onmessage?.(message);
  }

  private giveUp(error: Error): void {
    this.pending.length = 0;
    this.pendingBytes = 0;
    this.onerror?.(error);
    this.child?.kill('SIGKILL');
  }
}

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

/** The result as text: its texts as they are, all else by kind and size, since it can't be shown to a model of text. */
function resultText({ content, structuredContent, isError }: CallToolResult): McpResult {
  const parts = (content ?? []).map(partText);
  // Servers repeat structured content as text; where they do not, it is all there is.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent));
  return { ok: isError !== true, text: parts.join('\n') || '(no content)' };
}

function partText(part: CallToolResult['content'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `(${part.type}, ${part.mimeType}, ${Math.round((part.data.length * 3) / 4)} bytes)`;
    case 'resource':
      return 'text' in part.resource
        ? `${part.resource.uri}:\n${part.resource.text}`
        : `(${part.resource.uri}, ${Math.round((part.resource.blob.length * 3) / 4)} bytes)`;
    case 'resource_link':
      return `(${part.uri}: ${part.name})`;
  }
}
