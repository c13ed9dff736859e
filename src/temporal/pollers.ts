import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, WorkflowService } from '@temporalio/client';
import { MAIN_TASK_QUEUE } from '../messages';

const DEADLINE_MS = 5_000;
const FRESH_MS = 70_000;

/** Kinds of tasks, by the numbers that the server has for them. */
const KINDS = { workflow: 1, activity: 2 } as const;

/** True if a worker polls the task queue for such tasks; waits up to 5 s for one that is just starting. */
export async function hasPollers(
  connection: Connection,
  namespace: string,
  taskQueue: string,
  kind: keyof typeof KINDS = 'workflow',
): Promise<boolean> {
  for (const startedMs = performance.now(); ; await delay(250)) {
    if ((await freshPollers(connection.workflowService, namespace, taskQueue, kind)).length > 0) return true;
    if (performance.now() - startedMs > DEADLINE_MS) return false;
  }
}

/** Identities of the workers that poll the task queue. */
async function freshPollers(
  service: WorkflowService,
  namespace: string,
  taskQueue: string,
  kind: keyof typeof KINDS,
): Promise<string[]> {
  const { pollers } = await service.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: KINDS[kind],
  });
  return (pollers ?? []).flatMap(({ identity, lastAccessTime }) => {
    // The server remembers pollers for minutes after they are gone; a live one asks again every minute.
    const fresh = Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1000 < FRESH_MS;
    return fresh ? [identity ?? ''] : [];
  });
}

const STORE = /^(.*) store:([0-9a-z-]+)$/;

/** The name by which a server knows a worker: with the store that it has, so that others see whether they share it. */
export function workerIdentity(hostName: string, storeId: string): string {
  return `${process.pid}@${hostName} store:${storeId}`;
}

/**
 * Sentence on workers of the namespace that have another store: data that a run stored on one worker is missing on the
 * other, so runs fail. Undefined: there are none.
 */
export async function strangersSentence(
  service: WorkflowService,
  namespace: string,
  storeId: string,
): Promise<string | undefined> {
  const pollers = await freshPollers(service, namespace, MAIN_TASK_QUEUE, 'workflow');
  const strangers = pollers.filter((identity) => (STORE.exec(identity)?.[2] ?? storeId) !== storeId);
  const names = strangers.map((identity) => STORE.exec(identity)?.[1] ?? identity);
  if (names.length === 0) return undefined;
  return (
    `Workers with another store serve the same namespace (${names.join(', ')}), so runs may find their data missing: ` +
    'set the same KINTSUGI_S3_BUCKET for all of them, or give each a namespace of its own.'
  );
}
