import type { BlobHash, TreeHash } from '../../domain/ids';
import { joinPath } from '../../domain/files/paths';
import type { Pace } from '../../machine/pace';
import {
  encodeTimes,
  type EntryTime,
  HashedBlob,
  identityTimeUs,
  readTimes,
  type BlobStore,
  type TreeEntry,
  type TreeStore,
} from '../../store';
import { BlobBatch } from '../io/blob-batch';
import { composeTree } from '../trees/compose-tree';
import { modeOf, standingAt } from './check/entry-on-disk';
import type { Disk } from './disk';
import { opaque, timeOf } from './list-folder';

interface ResultDeps {
  blobs: BlobStore;
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

/** A folder of a tree, with the blob of its times. */
interface Timed {
  tree: TreeHash;
  times: BlobHash;
}

/**
 * Blob of the modification times of a tree that is on disk: those of identities are known, all others are looked up. A
 * folder that is as in `base` has the times that it had there.
 */
export async function timesOnDisk(
  deps: ResultDeps,
  tree: TreeHash,
  base: Timed | undefined,
): Promise<BlobHash> {
  const batch = new BlobBatch(deps.blobs);
  const hash = await folderTimes(deps, batch, '', tree, base);
  await batch.finish();
  return hash;
}

async function folderTimes(
  deps: ResultDeps,
  batch: BlobBatch,
  folder: string,
  tree: TreeHash,
  base: Timed | undefined,
): Promise<BlobHash> {
  const known = await foldersOf(deps, base);
  const times: EntryTime[] = [];
  for (const entry of await deps.trees.readDir(tree)) {
    if (deps.pace.due) await deps.pace.rest();
    const path = joinPath(folder, entry.name);
    const mtimeUs = entry.type === 'identity' ? identityTimeUs(entry.hash) : timeAt(deps.disk, path);
    if (entry.type !== 'dir') times.push({ mtimeUs });
    else {
      const was = known.get(entry.name);
      const same = was?.tree === entry.hash ? was.times : undefined;
      times.push({ mtimeUs, times: same ?? (await folderTimes(deps, batch, path, entry.hash, was)) });
    }
  }
  const blob = new HashedBlob(encodeTimes(times));
  await batch.put(blob);
  return blob.hash;
}

/** Folders in a folder of the base, by name. */
async function foldersOf(deps: ResultDeps, base: Timed | undefined): Promise<ReadonlyMap<string, Timed>> {
  const folders = new Map<string, Timed>();
  if (!base) return folders;
  const times = await readTimes(deps, base);
  for (const { name, type, hash } of await deps.trees.readDir(base.tree)) {
    const below = times.get(name)?.times;
    if (type === 'dir' && below !== undefined) folders.set(name, { tree: hash, times: below });
  }
  return folders;
}

function timeAt(disk: Disk, path: string): number {
  const standing = standingAt(disk, path);
  return standing === 'absent' || 'blocked' in standing ? 0 : timeOf(standing.stat);
}
