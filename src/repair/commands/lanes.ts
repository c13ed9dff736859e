import { applyMutations } from '../../domain/heal/mutation/mutation';
import type { Fix } from '../mutation/trials';
import type { Finds } from './finds';
import type { Mutant } from './make-mutants';
import type { BenchTrials } from './open-trials';
import type { CommandTrials, Job } from './trials/command-trials';

/** One bench at work. */
export interface Lane {
  trials: BenchTrials;
  /** Confirms a mutant that passes the failing tests by all checks. */
  confirm(mutant: Mutant): Promise<Fix | undefined>;
}

/** Place in an order of mutants. */
export interface Position {
  next: number;
  /** Numbers of those before it that are to be tried once more. */
  late: readonly number[];
}

/** Mutants of a batch that are tried once more: most of them never end, and nobody waits long for a batch. */
const AGAIN = 2;

/** Mutants for one group of failing tests in their order, shared by the lanes of a search. */
export class Sweep {
  private tried = 0;
  private next: number;
  private leftovers: Job[] = [];
  private late: Job[];

  /** `small`: first batches are this part of a usual one. */
  constructor(
    private readonly mutants: readonly Mutant[],
    private readonly texts: ReadonlyMap<string, string>,
    private readonly given: { from?: Position; small: number },
  ) {
    this.next = given.from?.next ?? 0;
    this.late = (given.from?.late ?? []).filter((id) => id <= mutants.length).map((id) => this.job(id));
  }

  /** Place in the order that the search has come to. */
  get position(): Position {
    return { next: this.next, late: [...this.leftovers, ...this.late].map(({ id }) => id) };
  }

  /** True where all that is left comes after what others have to try. */
  get isLate(): boolean {
    return this.next >= this.mutants.length && this.leftovers.length === 0;
  }

  get isDone(): boolean {
    return this.isLate && this.late.length === 0;
  }

  /** Tries the next batch. */
  async step({ trials: ways, confirm }: Lane, finds: Finds, signal: AbortSignal): Promise<void> {
    const { trials, jobs, isAgain } = this.nextFor(ways);
    const result = await trials.try(jobs, finds.leftMs, signal);
    this.leftovers.push(...result.left);
    this.late.push(...result.late);
    const tried = isAgain ? 0 : result.tried;
    this.tried += tried;
    finds.count(tried);
    for (const { id, mutant } of jobs) {
      if (!result.passed.has(id) || finds.isFull || !finds.isNew(mutant)) continue;
      const text = this.texts.get(mutant.file) ?? '';
      // All checks may take a minute for each of them.
      if (finds.isOver && finds.found.length > 0) {
        finds.leave(mutant, text);
        continue;
      }
      const fix = await confirm(mutant);
      if (fix) finds.add(fix, mutant, text);
    }
  }

  private nextFor({ fast, plain }: BenchTrials): { trials: CommandTrials; jobs: Job[]; isAgain: boolean } {
    const areLeft = this.next < this.mutants.length;
    if (areLeft && (!fast || this.leftovers.length < plain.batch)) {
      const trials = fast ?? plain;
      return { trials, jobs: this.take(trials.batch), isAgain: false };
    }
    if (this.leftovers.length > 0)
      return { trials: plain, jobs: this.leftovers.splice(0, plain.batch), isAgain: false };
    return { trials: plain, jobs: this.late.splice(0, AGAIN), isAgain: true };
  }

  private take(count: number): Job[] {
    // The first batches are small: most of what is found is found early.
    const wanted = this.tried < 2 * count ? Math.max(2, Math.ceil(count * this.given.small)) : count;
    const jobs = this.mutants
      .slice(this.next, this.next + wanted)
      .map((_, at) => this.job(this.next + at + 1));
    this.next += jobs.length;
    return jobs;
  }

  /** A mutant by its number, from 1. */
  private job(id: number): Job {
    const mutant = this.mutants[id - 1]!;
    return { id, mutant, text: applyMutations(this.texts.get(mutant.file) ?? '', [mutant]) };
  }
}
