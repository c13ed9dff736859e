import type { BlobHash, TreeHash } from '../domain/ids';
import { joinPath } from '../domain/files/paths';
import { readTimes, type BlobStore, type TreeStore } from '../store';

/** Files of a snapshot that were written last, the newest first; of one time by their names. */
export async function recentFiles(
  store: { blobs: BlobStore; trees: TreeStore },
  snapshot: { tree: TreeHash; times: BlobHash },
  count: number,
): Promise<string[]> {
  let newest: { path: string; mtimeUs: number }[] = [];
  const folders = [{ ...snapshot, path: '' }];
  for (const folder of folders) {
    const times = await readTimes(store, folder);
    for (const { name, type, hash } of await store.trees.readDir(folder.tree)) {
      const path = joinPath(folder.path, name);
      const { mtimeUs = 0, times: below } = times.get(name) ?? {};
      if (type === 'dir' && below !== undefined) folders.push({ tree: hash, times: below, path });
      else if (type === 'file') newest.push({ path, mtimeUs });
    }
    newest = newest.sort((a, b) => b.mtimeUs - a.mtimeUs || (a.path < b.path ? -1 : 1)).slice(0, count);
  }
  return newest.map(({ path }) => path);
}
