import { allHandlersFinished, workflowInfo, CancellationScope, condition, sleep } from '@temporalio/workflow';

/** Thrown where a run goes on as a new execution, from the state that it has. */
export class ContinueDue extends Error {
  override name = 'ContinueDue';
}

/**
 * Most events of an execution. A worker that has not got the run in memory replays them all within one workflow task, which
 * has 10 s: 2,000 took longer on a machine that was busy.
 */
const LONG_HISTORY = 1_000;

/**
 * Knows when history has grown so long that the run should continue as new. It looks only when something arrives that
 * history holds by itself (the end of an activity, a timer, a message): a local activity may end in another workflow
 * task when it is replayed, where history has another length.
 */
export class HistoryGauge {
  private isLong = false;

  constructor(private readonly afterEvents = LONG_HISTORY) {}

  look(): void {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    this.isLong ||= continueAsNewSuggested || historyLength >= this.afterEvents;
  }

  /** True if the run should continue as new, and nothing is half-done by a handler. */
  get isDue(): boolean {
    return this.isLong && allHandlersFinished();
  }
}

/**
 * Waits until something is so, at most so long; resolves to whether it is. The timer tells in the Web UI what it is
 * for, which a condition's own does not.
 */
export async function waitFor(
  isSo: () => boolean,
  ms: number,
  summary: string,
  gauge: HistoryGauge,
): Promise<boolean> {
  if (isSo()) return true;
  const scope = new CancellationScope();
  try {
    const timer = () => sleep(ms, { summary }).then(() => gauge.look());
    await scope.run(() => Promise.race([condition(isSo), timer()]));
    return isSo();
  } finally {
    scope.cancel();
  }
}
