import { Worker } from 'node:worker_threads';
import { ARTEFACTS } from '../../machine/paths';
import type { Ranked, RankTask } from '../mutation/ranked-mutations';
import type { FunctionsTask, FileFunctions } from './functions';
import type { Mutant, MutantTask } from './make-mutants';
import type { ThreadTask } from './mutants-thread';

/** Time and memory for one task: sources of people take a second. */
const PATIENCE_MS = 30_000;
const MEMORY_MB = 1_024;

/** A thread that reads sources for one search. */
export class SourceThread {
  private worker: Worker | undefined;
  /** The newest task: tasks go one after another. */
  private newest: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly signal: AbortSignal) {}

  /** Mutants, the likeliest first; undefined where the sources take too much time or memory. */
  async mutants(task: MutantTask): Promise<readonly Mutant[] | undefined> {
    return (await this.ask({ kind: 'mutants', ...task })) as readonly Mutant[] | undefined;
  }

  /** Functions of files and the names that they use. */
  async functions(task: FunctionsTask): Promise<readonly FileFunctions[]> {
    return ((await this.ask({ kind: 'functions', ...task })) ?? []) as readonly FileFunctions[];
  }

  /** Mutations of JavaScript and TypeScript, the likeliest first; undefined where the sources take too much time or memory. */
  async ranked(task: RankTask): Promise<Ranked | undefined> {
    return (await this.ask({ kind: 'ranked', ...task })) as Ranked | undefined;
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private ask(task: ThreadTask): Promise<unknown> {
    const before = this.newest.catch(() => undefined);
    const asked = before.then(() => this.askNow(task));
    this.newest = asked;
    return asked;
  }

  private async askNow(task: ThreadTask): Promise<unknown> {
    this.signal.throwIfAborted();
    if (this.isClosed) return undefined;
    const worker = (this.worker ??= new Worker(ARTEFACTS.mutantsThread, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    }));
    const over = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      const answer = await new Promise<{ value?: unknown; error?: string } | undefined>((resolve) => {
        const lost = (): void => resolve(undefined);
        timer = setTimeout(lost, PATIENCE_MS);
        this.signal.addEventListener('abort', lost, { once: true, signal: over.signal });
        worker.removeAllListeners();
        worker.once('message', resolve);
        worker.once('error', lost);
        worker.once('exit', lost);
        worker.postMessage(task);
      });
      if (!answer) await this.end();
      this.signal.throwIfAborted();
      if (answer?.error !== undefined) throw new Error(answer.error);
      return answer?.value;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }
}
