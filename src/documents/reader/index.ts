/** Readers of other people's files, in a process with limits of time and memory: a hostile file costs an answer, not the worker. */
import { Socket } from 'node:net';
import { ARTEFACTS } from '../../machine/paths';
import { startProcess, type ChildProcess } from '../../machine/processes';
import { diesWithParent } from '../../machine/processes/system-tools';
import type { DocumentProblem } from '../types';
import { type Answer, ByteReader, encodeHead } from './protocol';

export interface ReaderOptions {
  /** Most time of one document, ms. */
  deadlineMs: number;
  /** Time without a document after which the process ends, ms. */
  idleMs: number;
  /** Objects of the process, MiB. */
  memoryMb: number;
}

/** Data of the process beside its objects, KiB. V8 reserves a large range at start, so it does not start with 1 GB. */
const DATA_KIB = 2_000_000;
const WITH_LIMITS = `ulimit -c 0; ulimit -f 0; ulimit -d ${DATA_KIB} 2>/dev/null; exec "$@"`;

/** One process that reads documents. */
export class DocumentReader {
  private readonly child: ChildProcess;
  private readonly answers: ByteReader;
  private readonly ended: Promise<void>;
  private idle: NodeJS.Timeout | undefined;
  isAlive = true;

  constructor(private readonly options: ReaderOptions) {
    const node = [
      process.execPath,
      `--max-old-space-size=${options.memoryMb}`,
      '--no-warnings',
      '--disallow-code-generation-from-strings',
      ARTEFACTS.documentReader,
    ];
    const [program = '/bin/sh', ...args] = [...diesWithParent(), '/bin/sh', '-c', WITH_LIMITS, 'sh', ...node];
    this.child = startProcess(program, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.isAlive = false;
        resolve();
      };
      this.child.once('error', end);
      this.child.once('exit', end);
    });
    this.child.unref();
    for (const stream of this.child.stdio) {
      stream?.on('error', () => undefined);
      if (stream instanceof Socket) stream.unref();
    }
    this.answers = new ByteReader(this.child.stdio[4] as unknown as AsyncIterable<Buffer>);
  }

  /** The answer of the process. Rejects with the signal's reason. */
  async read(bytes: Buffer, name: string, signal?: AbortSignal): Promise<Answer> {
    clearTimeout(this.idle);
    signal?.throwIfAborted();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.stop();
    }, this.options.deadlineMs);
    const abort = (): void => this.stop();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.send(encodeHead({ name, bytes: bytes.length }));
      this.send(bytes);
      // A stream that is torn off is as good as none.
      const head = this.answers.head().catch(() => undefined);
      const answer = await Promise.race([head, this.ended]);
      signal?.throwIfAborted();
      return (answer as Answer | undefined) ?? this.lost(isLate);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.idle = setTimeout(() => this.stop(), this.options.idleMs).unref();
    }
  }

  stop(): void {
    clearTimeout(this.idle);
    this.isAlive = false;
    this.child.kill('SIGKILL');
    for (const stream of this.child.stdio) stream?.destroy();
  }

  private lost(isLate: boolean): DocumentProblem {
    this.stop();
    return { reason: isLate ? 'too-slow' : 'too-large' };
  }

  private send(bytes: Buffer): void {
    const stream = this.child.stdio[3];
    if (stream && 'write' in stream && stream.writable) stream.write(bytes);
  }
}
