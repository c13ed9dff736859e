import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../src/activities/types';

/** A workflow that is none of Kintsugi's, and asks its worker for work. */
export async function foreign(): Promise<unknown> {
  const { keepRecord } = proxyActivities<Activities>({
    ...{ taskQueue: 'kintsugi', startToCloseTimeout: '20 seconds', retry: { maximumAttempts: 1 } },
  });
  return keepRecord({ key: { run: 'foreign', effect: 'keep' }, record: '{}' });
}
