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

/** Time limit of a quick call, ms. */
const LIMIT_MS = 1_000;

/**
 * Tried once: what fails, or is not done in time, is an activity then, with its retries and its heartbeats. Only for
 * what is short and repeatable, costs nobody anything and nobody would look for, since what was done is recorded when
 * the task ends.
 */
const QUICK: LocalActivityOptions = {
  scheduleToStartTimeout: LIMIT_MS,
  startToCloseTimeout: LIMIT_MS,
  retry: { maximumAttempts: 1 },
};

/** Makes a short call within the workflow task; where that is not possible, as an activity with these options or in another way. */
export async function quickly<T>(
  summary: string,
  otherwise: ActivityOptions | (() => Promise<T>),
  act: (activities: Activities) => Promise<T>,
): Promise<T> {
  try {
    return await withinTask({ ...QUICK, summary }, act);
  } catch (error) {
    // One that timed out is told as it is when the run is replayed, not within an ActivityFailure.
    if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
    log.debug('A short call becomes an activity', { summary, error });
    if (typeof otherwise === 'function') return otherwise();
    return act(proxyActivities<Activities>({ ...otherwise, summary }));
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
