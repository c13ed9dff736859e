import type { Client } from '@temporalio/client';
import type { z } from 'zod';
import { readPayload } from '../temporal/data-converter';
import { firstIssue } from '../domain/first-issue';
import { GoalInput } from '../domain/goal/input';
import { HealInput } from '../domain/heal/input';
import { badInput } from '../domain/kintsugi-error';

/** Reads the input of a heal run from the first event of its history. The run may have ended or not. */
export function readHealInput(client: Client, workflowId: string, runId: string): Promise<HealInput> {
  return readInput(HealInput, client, workflowId, runId);
}

/** Likewise of a goal. */
export function readGoalInput(client: Client, workflowId: string, runId: string): Promise<GoalInput> {
  return readInput(GoalInput, client, workflowId, runId);
}

async function readInput<T>(
  schema: z.ZodType<T>,
  client: Client,
  workflowId: string,
  runId: string,
): Promise<T> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  return usableInput(schema.safeParse(readPayload(started?.input?.payloads?.[0])));
}

/** Input of a run. Throws a sentence that names the unusable field. */
export function usableInput<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  const { where, message } = firstIssue(parsed.error);
  throw badInput(`${where || 'The input'} cannot be used: ${message}.`);
}
