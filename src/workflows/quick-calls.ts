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
import { rowType } from '../domain/run/row-type';

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

/** Another way to make a call. */
export interface OtherWay<T> {
  /** Words of the row within the task: none of people's, which the summary may have. */
  row: string;
  act(): Promise<T>;
}

/** Makes a short call within the workflow task; where that is not possible, as an activity with these options or in another way. */
export async function quickly<T>(
  summary: string,
  otherwise: ActivityOptions | OtherWay<T>,
  act: (activities: Activities) => Promise<T>,
): Promise<T> {
  const other = 'act' in otherwise ? otherwise : undefined;
  try {
    return await withinTask(other?.row ?? summary, { ...QUICK, summary }, act);
  } catch (error) {
    // One that timed out is told as it is when the run is replayed, not within an ActivityFailure.
    if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
    log.debug('A short call becomes an activity', { summary, error });
    if (other) return other.act();
    return act(proxyActivities<Activities>({ ...(otherwise as ActivityOptions), summary }));
  }
}

/**
 * Runs a local activity that nothing cancels: a request to cancel one that has just ended fails the workflow task, again
 * and again. It is waited for, and then the cancellation is told.
 */
export async function withinTask<T>(
  row: string,
  options: LocalActivityOptions,
  act: (activities: Activities) => Promise<T>,
): Promise<T> {
  const scope = CancellationScope.current();
  const obey = () => (scope.consideredCancelled ? scope.cancelRequested : undefined);
  await obey();
  const result = await CancellationScope.nonCancellable(() => act(inRow(row, options)));
  await obey();
  return result;
}

/** Activities whose type ends with the row's words, which the Web UI shows. */
function inRow(row: string, options: LocalActivityOptions): Activities {
  const typed = proxyLocalActivities<Record<string, unknown>>(options) as object;
  return new Proxy({} as Activities, {
    get: (_, name) => Reflect.get(typed, rowType(String(name), row)) as unknown,
  });
}
