import type { NewEvent } from '../run/events';
import type { KitEffect, Transition } from '../run/machine';
import type { Ending, GoalEffect, GoalState } from './state';

/** Decision of the machine of goals. */
export type Next = Transition<GoalState, GoalEffect | KitEffect>;

/** Ends the run: its report is written, and what it learned is kept. */
export function endWith(state: GoalState, ending: Ending, events: readonly NewEvent[]): Next {
  return { state: { ...state, ending }, effect: { type: 'end', task: state.task, untimed: true }, events };
}
