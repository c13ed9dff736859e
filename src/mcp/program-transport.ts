import { once } from 'node:events';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { startProcess, type ChildProcess } from '../machine/processes';
import { diesWithParent } from '../machine/processes/system-tools';

/** A message that is longer ends the connection. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
const STDERR_CHARS = 2_000;
/** Time that a server has to end by itself once its input is closed, ms. */
const GRACE_MS = 2_000;

/** A program to be started. */
export interface Program {
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
export class ProgramTransport implements Transport {
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
