import type { HostDirectory } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
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
  /** The check under way. */
  readonly open?: { readonly number: number; readonly again: boolean; readonly tree?: TreeHash };
  /** The newest judgement that was run. */
  readonly last?: GateVerdict;
  /** The newest answers. */
  readonly answers: readonly GateVerdict[];
  readonly ending?: { readonly status: GateResult['status']; readonly why: string };
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
  | InboxEffect;

export type GateEvent =
  | { readonly type: 'captured'; readonly tree: TreeHash }
  | { readonly type: 'baseline-seen'; readonly verification: Verification }
  | ({ readonly type: 'judged' } & Omit<Seen, 'baseline'>)
  /** The work can't be done: a directory that is gone, a store that is full. */
  | { readonly type: 'broken'; readonly reason: string }
  | InboxEvent;

export type { LookedAt };

/** Answer of the query `gate`. */
export interface GateStand {
  readonly id: string;
  readonly directory: string;
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
  readonly status: 'closed' | 'idle' | 'failed';
  /** One sentence. */
  readonly message: string;
  readonly base?: TreeHash;
  readonly last?: GateVerdict;
  readonly events?: BlobHash;
}
