import type { HostDirectory } from '../domain/files/workspace';
import type { EffectKey, TreeHash } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';
import type { Workspaces } from '../workspace';

export interface PublishInput {
  key: EffectKey;
  directory: HostDirectory;
  base: TreeHash;
  tree: TreeHash;
  /** Snapshot that is restored: what is as in it gets its modification times. */
  restored?: SnapshotRef;
  /** Says what would be written, and writes nothing. */
  dryRun?: boolean;
  /** With `dryRun`, where there are conflicts: says what can be written without them. */
  partial?: boolean;
  /** Modification time of files that were made, ms since 1970; by default the time of writing. */
  mtimeMs?: number;
}

/** The request to the workspace for a publish of a run. */
export function publishRequest(
  { directory, base, tree, restored, mtimeMs, dryRun, partial, key }: PublishInput,
  signal: AbortSignal,
): Parameters<Workspaces['publish']>[0] {
  return {
    directory: directory.realpath,
    ...{ base, tree, restored, dryRun, partial, key, signal },
    mtimeUs: mtimeMs === undefined ? undefined : Math.trunc(mtimeMs * 1000),
  };
}
