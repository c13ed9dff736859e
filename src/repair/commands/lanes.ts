import { applyMutations } from '../../domain/heal/mutation/mutation';
import type { Fix } from '../mutation/trials';
import { editedOf, type Finds } from './finds';
import type { Mutant } from './make-mutants';
import type { Edited } from './merit';
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
  /** Numbers of those before it that the command itself is to try, and of those that are to be tried once more. */
  untried: readonly number[];
  late: readonly number[];
}

/** Mutants of a batch that are tried once more: most of them never end, and nobody waits long for a batch. */
const AGAIN = 2;
/** Edits of a batch that are verified when the time is up. */
const MOST_LATE = 3;

/** Mutants for one group of failing tests in their order, shared by the lanes of a search. */
export class Sweep {
  private tried = 0;
  private next: number;
  private leftovers: Job[];
  private late: Job[];
  private passing: Mutant[] = [];
  private readonly cut: Job[] = [];

  /** `small`: first batches are this part of a usual one. */
  constructor(
    private readonly mutants: readonly Mutant[],
    private readonly texts: ReadonlyMap<string, string>,
    private readonly given: { from?: Position; small: number },
  ) {
    const { next = 0, untried = [], late = [] } = given.from ?? {};
    this.next = next;
    this.leftovers = this.jobsOf(untried);
    this.late = this.jobsOf(late);
  }

  /** Place in the order that the search has come to. */
  get position(): Position {
    const idsOf = (jobs: readonly Job[]): number[] => jobs.map(({ id }) => id);
    return { next: this.next, untried: idsOf(this.leftovers), late: idsOf(this.late) };
  }

  /** True where all that is left comes after what others have to try. */
  get isLate(): boolean {
    return this.next >= this.mutants.length && this.leftovers.length === 0;
  }

  get isDone(): boolean {
    return this.isLate && this.late.length === 0 && this.passing.length === 0;
  }

  /** Edits that were not tried to their end. */
  get untried(): Mutant[] {
    const begun = [...this.leftovers, ...this.late, ...this.cut].map(({ mutant }) => mutant);
    return [...begun, ...this.mutants.slice(this.next)];
  }

  /** Edits that pass these tests, which there was no time to verify. */
  get unverified(): Edited[] {
    return this.passing.map((mutant) => editedOf(mutant, this.texts.get(mutant.file) ?? ''));
  }

  /** Tries the next batch. */
  async step({ trials: ways, confirm }: Lane, finds: Finds, signal: AbortSignal): Promise<void> {
    const { trials, jobs, isAgain } = this.nextFor(ways);
    if (jobs.length > 0) {
      const result = await trials.try(jobs, finds.leftMs, signal);
      this.leftovers.push(...result.left);
      this.late.push(...result.late);
      // A batch that the time cut off may have left out any of its edits.
      if (result.tried + result.left.length < jobs.length) this.cut.push(...jobs);
      const tried = isAgain ? 0 : result.tried;
      this.tried += tried;
      finds.count(tried, isAgain ? 0 : result.broken);
      const passing = jobs.filter(({ id, mutant }) => result.passed.has(id) && finds.isNew(mutant));
      this.passing.push(...passing.map(({ mutant }) => mutant));
    }
    await this.verify(confirm, finds);
  }

  /** All checks may take a minute for each edit, so few are verified once the time is up, and none where one was right. */
  private async verify(confirm: Lane['confirm'], finds: Finds): Promise<void> {
    for (let late = 0; !finds.isFull;) {
      if (finds.isOver && (finds.isMet || late++ >= MOST_LATE)) return;
      const mutant = this.passing.shift();
      if (!mutant) return;
      const fix = await confirm(mutant);
      if (fix) finds.add(fix, mutant, this.texts.get(mutant.file) ?? '');
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
    const ids = Array.from({ length: wanted }, (_, at) => this.next + at + 1);
    const jobs = this.jobsOf(ids);
    this.next += jobs.length;
    return jobs;
  }

  /** Mutants by their numbers, from 1. */
  private jobsOf(ids: readonly number[]): Job[] {
    return ids.flatMap((id) => {
      const mutant = this.mutants[id - 1];
      const text = (file: string): string => this.texts.get(file) ?? '';
      return mutant ? [{ id, mutant, text: applyMutations(text(mutant.file), [mutant]) }] : [];
    });
  }
}
