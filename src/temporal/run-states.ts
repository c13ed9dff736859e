import type { WorkflowService } from '@temporalio/client';
import type { RunsOnServer } from '../domain/run/retention';

const OPEN: number = 1;
const PAGE_SIZE = 1_000;

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
