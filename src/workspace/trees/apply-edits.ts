import { folderRules } from '../../domain/files/heavy-folders';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { TreeHash } from '../../domain/ids';
import type { AppliedEdit, EditRefusal, FileEdit } from '../../domain/files/workspace';
import { EditSession } from './edit-session';
import { rebuildTree } from './rebuild-tree';
import type { TreeAccess } from './tree-access';

/** What may not be edited. */
export interface EditRules {
  /** Why a path may not be edited; undefined where it may. */
  protect?: (path: string) => string | undefined;
  /** Rules of the run: what is not captured is not edited either. */
  heavyFolders?: HeavyRules;
}

/** The tree with all edits, and how each found its place; or every refusal. */
export type EditOutcome = { tree: TreeHash; applied: AppliedEdit[] } | { refusals: EditRefusal[] };

/**
 * Applies edits in order, each seeing what those before it made. All or nothing: where one is refused, the
 * outcome is every refusal, with the nearest lines, and no tree.
 */
export async function applyEdits(
  store: TreeAccess,
  tree: TreeHash,
  edits: readonly FileEdit[],
  { protect = () => undefined, heavyFolders }: EditRules = {},
): Promise<EditOutcome> {
  const session = new EditSession(store, tree, protect, folderRules(heavyFolders));
  const refusals: EditRefusal[] = [];
  const applied: AppliedEdit[] = [];
  for (const edit of edits) {
    const made = await session.apply(edit);
    if ('refusal' in made) refusals.push(made.refusal);
    else applied.push(made.applied);
  }
  if (refusals.length > 0) return { refusals };
  return { tree: await rebuildTree(store, tree, session.result()), applied };
}
