import { fromPayloadsAtIndex } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import { HealInput } from '../domain/heal/input';

/** What a heal run was started with: it stands in the first event of its history, whether it has ended or not. */
export async function readHealInput(client: Client, workflowId: string, runId: string): Promise<HealInput> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  const { payloadConverter } = client.options.loadedDataConverter;
  return HealInput.parse(fromPayloadsAtIndex(payloadConverter, 0, started?.input?.payloads));
}
