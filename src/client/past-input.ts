import type { Client } from '@temporalio/client';
import type { z } from 'zod';
import { readPayload } from '../temporal/data-converter';
import { GoalInput } from '../domain/goal/input';
import { HealInput } from '../domain/heal/input';
import { usableInput } from '../run-input';

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
