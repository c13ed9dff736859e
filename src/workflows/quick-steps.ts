import {
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
  type ActivityOptions,
  type LocalActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../activities/types';

/** What takes longer was no quick step. */
const LIMIT_MS = 1_000;

/**
 * Tried once: what fails, or is not done in time, is a step of its own then, with its retries and its heartbeats. Only
 * for what is short and repeatable and costs nobody anything, since what was done is recorded when the task ends.
 */
const QUICK: LocalActivityOptions = {
  scheduleToStartTimeout: LIMIT_MS,
  startToCloseTimeout: LIMIT_MS,
  retry: { maximumAttempts: 1 },
};

/** The steps of a run that need no step of the server: a tenth of a second less in a run of two repairs. */
export class QuickSteps {
  /** Runs a short step within the workflow task; where that is not possible, as an activity with these options. */
  async run<T>(
    summary: string,
    options: ActivityOptions,
    act: (activities: Activities) => Promise<T>,
  ): Promise<T> {
    const durably = () => act(proxyActivities<Activities>({ ...options, summary }));
    try {
      return await withinTask({ ...QUICK, summary }, act);
    } catch (error) {
      // One that timed out is told as it is when the run is replayed, not within an ActivityFailure.
      if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
      log.debug('A short step becomes an activity', { summary, error });
      return durably();
    }
  }
}

/**
 * Runs a local activity that nothing cancels: a request to cancel one that has just ended fails the workflow task, again
 * and again. It is waited for, and then the cancellation is told.
 */
export async function withinTask<T>(
  options: LocalActivityOptions,
  act: (activities: Activities) => Promise<T>,
): Promise<T> {
  const scope = CancellationScope.current();
  const obey = () => (scope.consideredCancelled ? scope.cancelRequested : undefined);
  await obey();
  const result = await CancellationScope.nonCancellable(() => act(proxyLocalActivities<Activities>(options)));
  await obey();
  return result;
}
