import type { BlobHash, TreeHash } from '../../domain/ids';
import { joinPath } from '../../domain/files/paths';
import type { Pace } from '../../machine/pace';
import {
  encodeTimes,
  type EntryTime,
  HashedBlob,
  identityTimeUs,
  type BulkBlobStore,
  type TreeEntry,
  type TreeStore,
} from '../../store';
import { BlobBatch } from '../io/blob-batch';
import { composeTree } from '../trees/compose-tree';
import { modeOf, standingAt } from './check/entry-on-disk';
import type { Disk } from './disk';
import { opaque, timeOf } from './list-folder';

interface ResultDeps {
  blobs: BulkBlobStore;
  trees: TreeStore;
  disk: Disk;
  pace: Pace;
}

/** The tree with the identities that files at these paths have now, and the modes of folders. */
export async function identifiedOnDisk(
  { blobs, trees, disk, pace }: ResultDeps,
  tree: TreeHash,
  paths: ReadonlyMap<string, TreeEntry>,
): Promise<TreeHash> {
  const changes = new Map<string, TreeEntry>();
  for (const [path, entry] of paths) {
    if (pace.due) await pace.rest();
    const standing = standingAt(disk, path);
    if (standing === 'absent' || 'blocked' in standing || entry.type === 'link') continue;
    changes.set(
      path,
      entry.type === 'dir'
        ? { ...entry, mode: modeOf(standing.stat) }
        : opaque(entry.name, standing.stat).entry,
    );
  }
  return composeTree({ blobs, trees }, tree, changes);
}

/** Blob of the modification times of a tree that is on disk: those of identities are known, all others are looked up. */
export async function timesOnDisk(deps: ResultDeps, tree: TreeHash): Promise<BlobHash> {
  const batch = new BlobBatch(deps.blobs);
  const hash = await folderTimes(deps, batch, tree, '');
  await batch.finish();
  return hash;
}

async function folderTimes(
  deps: ResultDeps,
  batch: BlobBatch,
  listing: TreeHash,
  folder: string,
): Promise<BlobHash> {
  const times: EntryTime[] = [];
  for (const entry of await deps.trees.readDir(listing)) {
    if (deps.pace.due) await deps.pace.rest();
    const path = joinPath(folder, entry.name);
    const mtimeUs = entry.type === 'identity' ? identityTimeUs(entry.hash) : timeAt(deps.disk, path);
    if (entry.type !== 'dir') times.push({ mtimeUs });
    else times.push({ mtimeUs, times: await folderTimes(deps, batch, entry.hash, path) });
  }
  const blob = new HashedBlob(encodeTimes(times));
  batch.add(blob);
  if (batch.full) await batch.flush();
  return blob.hash;
}

function timeAt(disk: Disk, path: string): number {
  const standing = standingAt(disk, path);
  return standing === 'absent' || 'blocked' in standing ? 0 : timeOf(standing.stat);
}
