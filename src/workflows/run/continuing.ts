import { allHandlersFinished, workflowInfo } from '@temporalio/workflow';

/** Thrown where a run goes on as a new execution, from the state that it has. */
export class ContinueDue extends Error {
  override name = 'ContinueDue';
}

/**
 * Knows when history has grown so long that the run should continue as new. It looks only when something arrives that
 * history holds by itself (the end of an activity, a timer, a message): a local activity may end in another workflow
 * task when it is replayed, where history has another length.
 */
export class HistoryGauge {
  private isLong = false;

  /** `afterEvents`: absent, Temporal says when. */
  constructor(private readonly afterEvents: number | undefined) {}

  look(): void {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    this.isLong ||=
      this.afterEvents === undefined ? continueAsNewSuggested : historyLength >= this.afterEvents;
  }

  /** True if the run should continue as new, and nothing is half-done by a handler. */
  get isDue(): boolean {
    return this.isLong && allHandlersFinished();
  }
}
