import type { LoopRun } from '../agent/loop-run';
import type { BlobHash, TreeHash } from '../ids';
import type { Handled } from './handling';

/** A loop of a turn, as plain data. What its commands write stays in its tree, which nobody publishes. */
export interface Talk extends LoopRun {
  readonly tree: TreeHash;
  /** Findings of the tools of the mode. */
  readonly found: Handled;
  /** Result of the call that ended it. */
  readonly summary?: BlobHash;
}

/** Answer of a model: empty parts where its reply can't be used. */
export type Answered = Partial<Pick<Handled, 'answer' | 'trigger' | 'reason' | 'proposal' | 'steps'>>;
