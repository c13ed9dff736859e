import type { Surplus } from '../run/machine';
import type { GoalState } from './state';

/** Results that a run has at hand before the older ones go to the store. */
const MOST_RESULTS = 100;

/** The oldest results of steps, where there are many. */
export function surplusOf(state: GoalState): Surplus<GoalState> | undefined {
  const { results, pastResults, executed } = state;
  if (results.length < MOST_RESULTS) return undefined;
  return {
    label: `results-${executed}`,
    record: { version: 1, previous: pastResults, results },
    without: (stored) => ({ ...state, results: [], pastResults: stored }),
  };
}
