import type { NewEvent } from '../run/events';
import type { KitEffect, Transition } from '../run/machine';
import { messageOf } from './result';
import type { Ending, GoalEffect, GoalState, GoalSummary } from './state';
import { goalEvents } from './tell';

/** Decision of the machine of goals. */
export type Next = Transition<GoalState, GoalEffect | KitEffect>;

/** Ends the run: its report is written, and what it learned is kept. */
export function endWith(given: GoalState, ending: Ending, events: readonly NewEvent[]): Next {
  const state = { ...given, ending };
  const message = messageOf(state);
  return {
    state,
    effect: {
      type: 'end',
      task: state.task,
      summary: summaryOf(state, ending, message),
      untimed: true,
      closing: true,
    },
    events: [...events, goalEvents(state.language).ended(ending.status, message)],
  };
}

function summaryOf(state: GoalState, { status, conflicts = [] }: Ending, message: string): GoalSummary {
  const { id, plan, statuses, results, pastResults, references, goalCheck, published, diff } = state;
  return {
    ...{ id, status, message, plan: plan?.plan, statuses, results, pastResults, references, conflicts },
    ...{ goalCheck, published, change: diff?.excerpt },
  };
}
