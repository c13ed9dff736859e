import type { SearchBudget } from '../../domain/heal/mutation/budget';
import type { PlacedMutation } from '../../domain/heal/mutation/mutation';
import { rankMutations, rankPairs } from '../../domain/heal/mutation/rank';
import { mutateFile } from './generate';
import type { Edits, Fix, Judge } from './judge';
import type { Suspects } from './locate';
import type { Hints } from './site';

/** Mutants judged by one call: few enough to stop soon after a find, enough to keep all children busy. */
const BATCH = 64;
/** Each call runs the unchanged program once in every child; many test files want that shared by more mutants. */
const LARGE_BATCH = 256;
const FEW_FILES = 3;
/** Plausible edits of one batch that are confirmed. */
const MAX_CONFIRMED = 8;

export interface SearchTask {
  suspects: Suspects;
  /** Edits that the failure itself names: judged before all others. */
  first: readonly PlacedMutation[];
  hints: Hints;
  budget: SearchBudget;
  signal: AbortSignal;
  /** Called after each batch with the mutants judged so far in this search. */
  onJudged(count: number): void;
  /** False for edits that do not compile, as far as that shows. */
  compiles(edits: Edits): boolean;
  /** False for a tree that was tried before. */
  isFresh(edits: Edits): Promise<boolean>;
}

export interface Found {
  /** Those that fix most first. */
  fixes: Fix[];
  searched: number;
  notes: string[];
}

/** Looks for edits that repair the suspects' tests: singles for all, singles for one, pairs; stops after the first batch with a find. */
export async function search(judge: Judge, task: SearchTask): Promise<Found> {
  const { ranked, notes } = rankedMutations(task.suspects, task.hints);
  const { tests } = task.suspects;
  const singles = [...task.first, ...ranked]
    .slice(0, task.budget.singles)
    .map((mutation): Edits => [mutation]);
  const sweep = new Sweep(judge, task);
  let fixes = await sweep.run(singles, tests);
  if (fixes.length === 0 && tests.length > 1) {
    const { tests: most } = task.budget;
    for (const test of tests.slice(0, most)) {
      fixes = await sweep.run(singles.slice(0, Math.ceil(singles.length / most)), [test]);
      if (fixes.length > 0) break;
    }
  }
  if (fixes.length === 0 && task.budget.pairs > 0) {
    fixes = await sweep.run(rankPairs(ranked, task.budget.pairs), tests);
  }
  if (sweep.isSpent)
    notes.push(`the search stopped after ${Math.round(task.budget.costMs / 1_000)} s of processor time`);
  return { fixes, searched: sweep.judged, notes };
}

/** All mutations of the suspicious places in the order of judging. */
export function rankedMutations(
  suspects: Suspects,
  hints: Hints,
): { ranked: PlacedMutation[]; notes: string[] } {
  const notes: string[] = [];
  const mutations: PlacedMutation[] = [];
  for (const places of suspects.places) {
    const made = mutateFile(places, hints);
    if ('note' in made) notes.push(made.note);
    else for (const mutation of made.mutations) mutations.push(mutation);
  }
  const texts = new Map(suspects.places.map((places) => [places.path, places.text]));
  return { ranked: rankMutations(mutations, texts), notes };
}

/** Judges lists batch by batch. */
class Sweep {
  judged = 0;
  private readonly startMs: number;

  constructor(
    private readonly judge: Judge,
    private readonly task: SearchTask,
  ) {
    this.startMs = judge.spentMs;
  }

  /** Its verdicts have taken the time it has. */
  get isSpent(): boolean {
    return this.judge.spentMs - this.startMs >= this.task.budget.costMs;
  }

  /** The confirmed fixes of the first batch that holds any. */
  async run(list: readonly Edits[], target: readonly string[]): Promise<Fix[]> {
    const { testFiles } = this.task.suspects;
    const size = testFiles.length <= FEW_FILES ? BATCH : LARGE_BATCH;
    for (let start = 0; start < list.length && !this.isSpent;) {
      this.task.signal.throwIfAborted();
      const batch = list.slice(start, start + Math.min(size, this.affordable()));
      start += batch.length;
      const plausible = await this.judge.plausible(batch, target, testFiles);
      this.judged += batch.length;
      this.task.onJudged(this.judged);
      const fixes = await this.confirmed(plausible);
      if (fixes.length > 0) return fixes.sort((a, b) => b.fixed.length - a.fixed.length);
    }
    return [];
  }

  /** Mutants that the time left is enough for, by what those before have cost. */
  private affordable(): number {
    const spent = this.judge.spentMs - this.startMs;
    if (spent <= 0) return Infinity;
    return Math.max(1, Math.floor((this.judged * (this.task.budget.costMs - spent)) / spent));
  }

  private async confirmed(plausible: readonly Edits[]): Promise<Fix[]> {
    const fixes: Fix[] = [];
    for (const edits of plausible) {
      if (fixes.length >= MAX_CONFIRMED) break;
      this.task.signal.throwIfAborted();
      if (!this.task.compiles(edits) || !(await this.task.isFresh(edits))) continue;
      const fix = await this.judge.confirm(edits);
      if (fix) fixes.push(fix);
    }
    return fixes;
  }
}
