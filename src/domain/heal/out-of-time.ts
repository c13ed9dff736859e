import { timeText } from '../text';
import type { HealState } from './state';

/** Why a run ended that had not ended by itself: one sentence. */
export function outOfTimeError({ input }: Pick<HealState, 'input'>): string {
  return `The run has worked for its time limit of ${timeText(input.timeLimitMs ?? 0)} and ends with what it has.`;
}

/** How a run goes on that has reached its limit, as an option of the command line takes a time. */
export function goOnCommand({ input, taskId }: Pick<HealState, 'input' | 'taskId'>): string {
  return `kintsugi fork ${taskId} --time-limit ${timeText(2 * (input.timeLimitMs ?? 0))}`;
}
