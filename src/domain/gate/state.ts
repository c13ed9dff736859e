import type { HeavyRules } from '../files/heavy-rules';
import type { HostDirectory, PathConflict, PublishOutcome, TreeDiff } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
import type { Checkpoint, SnapshotRef } from '../run/checkpoints';
import type { InboxEffect, InboxEvent } from '../run/inbox';
import type { Verification } from '../verification/verification';
import type { GateInput } from './input';
import type { LookedAt, Seen } from './judge';
import type { GateVerdict, TestCounts } from './verdict';

/** All that a gate is. */
export interface GateState {
  readonly id: string;
  readonly input: GateInput;
  /** The files that the gate was begun with. */
  readonly base?: TreeHash;
  readonly baseline?: Verification;
  /** The message that it is at work on. */
  readonly open?: OpenMessage;
  /** The newest judgement that was run. */
  readonly last?: GateVerdict;
  /** The newest answers. */
  readonly answers: readonly GateVerdict[];
  /** The change that is offered. */
  readonly diff?: TreeDiff;
  readonly ending?: GateEnding;
}

/** A message under way: what it asks for, and the files that were captured for it. */
export interface OpenMessage {
  readonly number: number;
  readonly name: 'check' | 'keep' | 'offer';
  readonly again: boolean;
  /** Of the checkpoint that it makes. */
  readonly reason: string;
  readonly doubt?: string;
  readonly tree?: TreeHash;
}

/** How a gate ends. */
export interface GateEnding {
  readonly status: GateResult['status'];
  readonly why: string;
  readonly conflicts?: readonly PathConflict[];
}

export type GateEffect =
  | { readonly type: 'capture'; readonly label: string }
  | { readonly type: 'baseline'; readonly label: string; readonly tree: TreeHash }
  | {
      readonly type: 'judge';
      readonly label: string;
      readonly base: TreeHash;
      readonly tree: TreeHash;
      readonly baseline: Verification;
    }
  | { readonly type: 'compare'; readonly label: string; readonly base: TreeHash; readonly tree: TreeHash }
  | { readonly type: 'publish'; readonly base: TreeHash; readonly tree: TreeHash }
  | InboxEffect;

export type GateEvent =
  | ({ readonly type: 'captured' } & SnapshotRef)
  | { readonly type: 'baseline-seen'; readonly verification: Verification }
  | ({ readonly type: 'judged' } & Omit<Seen, 'baseline'>)
  | { readonly type: 'compared'; readonly diff: TreeDiff }
  | { readonly type: 'published'; readonly outcome: PublishOutcome }
  | { readonly type: 'publish-failed'; readonly reason: string }
  /** The work can't be done: a directory that is gone, a store that is full. */
  | { readonly type: 'broken'; readonly reason: string }
  | InboxEvent;

export type { LookedAt };

/** Answer of the query `gate`. */
export interface GateStand {
  readonly id: string;
  readonly directory: string;
  /** Rules by which it is captured. */
  readonly heavyFolders?: HeavyRules;
  /** Path of the checkout that the changes are made in; absent: the directory. */
  readonly checkout?: string;
  /** Absent until the files are captured. */
  readonly base?: TreeHash;
  /** Absent until the baseline is there. */
  readonly tests?: TestCounts;
  /** Names of the checks that judge: commands, and test files of the sandbox by their number. */
  readonly checks: readonly string[];
  /** Why nothing can be judged; absent where something can. */
  readonly unjudged?: string;
  /** The newest answers, oldest first. */
  readonly answers: readonly GateVerdict[];
}

/** Result of a `gate` run. */
export interface GateResult {
  readonly version: 1;
  readonly id: string;
  readonly directory: HostDirectory;
  /** Rules by which its trees were captured. */
  readonly heavyFolders?: HeavyRules;
  /** The later ones: of a change that was offered. */
  readonly status:
    | 'closed'
    | 'idle'
    | 'failed'
    | 'unchanged'
    | 'published'
    | 'unproven'
    | 'conflict'
    | 'rejected'
    | 'denied'
    | 'expired'
    | 'unpublished';
  /** One sentence. */
  readonly message: string;
  readonly base?: TreeHash;
  readonly last?: GateVerdict;
  /** The change that was offered. */
  readonly diff?: TreeDiff;
  /** Paths that changed in the directory too, so that nothing was published. */
  readonly conflicts?: readonly PathConflict[];
  readonly checkpoints: readonly Checkpoint[];
  readonly events?: BlobHash;
}
