import { timeAfterFind } from '../../domain/heal/mutation/search-time';
import { signsOf } from '../../domain/heal/behaviour';
import { applyMutations } from '../../domain/heal/mutation/mutation';
import { editedText } from '../mutation/compare';
import type { Fix } from '../mutation/trials';
import type { Job } from './trials/command-trials';
import type { Mutant } from './make-mutants';
import { hasLeader, type Found } from './merit';
import type { BenchTrials } from './open-trials';

/** One bench at work. */
export interface Lane {
  trials: BenchTrials;
  /** Confirms a mutant that passes the failing tests by all checks. */
  confirm(mutant: Mutant): Promise<Fix | undefined>;
}

/** Mutants in their order, shared by the lanes of a search. */
export class Sweep {
  readonly found: Found[] = [];
  tried = 0;
  private next: number;
  private leftovers: Job[] = [];
  private endMs: number;
  /** When the search ends whatever is found. */
  private readonly lastMs: number;
  private readonly startedMs = performance.now();
  private firstMs: number | undefined;

  constructor(
    private readonly mutants: readonly Mutant[],
    private readonly texts: ReadonlyMap<string, string>,
    private readonly given: {
      from: number;
      leftMs: number;
      most: number;
      signal: AbortSignal;
      onTried(count: number): void;
    },
  ) {
    this.next = given.from;
    this.lastMs = this.startedMs + given.leftMs;
    this.endMs = this.lastMs;
  }

  /** Place in the order that the search has come to. */
  get position(): number {
    return this.next;
  }

  /** Repairs with signs against them do not keep others out. */
  private get isFull(): boolean {
    const { most } = this.given;
    const unsigned = this.found.filter(({ signs }) => signs.length === 0);
    return unsigned.length >= most || this.found.length >= 3 * most;
  }

  get isOver(): boolean {
    const isDone = this.next >= this.mutants.length && this.leftovers.length === 0;
    return isDone || this.isFull || performance.now() >= this.endMs;
  }

  /** Tries mutants until the time is up, they are used up or enough is found. */
  async run(lane: Lane): Promise<void> {
    while (!this.isOver) {
      this.given.signal.throwIfAborted();
      const { fast, plain } = lane.trials;
      const isPlain = !fast || this.leftovers.length >= plain.batch || this.next >= this.mutants.length;
      const trials = isPlain ? plain : fast;
      const jobs = isPlain && fast ? this.leftovers.splice(0, plain.batch) : this.take(trials.batch);
      const leftMs = this.endMs - performance.now();
      const result = await trials.try(jobs, leftMs, this.given.signal);
      this.leftovers.push(...result.left);
      this.tried += result.tried;
      this.given.onTried(this.tried);
      for (const { id, mutant } of jobs) {
        if (!result.passed.has(id) || this.isFull) continue;
        const fix = await lane.confirm(mutant);
        if (fix) this.add(fix, mutant);
      }
    }
  }

  private take(count: number): Job[] {
    // The first batches are small: most of what is found is found early.
    const wanted = this.tried < 2 * count ? Math.max(2, Math.ceil(count / 2)) : count;
    const jobs = this.mutants.slice(this.next, this.next + wanted).map((mutant, at): Job => ({
      id: this.next + at + 1,
      mutant,
      text: applyMutations(this.texts.get(mutant.file) ?? '', [mutant]),
    }));
    this.next += jobs.length;
    return jobs;
  }

  /** After a find that leads the search goes on for a little, for rivals; without one for longer, since it would end with a question. */
  private add(fix: Fix, mutant: Mutant): void {
    const edited = editedText(mutant, this.texts.get(mutant.file) ?? '');
    const signs = signsOf(edited);
    const nowMs = performance.now();
    const isFirst = this.firstMs === undefined;
    const hadLeader = hasLeader(this.found);
    this.firstMs ??= nowMs;
    this.found.push({ fix, mutant, edited, signs });
    const leads = hasLeader(this.found);
    const isPartial = !this.found.some((one) => one.fix.green);
    if (!isFirst && (isPartial || (leads && hadLeader))) return;
    const fromMs = leads ? nowMs : this.firstMs;
    const isSigned = this.found.every((one) => one.signs.length > 0);
    const doubt = leads || isPartial ? 'none' : isSigned ? 'signs' : 'rivals';
    const endMs = fromMs + timeAfterFind(fromMs - this.startedMs, doubt);
    this.endMs = Math.min(this.lastMs, endMs);
  }
}
