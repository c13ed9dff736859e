import type { SearchBudget, BudgetUse } from '../search/budget';
import { doubtOfExtent, type Extent } from '../search/merit';
import type { PlacedMutation } from '../search/mutation';
import { rankPairs, withRepeats } from '../search/rank';
import { combineFixes } from './combine';
import type { FilePlaces } from './generate';
import type { Edits, Fix, Trials } from './trials';
import type { Suspects } from './locate';
import type { Hints } from './site';
import { SourceThread } from '../commands/mutants';
import { rankedMutations, type Ranked, type RankTask } from './ranked-mutations';

/** Characters of source that take about a quarter of a second: what is larger would keep the worker from all else, and pays for a thread. */
const LARGE = 6_000;

/** The likeliest mutations of all places, made in a thread where the places are large. */
export async function rankedApart(task: RankTask, signal: AbortSignal): Promise<Ranked> {
  const size = task.places.reduce((sum, { text }) => sum + text.length, 0);
  if (size < LARGE) return rankedMutations(task);
  const thread = new SourceThread(signal);
  try {
    return (await thread.ranked(task)) ?? { ranked: [], notes: [TOO_LARGE] };
  } finally {
    await thread.close();
  }
}

const TOO_LARGE = 'no edit was tried: reading the suspicious sources takes too much time or memory';

/** Mutants tried in one call: few enough to stop soon after a find, enough to keep all children busy. */
const BATCH = 64;
/** Each call runs the unchanged program once in every child; many test files want that shared by more mutants. */
const LARGE_BATCH = 256;
const FEW_FILES = 3;
/** Plausible edits of one batch that are confirmed. */
const MAX_CONFIRMED = 8;
/** Green edits after which nobody looks for more. */
export const MAX_GREEN = 24;

export interface SearchTask {
  suspects: Suspects;
  /** Edits that the failure itself names: tried before all others. */
  first: readonly PlacedMutation[];
  hints: Hints;
  /** Words of the failures, which make some edits likelier. */
  messages: readonly string[];
  budget: SearchBudget;
  signal: AbortSignal;
  /** Called after each batch with the mutants tried so far in this search. */
  onTried(count: number): void;
  /** False for edits that do not compile, as far as that shows. */
  compiles(edits: Edits): boolean;
  /** False for a tree that was tried before. */
  isFresh(edits: Edits): Promise<boolean>;
}

export interface Found {
  /** Those that fix most first. */
  fixes: Fix[];
  searched: number;
  /** Part of the budget that is gone. */
  used: BudgetUse;
  /** The time was over before the edits were. */
  isSpent: boolean;
  notes: string[];
  /** How far it went, where one edit could be the end of it. */
  extent: Extent | undefined;
}

/** Looks for edits that repair the suspects' tests: singles for all, singles for one, pairs. After the first green one the search goes on for a share of its budget. */
export async function search(trials: Trials, task: SearchTask): Promise<Found> {
  const { places, tests } = task.suspects;
  const { hints, messages, signal } = task;
  const { ranked, notes } = await rankedApart({ places, hints, messages }, signal);
  const first = task.first.map((mutation): Edits => [mutation]);
  const all: Edits[] = [...first, ...withRepeats(ranked, textsOf(places))];
  const singles = all.slice(0, task.budget.singles);
  const sweep = new Sweep(trials, task);
  let fixes = await sweep.run(singles, tests);
  const triedSingles = sweep.tried;
  const extent = fixes.some(({ green }) => green)
    ? { tried: sweep.tried, untried: singlesOf([...sweep.rest, ...all.slice(singles.length)]) }
    : undefined;
  if (fixes.length === 0 && tests.length > 1) {
    fixes = await jointFixes(trials, sweep, singles, tests.slice(0, task.budget.tests));
  }
  const triedBefore = sweep.tried;
  if (fixes.length === 0 && task.budget.pairs > 0) {
    fixes = await sweep.run(rankPairs(ranked, task.budget.pairs), tests);
  }
  const used = { singles: triedSingles, pairs: sweep.tried - triedBefore, costMs: sweep.usedMs };
  return { fixes, searched: sweep.tried, used, isSpent: sweep.isSpent, notes, extent };
}

function singlesOf(list: readonly Edits[]): PlacedMutation[] {
  return list.flatMap(([edit, ...more]) => (edit && more.length === 0 ? [edit] : []));
}

