/** New syntax and type errors of files, found by a process of its own that starts with the first question. */
import { Socket } from 'node:net';
import type { TreeHash } from '../../domain/ids';
import { firstLine } from '../../domain/text';
import { Lru } from '../../machine/lru';
import { type ChildProcess, startProcess } from '../../machine/processes';
import { diesWithParent } from '../../machine/processes/system-tools';
import { ARTEFACTS } from '../../machine/paths';
import type { BlobStore, TreeStore } from '../../store';
import {
  encodeFrame,
  FrameReader,
  KEPT_TREES,
  type FromProcess,
  type Problem,
  type ToProcess,
} from './protocol';

export type { Problem } from './protocol';

export interface DiagnosticsTask {
  tree: TreeHash;
  /** Tree whose problems are known already: only new ones are told. */
  before?: TreeHash;
  paths: readonly string[];
  /** Path → the path that it had in the tree before, for files that have another one now. */
  renamed?: Readonly<Record<string, string>>;
  /** Real path of the directory with the installed packages, where it is on this machine. */
  directory?: string;
  signal: AbortSignal;
}

/**
 * Problems of the paths, 200 at most; `more`: how many others there are. `unread`: paths that no checker knows, or could read;
 * `late`: some for want of time.
 */
export type Checked =
  | { status: 'checked'; problems: Problem[]; more: number; unread: string[]; late: boolean }
  | { status: 'unchecked'; reason: string };

export interface Diagnostics {
  /** Rejects only with the signal's reason: sources that can't be checked are an answer. */
  check(task: DiagnosticsTask): Promise<Checked>;
  close(): void;
}

export interface DiagnosticsOptions {
  /** Most time of one check, in ms. */
  deadlineMs?: number;
  /** Time without a question after which the process ends, in ms. */
  idleMs?: number;
  memoryMb?: number;
}

const DEFAULTS = { deadlineMs: 20_000, idleMs: 60_000, memoryMb: 2_048 };
/** The checkers give up by themselves a little earlier: they then answer for the files that they have seen. */
const OWN_SHARE = 0.75;
/** Checks in a row that took too long, and the rest after them, in ms. */
const FAILURES = 2;
const REST_MS = 300_000;
const KNOWN_PROJECTS = 100;
/** Most files that a tree may have for the process. */
const MOST_FILES = 50_000;
const ANSWERED_BYTES = 4_000_000;

/** Checkers over one store. Nothing is started before the first question. */
export function createDiagnostics(
  stores: { blobs: BlobStore; trees: TreeStore },
  options: DiagnosticsOptions = {},
): Diagnostics {
  const settings = { ...DEFAULTS, ...options };
  const rests = new Rests();
  let checker: CheckerProcess | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const checkNow = async (task: DiagnosticsTask): Promise<Checked> => {
    task.signal.throwIfAborted();
    const project = task.directory ?? '';
    if (rests.isResting(project))
      return {
        status: 'unchecked',
        reason: 'checks of this project took too long, so they rest for some minutes',
      };
    if (!checker?.isAlive) checker = new CheckerProcess(stores, settings);
    const checked = await checker.check(task);
    rests.note(project, checked.status === 'checked' && !checked.late);
    return checked;
  };

  return {
    check: (task) => {
      if (task.paths.length === 0)
        return Promise.resolve({ status: 'checked', problems: [], more: 0, unread: [], late: false });
      const checked = turn.then(() => checkNow(task));
      turn = checked.catch(() => undefined);
      return checked;
    },
    close: () => checker?.stop(),
  };
}

/** Projects whose checks failed again and again: each would cost the whole deadline. */
class Rests {
  private readonly projects = new Lru<string, { failures: number; untilMs: number }>(KNOWN_PROJECTS);

  isResting(project: string): boolean {
    return performance.now() < (this.projects.get(project)?.untilMs ?? 0);
  }

  note(project: string, isGood: boolean): void {
    const failures = isGood ? 0 : (this.projects.get(project)?.failures ?? 0) + 1;
    const untilMs = failures < FAILURES ? 0 : performance.now() + REST_MS;
    this.projects.set(project, { failures: failures < FAILURES ? failures : 0, untilMs });
  }
}

