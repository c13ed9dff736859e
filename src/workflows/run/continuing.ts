import { allHandlersFinished, workflowInfo } from '@temporalio/workflow';

/** Thrown where a run goes on as a new execution, from the state that it has. */
export class ContinueDue extends Error {
  override name = 'ContinueDue';
}

/** True if history has grown so long that the run should continue as new, and nothing is half-done by a handler. */
export function continueDue(afterEvents: number | undefined): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  const isLong = afterEvents === undefined ? continueAsNewSuggested : historyLength >= afterEvents;
  return isLong && allHandlersFinished();
}
