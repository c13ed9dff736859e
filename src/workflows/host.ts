import { TimeoutType } from '@temporalio/common';
import { ActivityFailure, proxyActivities, TimeoutFailure, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../activities/types';
import type { HostDirectory } from '../domain/workspace';
import { hostTaskQueue } from '../messages';
import { HOST, HOST_AWAITED } from './activity-options';

type HostActivities = Pick<Activities, 'importWorkspace' | 'publishTree'>;

/**
 * Runs an activity on the machine that owns the directory. With no worker there within 30 s the run says
 * so through `onWaiting` and goes on waiting, durably.
 */
export async function onHost<T>(
  directory: HostDirectory,
  summary: string,
  act: (activities: HostActivities) => Promise<T>,
  onWaiting: (hostName: string) => void,
): Promise<T> {
  const bound = (options: ActivityOptions) =>
    proxyActivities<Activities>({ ...options, summary, taskQueue: hostTaskQueue(directory.hostId) });
  try {
    return await act(bound(HOST));
  } catch (error) {
    if (!isUnstarted(error)) throw error;
    onWaiting(directory.hostName);
    return await act(bound(HOST_AWAITED));
  }
}

function isUnstarted(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof TimeoutFailure &&
    error.cause.timeoutType === TimeoutType.SCHEDULE_TO_START
  );
}
