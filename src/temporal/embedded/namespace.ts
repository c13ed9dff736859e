import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError, type Connection } from '@temporalio/client';
import { msToTs, optionalTsToMs } from '@temporalio/common/lib/time';

const DAY_MS = 86_400_000;
/** gRPC's codes for "there is none" and "there is one already". */
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
/** Servers of a cluster read the list of namespaces every 10 s. */
const USABLE_DEADLINE_MS = 60_000;
const POLL_MS = 200;

/**
 * Makes the namespace unless it is there, with this retention at least, and waits until runs can be started in it.
 * Resolves to true if it was made.
 */
export async function ensureNamespace(
  connection: Connection,
  namespace: string,
  days: number,
): Promise<boolean> {
  try {
    await ensureRetention(connection, namespace, days);
    // It may have been made a second ago.
    await waitUntilKnown(connection, namespace);
    return false;
  } catch (error) {
    if (!hasCode(error, NOT_FOUND)) throw error;
  }
  try {
    const workflowExecutionRetentionPeriod = msToTs(days * DAY_MS);
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    await waitUntilKnown(connection, namespace);
    return true;
  } catch (error) {
    // Another machine has made it in the meantime.
    if (!hasCode(error, ALREADY_EXISTS)) throw error;
    await waitUntilKnown(connection, namespace);
    return false;
  }
}

async function waitUntilKnown(connection: Connection, namespace: string): Promise<void> {
  for (const startedMs = performance.now(); ; await delay(POLL_MS)) {
    try {
      await connection.operatorService.listSearchAttributes({ namespace });
      return;
    } catch (error) {
      if (!hasCode(error, NOT_FOUND) || performance.now() - startedMs > USABLE_DEADLINE_MS) throw error;
    }
  }
}

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

function hasCode(error: unknown, code: number): boolean {
  return isGrpcServiceError(error) && Number(error.code) === code;
}
