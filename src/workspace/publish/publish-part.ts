import type { TreeHash } from '../../domain/ids';
import { LISTED_PATHS, type PublishOutcome } from '../../domain/files/workspace';
import { treeChanges, type TreeChange } from '../../store';
import type { TreeAccess } from '../trees/tree-access';
import { ChangeGroups } from './change-groups';
import { composeTree } from '../trees/compose-tree';
import { listChanges } from '../trees/diff-trees';
import type { PublishRequest } from './publish-request';
import { planPublish, type PublishConflict, type PublishPlan } from './publish-plan';
import type { DirCursor } from '../io/safe-dir';

/** Outcome that a publish of the directory as it is now would have: its plan, without carrying it out. */
export async function planOutcome(
  store: TreeAccess,
  { base, tree, partial }: Pick<PublishRequest, 'base' | 'tree' | 'partial'>,
  cursor: DirCursor,
): Promise<PublishOutcome> {
  const changes = await treeChanges(store.trees, base, tree);
  const plan = await planPublish(cursor, changes);
  if (plan.conflicts.length === 0)
    return { status: 'published', tree, files: await listChanges(store, base, tree) };
  if (!partial) return conflictOutcome(plan.conflicts);
  const groups = await ChangeGroups.of(store, { base, tree }, changes);
  const part = await planWithout(groups, changes, plan, cursor);
  if (part.changes.length === 0) return conflictOutcome(plan.conflicts);
  const trees = await treesOf(store, base, part);
  const left = [...part.left].map(([path, reason]) => ({ path, reason }));
  return {
    status: 'partial',
    ...trees,
    files: await listChanges(store, trees.base, trees.tree),
    left: left.slice(0, LISTED_PATHS),
    leftCount: left.length,
  };
}

export function conflictOutcome(conflicts: readonly PublishConflict[]): PublishOutcome {
  return { status: 'conflict', conflicts: conflicts.slice(0, LISTED_PATHS) };
}

interface PartialPlan extends PublishPlan {
  /** Changes that are already done. */
  done: TreeChange[];
  left: ReadonlyMap<string, string>;
}

/** Plans again without what is in conflict, until nothing is. */
async function planWithout(
  groups: ChangeGroups,
  changes: readonly TreeChange[],
  first: PublishPlan,
  cursor: DirCursor,
): Promise<PartialPlan> {
  const left = new Map<string, string>();
  for (let plan = first; ;) {
    groups.leaveOut(plan.conflicts, left);
    const kept = changes.filter(({ path }) => !left.has(path));
    cursor.reset();
    plan = await planPublish(cursor, kept);
    if (plan.conflicts.length > 0) continue;
    const open = new Set(plan.changes.map(({ path }) => path));
    return { ...plan, left, done: kept.filter(({ path }) => !open.has(path)) };
  }
}

/** The base with what the user did as well, and that with what is still to be done. */
async function treesOf(store: TreeAccess, base: TreeHash, { done, changes }: PartialPlan) {
  const entries = (made: readonly TreeChange[]) => new Map(made.map(({ path, after }) => [path, after]));
  const from = await composeTree(store, base, entries(done));
  return { base: from, tree: await composeTree(store, from, entries(changes)) };
}
