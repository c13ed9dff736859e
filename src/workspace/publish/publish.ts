import { type PublishOutcome, type PublishRequest, LISTED_PATHS } from '../../domain/files/workspace';
import { type TreeChange, treeChanges } from '../../store';
import { listChanges } from '../trees/diff-trees';
import { realDirectory } from '../capture/import';
import { finishManifests } from '../manifest/recover-manifests';
import { ChangedMeanwhileError } from './publish-apply';
import { explain, lockDirectory, withRoot } from './publish-directory';
import { FinishedPublishes } from './finished';
import { JournalFolder, type PublishJournal } from './publish-journal';
import { planPublish, type PublishConflict, type PublishPlan, publishId } from './publish-plan';
import { finishEarlier } from './publish-recover';
import { clearTemps, run, takeBackAll } from './publish-changes';
import { timesOf, type PublishDeps } from './publish-times';
import type { TreeHash } from '../../domain/ids';
import type { TreeAccess } from '../trees/tree-access';
import { ChangeGroups } from './change-groups';
import { composeTree } from '../trees/compose-tree';
import type { DirCursor } from '../io/safe-dir';

/**
 * Brings a directory from `base` to `tree`: the whole difference or nothing. A path that is neither as in `base` nor as
 * in `tree` is a conflict. A repeated publish changes nothing. With `base` and `tree` swapped it is a rollback. Rejects
 * with `DirectoryError`, and with `DirectoryBusyError` if another publish does not end.
 */
export async function publish(
  deps: PublishDeps,
  request: PublishRequest,
  signal?: AbortSignal,
): Promise<PublishOutcome> {
  const directory = await realDirectory(request.directory);
  if (request.dryRun) return withRoot(directory, (_, cursor) => planOutcome(deps, request, cursor));
  const changes = await treeChanges(deps.trees, request.base, request.tree);
  const journals = new JournalFolder(deps.journals);
  const release = await lockDirectory(
    journals.lockPath(directory),
    directory,
    deps.lockWaitMs ?? 30_000,
    signal,
  );
  try {
    await finishEarlier(deps, journals, directory);
    await finishManifests(deps, [directory], deps.lockWaitMs ?? 30_000);
    const done = await new FinishedPublishes(deps.journals).find(publishId(directory, request.key), {
      base: request.base,
      tree: request.tree,
    });
    if (done) return await outcomeOf(deps, request, []);
    return await outcomeOf(
      deps,
      request,
      await write(deps, journals, { ...request, directory }, changes, signal),
    );
  } finally {
    await release();
  }
}

async function outcomeOf(
  deps: PublishDeps,
  { base, tree }: PublishRequest,
  conflicts: readonly PublishConflict[],
): Promise<PublishOutcome> {
  if (conflicts.length > 0) return conflictOutcome(conflicts);
  return { status: 'published', tree, files: await listChanges(deps, base, tree) };
}

/** Publishes under the lock; resolves to the conflicts, and to none when all is written. */
async function write(
  deps: PublishDeps,
  journals: JournalFolder,
  request: PublishRequest,
  changes: readonly TreeChange[],
  signal: AbortSignal | undefined,
): Promise<PublishConflict[]> {
  const { directory } = request;
  return withRoot(directory, async (root, cursor) => {
    const plan = await planPublish(cursor, changes);
    if (plan.conflicts.length > 0 || plan.changes.length === 0) return plan.conflicts;
    const { changes: planned, folders } = await timesOf(deps, request, plan, cursor);
    const { base, tree, key } = request;
    const id = publishId(directory, key);
    const journal: PublishJournal = {
      version: 1,
      id,
      state: 'staging',
      directory,
      key,
      base,
      tree,
      changes: planned,
      folders,
    };
    await journals.write(journal);
    const commit = async (): Promise<void> => {
      await journals.write({ ...journal, state: 'committed' });
      journal.state = 'committed';
    };
    try {
      // Of an attempt that could not clean up: a folder was moved away from it, and is back now.
      await clearTemps(root, journal);
      await run(deps, root, journal, plan, commit, signal);
    } catch (error) {
      await takeBackAll(deps, journals, root, journal, error);
      if (error instanceof ChangedMeanwhileError) return [error.conflict];
      throw explain(error, directory);
    }
    await journals.finish(journal);
    return [];
  });
}

/** Outcome that a publish of the directory as it is now would have: its plan, without carrying it out. */
async function planOutcome(
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

function conflictOutcome(conflicts: readonly PublishConflict[]): PublishOutcome {
  return { status: 'conflict', conflicts: conflicts.slice(0, LISTED_PATHS) };
}

interface PartialPlan extends PublishPlan {
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
