import type { LoopRun } from '../agent/loop-run';
import type { BlobHash, TreeHash } from '../ids';

/** Work of an agent on the files of a run, as plain data. */
export interface Work extends LoopRun {
  readonly tree: TreeHash;
  /** Tree that the work began with, and that of the newest checkpoint. */
  readonly base: TreeHash;
  readonly kept: TreeHash;
  /** Beginning of what the model said last, and the result of the call that ended the work. */
  readonly said: string;
  readonly summary?: BlobHash;
  /** Why the work ended before the agent was done: one sentence. */
  readonly unfinished?: string;
}
