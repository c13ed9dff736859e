import { timeText } from '../text';
import { END_WORDS } from './end-words';
import type { HealState } from './state';

/** Why a run ended that had not ended by itself: one sentence. */
export function outOfTimeError({ input }: Pick<HealState, 'input'>): string {
  return END_WORDS[input.language].outOfTime(timeText(input.timeLimitMs ?? 0));
}

/** How a run goes on that has reached its limit, as an option of the command line takes a time. */
export function goOnCommand({ input, taskId }: Pick<HealState, 'input' | 'taskId'>): string {
  return `kintsugi fork ${taskId} --time-limit ${timeText(2 * (input.timeLimitMs ?? 0))}`;
}
