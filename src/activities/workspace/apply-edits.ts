import type { TreeHash } from '../../domain/ids';
import type { EditRefusal, FileEdit } from '../../domain/workspace';
import type { BlobStore, TreeStore } from '../../store/types';
import { EditSession, type RefusedEdit } from './edit-session';
import { rebuildTree } from './rebuild-tree';

export interface TreeAccess {
  blobs: BlobStore;
  trees: TreeStore;
}

export type EditOutcome = { tree: TreeHash } | { refusals: EditRefusal[] };

/**
 * Applies edits in order, each seeing what those before it made. All or nothing: where one is refused, the
 * outcome is every refusal, with the nearest lines, and no tree. `protect` says why a path may not be edited.
 */
export async function applyEdits(
  store: TreeAccess,
  tree: TreeHash,
  edits: readonly FileEdit[],
  protect: (path: string) => string | undefined = () => undefined,
): Promise<EditOutcome> {
  const session = new EditSession(store, tree, protect);
  const refusals: RefusedEdit[] = [];
  for (const edit of edits) {
    const refusal = await session.apply(edit);
    if (refusal) refusals.push(refusal);
  }
  return refusals.length > 0 ? { refusals } : { tree: await rebuildTree(store, tree, session.result()) };
}
