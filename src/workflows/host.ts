import { TimeoutType } from '@temporalio/common';
import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  proxyActivities,
  TimeoutFailure,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../activities/types';
import type { HostDirectory } from '../domain/files/workspace';
import { hostTaskQueue } from '../messages';
import { HOST, HOST_AWAITED } from './activity-options';

export type HostActivities = Pick<
  Activities,
  | 'importWorkspace'
  | 'lookAtRepository'
  | 'commitChanges'
  | 'handleTask'
  | 'callTool'
  | 'publishTree'
  | 'takeBack'
  | 'changeDirectory'
  | 'beginAgent'
  | 'beginGoal'
  | 'runGoalStep'
  | 'publishFolders'
  | 'endGoal'
  | 'captureFolders'
  | 'mergeFolders'
>;

/**
 * Runs an activity on the machine that owns the directory. With no worker there within 30 s the run says so through
 * `onWaiting` and goes on waiting, durably. Once begun it is finished: cancellation reaches only a run that still waits for
 * its machine, and work that changes nothing there, which has a limit of its own (`limitMs`).
 */
export async function onHost<T>(
  directory: HostDirectory,
  summary: string,
  act: (activities: HostActivities) => Promise<T>,
  onWaiting: (hostName: string) => void,
  limitMs?: number,
): Promise<T> {
  const bound = (options: ActivityOptions) =>
    proxyActivities<Activities>({ ...options, summary, taskQueue: hostTaskQueue(directory.hostId) });
  try {
    if (limitMs !== undefined) return await act(bound({ ...limited(HOST, limitMs), ...STOPPABLE }));
    return await CancellationScope.nonCancellable(() => act(bound(HOST)));
  } catch (error) {
    if (!isUnstarted(error)) throw error;
    onWaiting(directory.hostName);
    // A publish that is cancelled undoes itself by its journal before it says so.
    return await act(bound({ ...limited(HOST_AWAITED, limitMs), ...STOPPABLE }));
  }
}

/** The work keeps its limit itself: the server's is for infrastructure. */
function limited(options: ActivityOptions, limitMs: number | undefined): ActivityOptions {
  return limitMs === undefined ? options : { ...options, startToCloseTimeout: limitMs + 10_000 };
}

const STOPPABLE = { cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED };

function isUnstarted(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof TimeoutFailure &&
    error.cause.timeoutType === TimeoutType.SCHEDULE_TO_START
  );
}
