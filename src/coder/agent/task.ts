import { z } from 'zod';
import { ExecutionSpec } from '../../domain/agent/input';
import { HeavyRules } from '../../domain/files/heavy-rules';
import { HostDirectory } from '../../domain/files/workspace';
import { BlobHash, TreeHash } from '../../domain/ids';
import { ApprovalLevel } from '../../domain/run/input';
import { RunPolicy } from '../../domain/run/policy/run-policy';
import { Dataset } from '../../domain/values/dataset';
import { VerificationSpec } from '../../domain/verification/verification';
import type { BlobStore } from '../../store';

/** A function that is written to a specification, and runs on data. */
export const DataTask = z.object({
  version: z.literal(1),
  /** Name of the tools that the run has. */
  toolSet: z.literal('data'),
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
export type DataTask = z.infer<typeof DataTask>;

/** Turn of a session: what its model is told besides the message. */
export const SessionTurn = z.object({
  /** Mode with the line that says what it does. */
  mode: z.string(),
  /** Triggers that may follow, a line each. */
  triggers: z.string(),
  conversation: z.string(),
  /** Reasons of earlier rejections, a line each. */
  rejections: z.string(),
  /** Blob of what the tools of the mode have found. */
  material: BlobHash,
});
export type SessionTurn = z.infer<typeof SessionTurn>;

export const DirectoryTask = z.object({
  version: z.literal(1),
  toolSet: z.literal('directory'),
  /** Names of the tools that it has; absent: those that change files and verify. */
  tools: z.array(z.string()).optional(),
  /** Given where it is a turn of a session, which only reads. */
  turn: SessionTurn.optional(),
  request: z.string(),
  impactedFiles: z.array(z.string()),
  /** The tree that the work begins with. */
  base: TreeHash,
  /** Its report: the judges that it names are not changed. */
  report: BlobHash.optional(),
  checks: VerificationSpec,
  /** Level by which the project's own checks are found; absent: the user declared them. */
  finds: ApprovalLevel.optional(),
  /** Tests and checks that fail before the work, a line each; absent: none does. */
  failing: z.array(z.string()).optional(),
  directory: HostDirectory,
  heavyFolders: HeavyRules.optional(),
  policy: RunPolicy.optional(),
  mode: z.string().optional(),
  model: z.string().optional(),
});
export type DirectoryTask = z.infer<typeof DirectoryTask>;

/** Task of a run, kept once: every activity of the run gets its hash. */
export const AgentTask = z.discriminatedUnion('toolSet', [DataTask, DirectoryTask]);
export type AgentTask = z.infer<typeof AgentTask>;

export function hasTool(task: AgentTask, { name, onlyNamed }: { name: string; onlyNamed?: true }): boolean {
  const named = task.toolSet === 'directory' ? task.tools : undefined;
  return named ? named.includes(name) : onlyNamed === undefined;
}

export async function readTask(blobs: BlobStore, hash: BlobHash): Promise<AgentTask> {
  return AgentTask.parse(JSON.parse(String(await blobs.load(hash))));
}

export function keepTask(blobs: BlobStore, task: AgentTask): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(task)));
}
