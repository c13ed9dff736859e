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
  /** Single edits tried, and their processor time, after the first that makes everything green: others may pass too. */
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

/** Rounds of which each goes further than the one before; later ones find the same again. */
export const WIDENING_ROUNDS = ROUNDS.length;

/** How far a search goes: `quick` where another proposer is asked if it finds nothing. */
export type SearchEffort = 'quick' | 'whole';

/** Budget of a repair round, from 1. Later rounds than the third have the third's. */
export function budgetOf(round: number, effort: SearchEffort = 'whole'): SearchBudget {
  const rounds = effort === 'quick' ? QUICK_ROUNDS : ROUNDS;
  const index = Math.min(Math.max(round, 1), rounds.length) - 1;
  return rounds[index] ?? { singles: 0, pairs: 0, lines: 0, tests: 0, costMs: 0, further: QUICK_FURTHER };
}
