import type { HealState } from './state';

/** Attempt that people see: the first run is 1, each repair adds one, never above the limit. */
export function attemptOf(state: Pick<HealState, 'rounds' | 'input'>): number {
  return Math.min(state.rounds + 1, state.input.maxAttempts);
}
