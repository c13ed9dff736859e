import type { Client } from '@temporalio/client';
import type { z } from 'zod';
import { readPayload } from '../temporal/data-converter';
import { firstIssue } from '../domain/first-issue';
import { HealInput } from '../domain/heal/input';
import { badInput } from '../domain/kintsugi-error';

/** What a heal run was started with: it stands in the first event of its history, whether it has ended or not. */
export async function readHealInput(client: Client, workflowId: string, runId: string): Promise<HealInput> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  return usableInput(HealInput.safeParse(readPayload(started?.input?.payloads?.[0])));
}

/** The input, or a sentence that names what of it cannot be used. */
export function usableInput(parsed: z.ZodSafeParseResult<HealInput>): HealInput {
  if (parsed.success) return parsed.data;
  const { where, message } = firstIssue(parsed.error);
  throw badInput(`${where || 'The input'} cannot be used: ${message}.`);
}
