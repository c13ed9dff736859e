import { folderRules } from '../../domain/files/heavy-folders';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { TreeHash } from '../../domain/ids';
import type { AppliedEdit, EditRefusal, FileEdit } from '../../domain/files/workspace';
import { EditSession } from './edit-session';
import { rebuildTree } from './rebuild-tree';
import type { TreeAccess } from './tree-access';

/** Paths that may not be edited. */
export interface EditRules {
  /** Reason why a path may not be edited. Undefined: it may. */
  protect?: (path: string) => string | undefined;
  /** Rules of the run: what is not captured is not edited either. */
  heavyFolders?: HeavyRules;
}

/** The tree with all edits, and how each found its place; or every refusal. */
export type EditOutcome = { tree: TreeHash; applied: AppliedEdit[] } | { refusals: EditRefusal[] };

/**
 * Applies edits in order, each on the result of those before it. All or nothing: if one is refused, the outcome lists
 * every refusal, with the nearest lines, and has no tree.
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
