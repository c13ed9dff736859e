import type { BlobHash, TreeHash } from '../../domain/ids';
import { type BlobStore, SnapshotTimes, type TreeStore } from '../../store';

/** Trees that the times of folders are told from. */
export interface TimedTrees {
  /** The run's tree. */
  tree: TreeHash;
  /** Tree that the folders of the disk hold, and its times. */
  onDisk: TreeHash;
  times: BlobHash;
  /** ISO 8601. */
  now: string;
}

/**
 * Modification times of the folders of a run's tree by path, ms. A folder that the run moved whole keeps its time; one that it
 * made, or in which it made, moved or took away something, is as new as the call.
 */
export function folderTimes(
  stores: { blobs: BlobStore; trees: TreeStore },
  { tree, onDisk, times, now }: TimedTrees,
): (path: string) => Promise<number | undefined> {
  const { trees } = stores;
  const known = new SnapshotTimes(stores, { tree: onDisk, times });
  let places: Promise<ReadonlyMap<TreeHash, string>> | undefined;
  const namesIn = async (hash: TreeHash) => (await trees.readDir(hash)).map(({ name }) => name).join('/');
  const placeOnDisk = async (path: string, hash: TreeHash): Promise<string | undefined> => {
    const there = await trees.find(onDisk, path);
    if (there?.type === 'dir')
      return (await namesIn(there.hash)) === (await namesIn(hash)) ? path : undefined;
    // All empty folders are alike.
    if ((await trees.readDir(hash)).length === 0) return undefined;
    places ??= trees
      .list(onDisk, { dirs: true })
      .then(
        (all) => new Map(all.flatMap((one) => (one.type === 'dir' ? [[one.hash, one.path] as const] : []))),
      );
    return (await places).get(hash);
  };
  return async (path) => {
    const entry = await trees.find(tree, path);
    if (entry?.type !== 'dir') return undefined;
    const place = await placeOnDisk(path, entry.hash);
    if (place === undefined) return Date.parse(now);
    const mtimeUs = await known.mtimeUs(place);
    return mtimeUs === undefined ? undefined : mtimeUs / 1_000;
  };
}
