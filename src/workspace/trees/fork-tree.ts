import type { ForkOrigin, ForkOutcome } from '../../domain/run/fork';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { TreeHash } from '../../domain/ids';
import { conflictReasons } from '../../domain/files/workspace';
import { BlobMissingError, treeChanges, type TreeStore } from '../../store';
import { applyEdits } from './apply-edits';
import type { TreeAccess } from './tree-access';
import { mergeTrees } from './merge-trees';

/** Most conflicts and refusals that an outcome lists: it becomes part of a result. */
const LISTED = 20;

/**
 * Brings the state that a run is forked from, with its edits, to the present directory. The directory's differences to
 * the state it comes from are the user's, and stay.
 */
export async function forkTree(
  store: TreeAccess,
  { start, left, edits }: ForkOrigin,
  present: TreeHash,
  heavyFolders?: HeavyRules,
): Promise<ForkOutcome> {
  try {
    if (!(await isWhole(store, start, present))) return { status: 'missing' };
    const edited =
      edits.length === 0 ? { tree: start } : await applyEdits(store, start, edits, { heavyFolders });
    if ('refusals' in edited) return { status: 'refused', refusals: edited.refusals.slice(0, LISTED) };
    const base = await nearestTree(store.trees, left, present);
    const merged = await mergeTrees(store, { base, ours: present, theirs: edited.tree });
    if (merged.status === 'merged') return { status: 'ready', tree: merged.tree };
    return { status: 'conflict', conflicts: conflictReasons(merged.conflicts.slice(0, LISTED)) };
  } catch (error) {
    if (error instanceof BlobMissingError) return { status: 'missing' };
    throw error;
  }
}

/**
 * Tree that `tree` differs from in the fewest paths; of several, the earliest. A run that was rolled back left the
 * directory in another state than it published.
 */
export async function nearestTree(
  trees: TreeStore,
  candidates: readonly TreeHash[],
  tree: TreeHash,
): Promise<TreeHash> {
  let nearest = candidates[0] ?? tree;
  let fewest = Infinity;
  for (const candidate of candidates) {
    const { length } = await treeChanges(trees, candidate, tree);
    if (length < fewest) [nearest, fewest] = [candidate, length];
    if (fewest === 0) break;
  }
  return nearest;
}

/**
 * True if all of a tree can be read, given that all of `present` can. It is asked first: writing a tree reads no
 * unchanged file, and would store folders again whose files are lost.
 */
async function isWhole({ blobs, trees }: TreeAccess, tree: TreeHash, present: TreeHash): Promise<boolean> {
  if (!(await blobs.has(tree))) return false;
  for (const { after } of await treeChanges(trees, present, tree))
    if (after && after.type !== 'identity' && !(await blobs.has(after.hash))) return false;
  return true;
}
