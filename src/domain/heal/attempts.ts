import type { HealState } from './state';

/** Rounds that tried something: one in which nothing was left to try is no attempt. */
export function repairsTried({ rounds, idle }: Pick<HealState, 'rounds' | 'idle'>): number {
  return rounds - (idle?.rounds ?? 0);
}

/** Attempt that people see: the first run is 1, each repair adds one, never above the limit. */
export function attemptOf(state: Pick<HealState, 'rounds' | 'idle' | 'input'>): number {
  return Math.min(repairsTried(state) + 1, state.input.maxAttempts);
}
