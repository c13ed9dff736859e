import { placeOf, shownPlace } from '../../domain/goal/places';
import type { Reference } from '../../domain/goal/references';
import type { BlobHash, TreeHash } from '../../domain/ids';
import type { BlobStore, TreeStore } from '../../store';
import { timesOf } from '../tools/files/times';
import { folderTimes } from './folder-times';

/** Folders of a run as they are before it. */
export interface OnDisk {
  roots: readonly string[];
  tree: TreeHash;
  /** Times of its folders. */
  times: BlobHash;
  /** ISO 8601. */
  now: string;
}

/** More are searched for, and not asked about. */
const MOST_ON_DISK = 12;

/**
 * Files or folders that a phrase with a time means by their own times: of birth for `the file made yesterday`, else of the last
 * change. Hidden ones are none, and things that were moved, read or found have no such time.
 */
export async function pathsOnDisk(
  stores: { blobs: BlobStore; trees: TreeStore },
  { type, how }: Reference,
  range: { from: string; to: string },
  { roots, tree, times, now }: OnDisk,
): Promise<string[]> {
  if (how !== undefined && how !== 'made' && how !== 'written') return [];
  const folderMs = folderTimes(stores, { tree, onDisk: tree, times, now });
  const found: string[] = [];
  for (const entry of await stores.trees.list(tree, { dirs: true })) {
    const isFolder = entry.type === 'dir';
    if ((type === 'folder') !== isFolder || isHidden(entry.path) || !entry.path.includes('/')) continue;
    const { changedMs, madeMs } = timesOf(entry, now);
    const ms = isFolder ? await folderMs(entry.path) : how === 'made' ? madeMs : changedMs;
    if (ms === undefined || ms < Date.parse(range.from) || ms >= Date.parse(range.to)) continue;
    if (found.length === MOST_ON_DISK) return [];
    found.push(shownPlace(roots, placeOf(entry.path)));
  }
  return found;
}

function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.'));
}
