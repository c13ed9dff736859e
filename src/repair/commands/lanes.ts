import { applyMutations } from '../../domain/heal/mutation/mutation';
import type { Fix } from '../mutation/trials';
import type { Finds } from './finds';
import type { Mutant } from './make-mutants';
import type { BenchTrials } from './open-trials';
import type { Job } from './trials/command-trials';

/** One bench at work. */
export interface Lane {
  trials: BenchTrials;
  /** Confirms a mutant that passes the failing tests by all checks. */
  confirm(mutant: Mutant): Promise<Fix | undefined>;
}

/** Mutants for one group of failing tests in their order, shared by the lanes of a search. */
export class Sweep {
  private tried = 0;
  private next: number;
  private leftovers: Job[] = [];

  /** `small`: first batches are this part of a usual one. */
  constructor(
    private readonly mutants: readonly Mutant[],
    private readonly texts: ReadonlyMap<string, string>,
    private readonly given: { from: number; small: number },
  ) {
    this.next = given.from;
  }

  /** Place in the order that the search has come to. */
  get position(): number {
    return this.next;
  }

  get isDone(): boolean {
    return this.next >= this.mutants.length && this.leftovers.length === 0;
  }

  /** Tries the next batch. */
  async step({ trials: { fast, plain }, confirm }: Lane, finds: Finds, signal: AbortSignal): Promise<void> {
    const isPlain = !fast || this.leftovers.length >= plain.batch || this.next >= this.mutants.length;
    const trials = isPlain ? plain : fast;
    const jobs = isPlain && fast ? this.leftovers.splice(0, plain.batch) : this.take(trials.batch);
    const result = await trials.try(jobs, finds.leftMs, signal);
    this.leftovers.push(...result.left);
    this.tried += result.tried;
    finds.count(result.tried);
    for (const { id, mutant } of jobs) {
      if (!result.passed.has(id) || finds.isFull || !finds.isNew(mutant)) continue;
      const fix = await confirm(mutant);
      if (fix) finds.add(fix, mutant, this.texts.get(mutant.file) ?? '');
    }
  }

  private take(count: number): Job[] {
    // The first batches are small: most of what is found is found early.
    const wanted = this.tried < 2 * count ? Math.max(2, Math.ceil(count * this.given.small)) : count;
    const jobs = this.mutants.slice(this.next, this.next + wanted).map((mutant, at): Job => ({
      id: this.next + at + 1,
      mutant,
      text: applyMutations(this.texts.get(mutant.file) ?? '', [mutant]),
    }));
    this.next += jobs.length;
    return jobs;
  }
}