/** One process and what it knows. */
class CheckerProcess {
  private readonly child: ChildProcess;
  private readonly reader = new FrameReader();
  private readonly trees: TreeHash[] = [];
  private ended: string | undefined;
  private said = '';
  private settle: ((checked: Checked) => void) | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly stores: { blobs: BlobStore; trees: TreeStore },
    private readonly options: typeof DEFAULTS,
  ) {
    const [program = process.execPath, ...args] = [
      ...diesWithParent(),
      process.execPath,
      `--max-old-space-size=${options.memoryMb}`,
      '--no-warnings',
      ARTEFACTS.checkerProcess,
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
    // Between two checks it holds nobody back who wants to end.
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

  async check(task: DiagnosticsTask): Promise<Checked> {
    clearTimeout(this.idle);
    const { deadlineMs } = this.options;
    const files = await this.introduce([...(task.before === undefined ? [] : [task.before]), task.tree]);
    if (!files) return { status: 'unchecked', reason: 'the project has too many files' };
    task.signal.throwIfAborted();
    const abort = (): void => this.stop();
    task.signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => {
      this.settle?.({ status: 'unchecked', reason: `it took more than ${deadlineMs / 1_000} s` });
      this.stop();
    }, deadlineMs);
    try {
      const checked = await this.ask(task);
      task.signal.throwIfAborted();
      return checked;
    } finally {
      clearTimeout(timer);
      task.signal.removeEventListener('abort', abort);
      this.idle = setTimeout(() => this.stop(), this.options.idleMs).unref();
    }
  }

  stop(): void {
    clearTimeout(this.idle);
    this.child.kill('SIGKILL');
    for (const stream of this.child.stdio) stream?.destroy();
    this.end('it was stopped');
  }

  private ask({ tree, before, paths, renamed, directory }: DiagnosticsTask): Promise<Checked> {
    return new Promise((resolve) => {
      if (this.ended !== undefined) return resolve({ status: 'unchecked', reason: this.ended });
      this.settle = (checked) => {
        this.settle = undefined;
        resolve(checked);
      };
      const patienceMs = this.options.deadlineMs * OWN_SHARE;
      this.send({ type: 'check', tree, before, paths, renamed, directory, patienceMs });
    });
  }

  /** Tells the process of trees; false where one is too large. */
  private async introduce(wanted: readonly TreeHash[]): Promise<boolean> {
    // To get to know one tree it may forget another that is wanted.
    for (let missing = [...wanted]; missing.length > 0;) {
      missing = wanted.filter((tree) => !this.trees.includes(tree));
      for (const tree of missing) {
        const listed = (await this.stores.trees.list(tree)).filter(({ type }) => type === 'file');
        if (listed.length > MOST_FILES) return false;
        this.send({ type: 'tree', tree, files: listed.map(({ path, hash }) => [path, hash]) });
        this.trees.push(tree);
        if (this.trees.length > KEPT_TREES) this.trees.shift();
      }
    }
    return true;
  }

  private hear(chunk: Buffer): void {
    for (const frame of this.reader.add(chunk) as FromProcess[]) {
      if (frame.type === 'done') {
        const { problems, more, unread, late } = frame;
        this.settle?.({ status: 'checked', problems, more, unread, late });
      } else void this.give(frame.hash);
    }
  }

  private async give(hash: string): Promise<void> {
    const bytes = await this.stores.blobs.get(hash).catch(() => undefined);
    const isText = bytes && bytes.length <= ANSWERED_BYTES && !bytes.includes(0);
    this.send({ type: 'text', text: isText ? bytes.toString('utf8') : undefined });
  }

  private send(frame: ToProcess): void {
    const stream = this.child.stdio[3];
    if (stream && 'write' in stream && stream.writable) stream.write(encodeFrame(frame));
  }

  private end(reason: string): void {
    const why = /heap out of memory/.test(this.said) ? 'it ran out of memory' : reason;
    this.ended ??= firstLine(why, 200);
    this.settle?.({ status: 'unchecked', reason: this.ended });
  }
}
