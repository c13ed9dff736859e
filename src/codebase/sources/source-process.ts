import { Socket } from 'node:net';
import { firstLine } from '../../domain/text';
import { type ChildProcess, startProcess } from '../../machine/processes';
import { diesWithParent } from '../../machine/processes/system-tools';
import type { SourceFiles } from '../navigation/types';
import { encodeFrame, FrameReader, KEPT_TREES, type FromProcess, type ToProcess } from './protocol';

/** A state of files by its name; `load` is called where the process does not know it yet. */
export interface NamedSources {
  readonly name: string;
  load(): Promise<SourceFiles>;
}

/** An answer, or a reason for none; `part`: what was known until then. */
export type Outcome<A> = { status: 'answered'; answer: A } | { status: 'failed'; reason: string; part?: A };

export interface ProcessOptions {
  /** Most time of one question, in ms. */
  deadlineMs: number;
  /** Time without a question after which the process ends, in ms. */
  idleMs: number;
  memoryMb: number;
}

/** Processes give up by themselves a little before their deadline: they then answer with what they have seen. */
const OWN_SHARE = 0.75;
/** Most files that a state may have for the process. */
const MOST_FILES = 50_000;

/** One process that reads sources, and the states it knows. */
export class SourceProcess<Q, A> {
  private readonly child: ChildProcess;
  private readonly reader = new FrameReader();
  /** In the order in which the process was told of them, which is how it forgets them too. */
  private readonly states = new Map<string, SourceFiles>();
  private ended: string | undefined;
  private said = '';
  private part: A | undefined;
  private settle: ((outcome: Outcome<A>) => void) | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    artefact: string,
    private readonly options: ProcessOptions,
  ) {
    const [program = process.execPath, ...args] = [
      ...diesWithParent(),
      process.execPath,
      `--max-old-space-size=${options.memoryMb}`,
      '--no-warnings',
      artefact,
    ];
    this.child = startProcess(program, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
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
    this.child.stdio[4]?.on('data', (chunk: Buffer) => this.hear(chunk));
  }

  get isAlive(): boolean {
    return this.ended === undefined;
  }

  /** Asks about states. Rejects only with the signal's reason, or where a state can't be loaded. */
  async ask(sources: readonly NamedSources[], question: Q, signal: AbortSignal): Promise<Outcome<A>> {
    clearTimeout(this.idle);
    this.part = undefined;
    const { deadlineMs } = this.options;
    if (!(await this.introduce(sources))) return this.failed('the project has too many files');
    signal.throwIfAborted();
    const abort = (): void => this.stop();
    signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => {
      this.settle?.(this.failed(`it took more than ${deadlineMs / 1_000} s`));
      this.stop();
    }, deadlineMs);
    try {
      const outcome = await this.answer(question);
      signal.throwIfAborted();
      return outcome;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      this.idle = setTimeout(() => this.stop(), this.options.idleMs).unref();
    }
  }

  stop(): void {
    clearTimeout(this.idle);
    this.child.kill('SIGKILL');
    for (const stream of this.child.stdio) stream?.destroy();
    this.end('it was stopped');
  }

  private answer(question: Q): Promise<Outcome<A>> {
    return new Promise((resolve) => {
      if (this.ended !== undefined) return resolve(this.failed(this.ended));
      this.settle = (outcome) => {
        this.settle = undefined;
        resolve(outcome);
      };
      this.send({ type: 'ask', question, patienceMs: this.options.deadlineMs * OWN_SHARE });
    });
  }

  private failed(reason: string): Outcome<A> {
    return { status: 'failed', reason, ...(this.part !== undefined && { part: this.part }) };
  }

  /** Tells the process of states; false where one is too large. */
  private async introduce(wanted: readonly NamedSources[]): Promise<boolean> {
    // To get to know one state it may forget another that is wanted.
    for (let missing = [...wanted]; missing.length > 0;) {
      missing = wanted.filter(({ name }) => !this.states.has(name));
      for (const { name, load } of missing) {
        const sources = await load();
        if (sources.files.size > MOST_FILES) return false;
        this.send({ type: 'tree', tree: name, files: [...sources.files] });
        this.states.set(name, sources);
        const [oldest] = this.states.keys();
        if (this.states.size > KEPT_TREES && oldest !== undefined) this.states.delete(oldest);
      }
    }
    return true;
  }

  private hear(chunk: Buffer): void {
    for (const frame of this.reader.add(chunk) as FromProcess[]) {
      if (frame.type === 'need') void this.give(frame.tree, frame.path);
      else if (frame.type === 'part') this.part = frame.answer as A;
      else this.settle?.({ status: 'answered', answer: frame.answer as A });
    }
  }

  private async give(tree: string, path: string): Promise<void> {
    const text = await this.states
      .get(tree)
      ?.text(path)
      .catch(() => undefined);
    this.send({ type: 'text', text });
  }

  private send(frame: ToProcess): void {
    const stream = this.child.stdio[3];
    if (stream && 'write' in stream && stream.writable) stream.write(encodeFrame(frame));
  }

  private end(reason: string): void {
    const why = /heap out of memory/.test(this.said) ? 'it ran out of memory' : reason;
    this.ended ??= firstLine(why, 200);
    this.settle?.(this.failed(this.ended));
  }
}
