/** Processes of Kintsugi's own that read what others wrote: each has limits, and what is hostile costs an answer, not the worker. */
import { Socket } from 'node:net';
import { firstLine } from '../../domain/text';
import { startProcess, type ChildProcess, type Given } from '../processes';
import { diesWithParent } from '../processes/system-tools';
import { encodeFrame, FrameReader } from './frames';

export interface HelperProgram {
  /** The built file. */
  artefact: string;
  /** Objects, MiB. */
  memoryMb: number;
  /** Reserves at most this much data beside its objects, and writes no files. */
  isConfined?: boolean;
  /** More flags of Node. */
  flags?: readonly string[];
}

/** Data of a confined process beside its objects, KiB. V8 reserves a large range at start, so it does not start with 1 GB. */
const DATA_KIB = 2_000_000;
const CONFINED = `ulimit -c 0; ulimit -f 0; ulimit -d ${DATA_KIB} 2>/dev/null; exec "$@"`;

/** Starts a helper with these arguments and descriptors. It has no variables, and dies with this process. */
export function startHelper(
  { artefact, memoryMb, isConfined = false, flags = [] }: HelperProgram,
  args: readonly string[],
  stdio: readonly Given[],
): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${memoryMb}`, '--no-warnings', ...flags, artefact];
  const limits = isConfined ? ['/bin/sh', '-c', CONFINED, 'sh'] : [];
  const [program = process.execPath, ...rest] = [...diesWithParent(), ...limits, ...node, ...args];
  return startProcess(program, rest, { env: {}, cwd: '/', stdio });
}

/** Limits of time, ms: most for one question, and most without a question, after which the process ends. */
export interface HelperTimes {
  deadlineMs: number;
  idleMs: number;
}

export type Heard<A> = { answer: A } | { answer?: undefined; why: string; isLate: boolean };

/** A process that answers questions, one after another, by frames. It ends with the first that it takes too long for. */
export class HelperProcess<Frame> {
  private readonly child: ChildProcess;
  private readonly frames = new FrameReader();
  private said = '';
  private ended: string | undefined;
  private idle: NodeJS.Timeout | undefined;
  private hear: (frame: Frame) => void = () => undefined;
  private lose: (why: string) => void = () => undefined;

  constructor(
    program: HelperProgram,
    private readonly times: HelperTimes,
  ) {
    this.child = startHelper(program, [], ['ignore', 'ignore', 'pipe', 'pipe', 'pipe']);
    this.child.once('error', (error) => this.end(error.message));
    this.child.once('exit', (code, signal) => this.end(`it ended with ${signal ?? `code ${code}`}`));
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.said = (this.said + chunk.toString('utf8')).slice(-2_000);
    });
    // Between two questions it holds nobody back who wants to end.
    this.child.unref();
    for (const stream of this.child.stdio) {
      stream?.on('error', () => undefined);
      if (stream instanceof Socket) stream.unref();
    }
    this.child.stdio[4]?.on('data', (chunk: Buffer) => this.take(chunk));
  }

  get isAlive(): boolean {
    return this.ended === undefined;
  }

  /** Keeps it from ending for want of questions: one is being made. */
  wake(): void {
    clearTimeout(this.idle);
  }

  send(...frames: readonly object[]): void {
    const stream = this.child.stdio[3];
    if (stream && 'write' in stream && stream.writable)
      for (const frame of frames) stream.write(encodeFrame(frame));
  }

  /** Sends a question and gives each frame to `take` until that finds the answer. Rejects only with the signal's reason. */
  async ask<A>(
    question: readonly object[],
    take: (frame: Frame) => { answer: A } | undefined,
    signal?: AbortSignal,
  ): Promise<Heard<A>> {
    this.wake();
    signal?.throwIfAborted();
    const { deadlineMs, idleMs } = this.times;
    const abort = (): void => this.stop();
    signal?.addEventListener('abort', abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      const heard = await new Promise<Heard<A>>((resolve) => {
        if (this.ended !== undefined) return resolve({ why: this.ended, isLate: false });
        this.lose = (why) => resolve({ why, isLate: false });
        this.hear = (frame) => {
          const found = take(frame);
          if (found) resolve(found);
        };
        timer = setTimeout(() => {
          resolve({ why: `it took more than ${deadlineMs / 1_000} s`, isLate: true });
          this.stop();
        }, deadlineMs);
        this.send(...question);
      });
      signal?.throwIfAborted();
      return heard;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.idle = setTimeout(() => this.stop(), idleMs).unref();
    }
  }

  /** Hears the frames of a chunk. What can't be read ends the process that sent it, not this one. */
  private take(chunk: Buffer): void {
    try {
      for (const bytes of this.frames.add(chunk)) this.hear(JSON.parse(bytes.toString('utf8')) as Frame);
    } catch {
      this.end('it sent what nobody can read');
      this.stop();
    }
  }

  stop(): void {
    clearTimeout(this.idle);
    this.child.kill('SIGKILL');
    for (const stream of this.child.stdio) stream?.destroy();
    this.end('it was stopped');
  }

  private end(reason: string): void {
    const why = /heap out of memory/.test(this.said) ? 'it ran out of memory' : reason;
    this.ended ??= firstLine(why, 200);
    this.lose(this.ended);
  }
}
