import type { SearchBudget } from './budget';

/** What is left of a round's budget, and what a search has used of it. */
type Rest = Pick<SearchBudget, 'singles' | 'pairs' | 'costMs'>;

/**
 * Part of a round's budget for the next of so many groups of failures: half of what is left, and all of it for the last. Groups come
 * with the most failures first, and most programs have one mistake: equal parts would leave every search too short to find it.
 */
export function partOf(rest: SearchBudget, groupsLeft: number): SearchBudget {
  const share = groupsLeft > 1 ? 2 : 1;
  return {
    ...rest,
    singles: Math.ceil(rest.singles / share),
    pairs: Math.ceil(rest.pairs / share),
    costMs: Math.ceil(rest.costMs / share),
  };
}

/** The budget without what was used of it. */
export function without(rest: SearchBudget, used: Rest): SearchBudget {
  return {
    ...rest,
    singles: Math.max(0, rest.singles - used.singles),
    pairs: Math.max(0, rest.pairs - used.pairs),
    costMs: Math.max(0, rest.costMs - used.costMs),
  };
}
