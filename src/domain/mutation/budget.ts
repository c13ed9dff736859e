/** What one round may look at, in mutants rather than seconds: the same input gives the same answer anywhere. */
export interface SearchBudget {
  /** Single edits judged. */
  singles: number;
  /** Pairs of edits judged once singles found nothing. */
  pairs: number;
  /** Most suspicious lines that are mutated. */
  lines: number;
}

const ROUNDS: readonly SearchBudget[] = [
  { singles: 3_000, pairs: 0, lines: 400 },
  { singles: 6_000, pairs: 3_000, lines: 800 },
  { singles: 12_000, pairs: 12_000, lines: 1_600 },
];

/** Budget of a repair round, from 1. Later rounds than the third have the third's. */
export function budgetOf(round: number): SearchBudget {
  const index = Math.min(Math.max(round, 1), ROUNDS.length) - 1;
  return ROUNDS[index] ?? { singles: 0, pairs: 0, lines: 0 };
}
