import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, WorkflowService } from '@temporalio/client';
import { MAIN_TASK_QUEUE } from '../messages';
import type { RunsOnServer } from '../domain/run/retention';

const OPEN: number = 1;
const PAGE_SIZE = 1_000;

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

/** How all runs of a namespace stand, by the run id of their first execution. */
export async function readRunsOnServer(service: WorkflowService, namespace: string): Promise<RunsOnServer> {
  const ends = new Map<string, number | 'open'>();
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await service.listWorkflowExecutions({ namespace, pageSize: PAGE_SIZE, nextPageToken });
    for (const { execution, firstRunId, status, closeTime } of page.executions ?? []) {
      // Servers before 1.24 do not tell the first run; without continue-as-new it is the run itself.
      const run = firstRunId || execution?.runId || '';
      const end = Number(status) === OPEN ? 'open' : Number(closeTime?.seconds ?? 0) * 1000;
      ends.set(run, laterEnd(ends.get(run), end));
    }
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : undefined;
  } while (nextPageToken);
  return { namespaceId: await readNamespaceId(service, namespace), ends };
}

/** The id of a namespace, which no other namespace of any server has. */
export async function readNamespaceId(service: WorkflowService, namespace: string): Promise<string> {
  const { namespaceInfo } = await service.describeNamespace({ namespace });
  return namespaceInfo?.id ?? '';
}

function laterEnd(a: number | 'open' | undefined, b: number | 'open'): number | 'open' {
  if (a === 'open' || b === 'open') return 'open';
  return Math.max(a ?? 0, b);
}
