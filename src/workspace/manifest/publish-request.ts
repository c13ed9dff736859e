import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import type { FileChange, PathConflict } from '../../domain/files/workspace';
import type { SnapshotRef } from '../../domain/run/checkpoints';
import type { BlobStore, TreeStore } from '../../store';
import type { IdentityPaths } from './identity-paths';
import type { FileOrigins } from './origins';

export interface ManifestPublishDeps {
  blobs: BlobStore;
  trees: TreeStore;
  paths: IdentityPaths;
  origins: FileOrigins;
  /** Folder of the journals, and that of what is put aside on its volume. */
  journals: string;
  kept: string;
  /** Real paths that belong to Kintsugi. */
  exclude: readonly string[];
  /** How long to wait for another publish to one of the roots; 30 s by default. */
  lockWaitMs?: number;
}

export interface ManifestPublishRequest {
  /** Real paths of the roots, in the order of their numbers. */
  roots: readonly string[];
  /** Manifest that the roots were in when they were listed. */
  base: TreeHash;
  /** Modification times of the base: spares looking at folders that stay as they are. */
  baseTimes?: BlobHash;
  tree: TreeHash;
  /** Snapshot that is restored: what is as in it gets its modification time back, folders too. */
  restored?: SnapshotRef;
  key: EffectKey;
  /** Says what would happen, and writes nothing. */
  dryRun?: boolean;
  /** Publishes what meets no conflict, and tells what was left out. */
  partial?: boolean;
  signal?: AbortSignal;
  progress?: (detail: unknown) => void;
}

/** Outcome of publishing a manifest. On a conflict nothing was changed; what `left` names was not, as was asked for. */
export type ManifestPublishOutcome =
  | {
      status: 'published';
      /** Manifest of the roots afterwards, with the identities of what was written and copied. A dry run says `tree`. */
      tree: TreeHash;
      /** Modification times; absent after a dry run. */
      times?: BlobHash;
      /** At most 50. */
      files: FileChange[];
      /** At most 50 of the paths that were left as they are, and how many there are. */
      left?: PathConflict[];
      leftCount?: number;
    }
  | { status: 'conflict'; conflicts: PathConflict[] };
