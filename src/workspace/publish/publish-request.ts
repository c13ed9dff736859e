import type { EffectKey, TreeHash } from '../../domain/ids';
import type { SnapshotRef } from '../../domain/run/checkpoints';
import type { BlobStore, TreeStore } from '../../store';

export interface PublishDeps {
  blobs: BlobStore;
  trees: TreeStore;
  /** Folder of the journals, in Kintsugi's own data. */
  journals: string;
  /** How long to wait for another publish to the same directory; 30 s by default. */
  lockWaitMs?: number;
}

export interface PublishRequest {
  directory: string;
  /** Tree that the directory held when it was imported. */
  base: TreeHash;
  tree: TreeHash;
  /** Snapshot that is restored: what is written as in it gets its modification time back. */
  restored?: SnapshotRef;
  /** Time of the files that were made, µs since 1970. By default the time of writing. */
  mtimeUs?: number;
  key: EffectKey;
  /** Says what would happen, and writes nothing. */
  dryRun?: boolean;
  /**
   * With `dryRun`: reports the part that can be published without the conflicts, as two trees. Publishing from one to
   * the other is that part. Since these are two calls, a retry publishes the same part.
   */
  partial?: boolean;
  signal?: AbortSignal;
}
