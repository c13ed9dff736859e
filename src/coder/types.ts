import type { EditPolicy } from '../domain/run/policy/kept-files';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { Sign } from '../domain/signs/sign';
import type { HostDirectory } from '../domain/files/workspace';
import type { Usage } from '../domain/run/budget';
import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { WeakTests } from '../domain/verification/test-score';
import type { VerificationSpec } from '../domain/verification/verification';

export interface ExecuteInput extends EditPolicy {
  key: EffectKey;
  tree: TreeHash;
  request: string;
  impactedFiles: readonly string[];
  heavyFolders?: HeavyRules;
  /** Report of the unchanged tree: the judges that it names are not changed. */
  report?: BlobHash;
  /** In place of the worker's own. */
  model?: string;
  spec: VerificationSpec;
  directory: HostDirectory;
}

/** A model's edits applied to a tree, or why there are none. */
export type ExecuteOutcome =
  | {
      status: 'edited';
      tree: TreeHash;
      changedFiles: string[];
      summary: string;
      usage: Usage;
      /** Points that a reader of the result should check, a sentence each. */
      warnings?: string[];
      /** Signs that it passes tests for the wrong reason. */
      signs?: Sign[];
      /** Instructions of the project that the model was given; absent: there were none. */
      instructions?: string[];
    }
  | { status: 'refused'; reason: string; usage: Usage };

export interface GenerateTestsInput {
  key: EffectKey;
  tree: TreeHash;
  request: string;
  changedFiles: readonly string[];
  /** Tests of the tree that are to be written anew. */
  weak?: WeakTests;
  /** In place of the worker's own. */
  model?: string;
  heavyFolders?: HeavyRules;
}

export interface GenerateTestsOutcome {
  /** The tree given, where nothing was generated. */
  tree: TreeHash;
  files: string[];
  note: string;
  usage: Usage;
  /** Instructions of the project that the model was given; absent: there were none. */
  instructions?: string[];
}

export interface ChatInput {
  key: EffectKey;
  tree: TreeHash;
  request: string;
  /** In place of the worker's own. */
  model?: string;
}

export interface ChatOutcome {
  reply: string;
  usage: Usage;
  /** Instructions of the project that the model was given; absent: there were none. */
  instructions?: string[];
}
