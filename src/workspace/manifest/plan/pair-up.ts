import type { TreeHash } from '../../../domain/ids';
import type { TreeEntry, TreeStore } from '../../../store';

/** An entry of one name, before and after. */
export interface EntryPair {
  before?: TreeEntry;
  after?: TreeEntry;
}

/** Entries of two listings by name; undefined stands for a folder that is not there. */
export async function pairUp(
  trees: TreeStore,
  left: TreeHash | undefined,
  right: TreeHash | undefined,
): Promise<ReadonlyMap<string, EntryPair>> {
  const pairs = new Map<string, EntryPair>();
  if (left !== undefined) for (const before of await trees.readDir(left)) pairs.set(before.name, { before });
  if (right === undefined) return pairs;
  for (const after of await trees.readDir(right)) {
    const known = pairs.get(after.name);
    if (known) known.after = after;
    else pairs.set(after.name, { after });
  }
  return pairs;
}
