import type { TreeHash } from '../../domain/ids';
import type { MergeOutcome } from '../../domain/files/workspace';
import { mergeTrees } from './merge-trees';
import type { TreeAccess } from './tree-access';

/** Changes that are to be taken back, the newest first, from a tree that may have gone on since. */
export interface TakeBackRequest {
  present: TreeHash;
  undo: readonly { before: TreeHash; after: TreeHash }[];
}

/** Takes changes back one by one; what was changed besides stays, or is a conflict. */
export async function takeBack(store: TreeAccess, { present, undo }: TakeBackRequest): Promise<MergeOutcome> {
  let merged: MergeOutcome = { status: 'merged', tree: present };
  for (const { before, after } of undo) {
    if (merged.status === 'conflict') break;
    merged = await mergeTrees(store, { base: after, ours: merged.tree, theirs: before });
  }
  return merged;
}
