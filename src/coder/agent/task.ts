import { z } from 'zod';
import { ExecutionSpec } from '../../domain/agent/spec';
import type { BlobHash } from '../../domain/ids';
import { Dataset } from '../../domain/values/dataset';
import type { BlobStore } from '../../store';

/** Task of a run, kept once: every activity of the run gets its hash. */
export const AgentTask = z.object({
  version: z.literal(1),
  /** Name of the tools that the run has. */
  toolSet: z.enum(['data']),
  spec: ExecutionSpec,
  currentStep: ExecutionSpec,
  functionName: z.string(),
  maxIterations: z.number().int(),
  /** The test data; absent: there is none. */
  data: Dataset.optional(),
  /** Shape of the data for a model, at most some 4 KB. */
  dataText: z.string().optional(),
  /** In place of the worker's own model. */
  model: z.string().optional(),
});
export type AgentTask = z.infer<typeof AgentTask>;

/** Reads the task of a run. */
export async function readTask(blobs: BlobStore, hash: BlobHash): Promise<AgentTask> {
  return AgentTask.parse(JSON.parse(String(await blobs.get(hash))));
}

/** Keeps the task of a run. */
export function keepTask(blobs: BlobStore, task: AgentTask): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(task)));
}
