import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';

const DEADLINE_MS = 5_000;
const FRESH_MS = 70_000;

/** Whether a worker polls the task queue; waits up to 5 s for one that is just starting. */
export async function hasPollers(
  connection: Connection,
  namespace: string,
  taskQueue: string,
): Promise<boolean> {
  for (const startedMs = performance.now(); ; await delay(250)) {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: 1,
    });
    // The server remembers pollers for minutes after they are gone; a live one asks again every minute.
    const fresh = (pollers ?? []).some((poller) => {
      const seconds = Number(poller.lastAccessTime?.seconds ?? 0);
      return Date.now() - seconds * 1000 < FRESH_MS;
    });
    if (fresh) return true;
    if (performance.now() - startedMs > DEADLINE_MS) return false;
  }
}
