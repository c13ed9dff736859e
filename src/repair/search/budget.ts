import { WIDENING_ROUNDS } from '../../domain/heal/proposal';

/**
 * Limits of one search round: in mutants, so that the same input gives the same answer on any machine, and in processor
 * time, so that mutants which are dear to run do not make a search endless.
 */
export interface SearchBudget {
  /** Single edits tried. */
  singles: number;
  /** Pairs of edits tried once singles found nothing. */
  pairs: number;
  /** Most suspicious lines that are mutated. */
  lines: number;
  /** Failing tests of a group that are tried one by one where no edit repairs them all. */
  tests: number;
  /** Processor time of all verdicts together, ms; by the clock a search takes at most twice that. */
  costMs: number;
  /** Single edits to try after the first that makes everything green, and their processor time: others may pass too. */
  further: { singles: number; costMs: number };
}

/** Of the edits that pass the tests of a bug, most are among the first 600 of the places around the first that does. */
const FURTHER = { singles: 600, costMs: 1_000 };
const QUICK_FURTHER = { singles: 192, costMs: 400 };

const ROUNDS: readonly SearchBudget[] = [
  { singles: 3_000, pairs: 0, lines: 400, tests: 3, costMs: 20_000, further: FURTHER },
  { singles: 6_000, pairs: 3_000, lines: 800, tests: 3, costMs: 30_000, further: FURTHER },
  { singles: 12_000, pairs: 12_000, lines: 1_600, tests: 3, costMs: 45_000, further: FURTHER },
];

/**
 * Where a model is asked next: of 71 bugs that one edit repairs, 51 are repaired by one of the first 64 and 65 by one of the
 * first 256, and each thousand more takes longer than it is worth before a model has had its say.
 */
const QUICK_ROUNDS: readonly SearchBudget[] = [
  { singles: 64, pairs: 0, lines: 400, tests: 0, costMs: 10_000, further: QUICK_FURTHER },
  { singles: 128, pairs: 0, lines: 400, tests: 0, costMs: 10_000, further: QUICK_FURTHER },
  { singles: 256, pairs: 0, lines: 800, tests: 0, costMs: 20_000, further: QUICK_FURTHER },
];

/** How far a search goes: `quick` where another proposer is asked if it finds nothing. */
export type SearchEffort = 'quick' | 'whole';

/** Budget of a repair round, from 1. Later rounds than the third have the third's. */
export function budgetOf(round: number, effort: SearchEffort = 'whole'): SearchBudget {
  const rounds = effort === 'quick' ? QUICK_ROUNDS : ROUNDS;
  const index = Math.min(Math.max(round, 1), WIDENING_ROUNDS) - 1;
  return rounds[index] ?? { singles: 0, pairs: 0, lines: 0, tests: 0, costMs: 0, further: QUICK_FURTHER };
}

/** Used part of a budget. */
export type BudgetUse = Pick<SearchBudget, 'singles' | 'pairs' | 'costMs'>;

/**
 * Part of a round's budget for the next group of failures. The first group, which has the most failures, gets half: most programs have one
 * mistake, and equal parts would make every search too short to find it. The others share the rest.
 */
export function partOf(rest: SearchBudget, groupsLeft: number, isFirst: boolean): SearchBudget {
  const share = isFirst && groupsLeft > 1 ? 2 : Math.max(1, groupsLeft);
  return {
    ...rest,
    singles: Math.ceil(rest.singles / share),
    pairs: Math.ceil(rest.pairs / share),
    costMs: Math.ceil(rest.costMs / share),
  };
}

export function without(rest: SearchBudget, used: BudgetUse): SearchBudget {
  return {
    ...rest,
    singles: Math.max(0, rest.singles - used.singles),
    pairs: Math.max(0, rest.pairs - used.pairs),
    costMs: Math.max(0, rest.costMs - used.costMs),
  };
}

/** Default time of a search with commands, ms. */
export const SEARCH_MS = 60_000;

/** Share of that time if a model is asked next: people wait for it. */
const QUICK_SHARE = 1 / 12;
/** The search goes on after its first find for others that are as good, for this share of the time that it took. */
const AFTER_SHARE = 0.5;
const AFTER_LEAST_MS = 1_500;
const AFTER_MOST_MS = 8_000;
const DOUBT_FACTOR = 4;
const DOUBT_LEAST_MS = 12_000;
const RIVALS_LEAST_MS = 5_000;

/** Doubt about the finds: signs against all of them, rivals that are as good, or none. */
export type Doubt = 'signs' | 'rivals' | 'none';

/** Time that is left of the search of a run, ms: its rounds share it. */
export function timeLeft(given: { searchMs?: number; spentMs: number; quick: boolean }): number {
  const whole = (given.searchMs ?? SEARCH_MS) * (given.quick ? QUICK_SHARE : 1);
  return Math.max(0, whole - given.spentMs);
}

/** Time that the search goes on after a find, ms; `tookMs`: time until the find. */
export function timeAfterFind(tookMs: number, doubt: Doubt): number {
  const usual = Math.min(AFTER_MOST_MS, Math.max(AFTER_LEAST_MS, tookMs * AFTER_SHARE));
  if (doubt === 'signs') return Math.max(DOUBT_LEAST_MS, DOUBT_FACTOR * usual);
  return doubt === 'rivals' ? Math.max(RIVALS_LEAST_MS, usual) : usual;
}

/** Time limit of a mutant, ms; `usualMs`: time of the failing tests on the unchanged program. */
export function mutantLimit(usualMs: number): number {
  return Math.max(1_000, Math.ceil(usualMs * 4) + 500);
}
