import type { Connection } from '@temporalio/client';
import { msToTs, optionalTsToMs } from '@temporalio/common/lib/time';

const DAY_MS = 86_400_000;

/** Keeps ended runs for so many days at least; an embedded server's own default is 24 hours. */
export async function ensureRetention(
  connection: Connection,
  namespace: string,
  days: number,
): Promise<void> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  if ((optionalTsToMs(config?.workflowExecutionRetentionTtl) ?? 0) >= days * DAY_MS) return;
  const workflowExecutionRetentionTtl = msToTs(days * DAY_MS);
  await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
}
