import type { Client } from '@temporalio/client';
import type { z } from 'zod';
import { readPayload } from '../temporal/data-converter';
import { firstIssue } from '../domain/first-issue';
import { HealInput } from '../domain/heal/input';
import { badInput } from '../domain/kintsugi-error';

/** Reads the input of a heal run from the first event of its history. The run may have ended or not. */
export async function readHealInput(client: Client, workflowId: string, runId: string): Promise<HealInput> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  return usableInput(HealInput.safeParse(readPayload(started?.input?.payloads?.[0])));
}

/** Input of a run. Throws a sentence that names the unusable field. */
export function usableInput<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  const { where, message } = firstIssue(parsed.error);
  throw badInput(`${where || 'The input'} cannot be used: ${message}.`);
}