function textsOf(places: readonly FilePlaces[]): Map<string, string> {
  return new Map(places.map(({ path, text }) => [path, text]));
}

/** Edits that each repair one of the tests, joined: two or three mistakes that no single edit mends. */
async function jointFixes(
  trials: Trials,
  sweep: Sweep,
  singles: readonly Edits[],
  tests: readonly string[],
): Promise<Fix[]> {
  const found: Fix[][] = [];
  for (const test of tests) {
    if (found.some(([best]) => best?.fixed.includes(test))) continue;
    const fixes = await sweep.run(singles.slice(0, Math.ceil(singles.length / tests.length)), [test]);
    if (fixes.length > 0) found.push(fixes);
  }
  return combineFixes(trials, found);
}

/** Time by the clock for each second of processor time: verdicts run side by side, so only a large program takes it. */
const CLOCK = 2;

/** Tries lists of edits batch by batch. */
class Sweep {
  tried = 0;
  /** Edits of the last list that it has not come to. */
  rest: readonly Edits[] = [];
  private readonly startMs: number;
  private readonly startedAt = performance.now();

  constructor(
    private readonly trials: Trials,
    private readonly task: SearchTask,
  ) {
    this.startMs = trials.spentMs;
  }

  /** Time that its verdicts have taken, ms: of the processor or, with all that is around them, by the clock. */
  get usedMs(): number {
    return Math.max(this.trials.spentMs - this.startMs, (performance.now() - this.startedAt) / CLOCK);
  }

  get isSpent(): boolean {
    return this.usedMs >= this.task.budget.costMs;
  }

  /** The confirmed fixes of the first batch that holds any; where one is green, further green ones too. */
  async run(list: readonly Edits[], target: readonly string[]): Promise<Fix[]> {
    const { further } = this.task.budget;
    const found: Fix[] = [];
    this.rest = list;
    let until = { tried: Infinity, spentMs: Infinity };
    while (this.rest.length > 0 && !this.isSpent && found.length < MAX_GREEN) {
      const isLater = this.tried >= until.tried || this.trials.spentMs >= until.spentMs;
      if (isLater && !this.isInDoubt(found)) break;
      const batch = this.rest.slice(0, Math.min(this.batchSize, this.affordable()));
      this.rest = this.rest.slice(batch.length);
      const fixes = await this.fixesIn(batch, target);
      const green = fixes.filter((fix) => fix.green);
      if (found.length === 0 && fixes.length > 0 && green.length === 0)
        return fixes.toSorted((a, b) => b.fixed.length - a.fixed.length);
      if (found.length === 0 && green.length > 0)
        until = { tried: this.tried + further.singles, spentMs: this.trials.spentMs + further.costMs };
      found.push(...green);
    }
    return found;
  }

  /** True while a find says little, since as likely edits wait: which is the best is told when all of them are compared. */
  private isInDoubt(found: readonly Fix[]): boolean {
    const extent = { tried: this.tried, untried: singlesOf(this.rest) };
    return found.some(({ edits: [edit] }) => edit && doubtOfExtent(edit, extent) !== undefined);
  }

  private get batchSize(): number {
    return this.task.suspects.testFiles.length <= FEW_FILES ? BATCH : LARGE_BATCH;
  }

  private async fixesIn(batch: readonly Edits[], target: readonly string[]): Promise<Fix[]> {
    this.task.signal.throwIfAborted();
    const plausible = await this.trials.plausible(batch, target, this.task.suspects.testFiles);
    this.tried += batch.length;
    this.task.onTried(this.tried);
    return this.confirmed(plausible, target);
  }

  /** Mutants that the time left is enough for, by what those before have cost. */
  private affordable(): number {
    const spent = this.trials.spentMs - this.startMs;
    if (spent <= 0) return Infinity;
    return Math.max(1, Math.floor((this.tried * (this.task.budget.costMs - spent)) / spent));
  }

  private async confirmed(plausible: readonly Edits[], target: readonly string[]): Promise<Fix[]> {
    const fixes: Fix[] = [];
    for (const edits of plausible) {
      if (fixes.length >= MAX_CONFIRMED) break;
      this.task.signal.throwIfAborted();
      if (!this.task.compiles(edits) || !(await this.task.isFresh(edits))) continue;
      const fix = await this.trials.confirm(edits);
      if (fix) fixes.push(fix);
      else this.trials.refute(edits, target);
    }
    return fixes;
  }
}
