import type { SnapshotRef } from '../../domain/run/rollback';
import type { TreeHash, StepKey } from '../../domain/ids';
import type { BulkBlobStore, TreeStore } from '../../store';

export interface PublishDeps {
  blobs: BulkBlobStore;
  trees: TreeStore;
  /** Folder of the journals, in Kintsugi's own data. */
  journals: string;
  /** How long to wait for another publish to the same directory; 30 s by default. */
  lockWaitMs?: number;
}

export interface PublishRequest {
  directory: string;
  /** What the directory held when it was imported. */
  base: TreeHash;
  tree: TreeHash;
  /** Snapshot that is restored: what is written as in it gets its modification time back. */
  restored?: SnapshotRef;
  /** Time of the files that were made, µs since 1970. By default the time of writing. */
  mtimeUs?: number;
  key: StepKey;
  /** Says what would happen, and writes nothing. */
  dryRun?: boolean;
  /**
   * With `dryRun`, where there are conflicts: says what can be published without them, as two trees. Publishing from
   * the one to the other is that part; being two calls, it is the same part also when it is done again.
   */
  partial?: boolean;
  signal?: AbortSignal;
}
