import { HelperThread } from '../../machine/helpers/thread';
import { ARTEFACTS } from '../../machine/paths';
import type { Ranked, RankTask } from '../mutation/ranked-mutations';
import type { FunctionsTask, FileFunctions } from './functions';
import type { Mutant, MutantTask } from './make-mutants';
import type { ThreadTask } from './mutants-thread';

/** Time and memory for one task: hand-written sources take about a second. */
const PATIENCE_MS = 30_000;
const MEMORY_MB = 1_024;

export class SourceThread {
  private readonly thread = new HelperThread<ThreadTask, unknown>(ARTEFACTS.mutantsThread, MEMORY_MB);

  constructor(private readonly signal: AbortSignal) {}

  /** Mutants, the likeliest first; undefined where the sources take too much time or memory. */
  async mutants(task: MutantTask): Promise<readonly Mutant[] | undefined> {
    return (await this.ask({ kind: 'mutants', ...task })) as readonly Mutant[] | undefined;
  }

  async functions(task: FunctionsTask): Promise<readonly FileFunctions[]> {
    return ((await this.ask({ kind: 'functions', ...task })) ?? []) as readonly FileFunctions[];
  }

  /** Mutations of JavaScript and TypeScript, the likeliest first; undefined where the sources take too much time or memory. */
  async ranked(task: RankTask): Promise<Ranked | undefined> {
    return (await this.ask({ kind: 'ranked', ...task })) as Ranked | undefined;
  }

  /** Ends it for good. */
  close(): Promise<void> {
    return this.thread.close();
  }

  private async ask(task: ThreadTask): Promise<unknown> {
    this.signal.throwIfAborted();
    const answer = await this.thread.ask(task, { patienceMs: PATIENCE_MS, signal: this.signal });
    this.signal.throwIfAborted();
    return answer;
  }
}
