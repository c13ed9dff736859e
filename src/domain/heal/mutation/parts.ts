import type { SearchBudget } from './budget';

/** Use that a search has made of a budget. */
export type BudgetUse = Pick<SearchBudget, 'singles' | 'pairs' | 'costMs'>;

/**
 * Part of a round's budget for the next of so many groups of failures. The first, which has the most failures, gets half: most programs
 * have one mistake, and equal parts would leave every search too short to find it. The others share what is left.
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

/** The budget without what was used of it. */
export function without(rest: SearchBudget, used: BudgetUse): SearchBudget {
  return {
    ...rest,
    singles: Math.max(0, rest.singles - used.singles),
    pairs: Math.max(0, rest.pairs - used.pairs),
    costMs: Math.max(0, rest.costMs - used.costMs),
  };
}
