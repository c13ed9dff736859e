import type { PublishOutcome } from '../../domain/files/workspace';
import { type TreeChange, treeChanges } from '../../store';
import { listChanges } from '../trees/diff-trees';
import { realDirectory } from '../capture/import';
import { finishManifests } from '../manifest/recover-manifests';
import { ChangedMeanwhileError } from './publish-apply';
import { explain, lockDirectory, withRoot } from './publish-directory';
import { FinishedPublishes } from './finished';
import { JournalFolder, type PublishJournal } from './publish-journal';
import { conflictOutcome, planOutcome } from './publish-part';
import { planPublish, type PublishConflict } from './publish-plan';
import { finishEarlier } from './publish-recover';
import { clearTemps, run, takeBackAll } from './publish-changes';
import { timesOf } from './publish-times';
import { publishId } from './temp-names';
import type { PublishDeps, PublishRequest } from './publish-request';

/**
 * Brings a directory from `base` to `tree`: the whole difference or nothing. A path that is neither as in `base` nor as
 * in `tree` is a conflict. A repeated publish changes nothing. With `base` and `tree` swapped it is a rollback. Rejects
 * with `DirectoryError`, and with `DirectoryBusyError` if another publish does not end.
 */
export async function publish(deps: PublishDeps, request: PublishRequest): Promise<PublishOutcome> {
  const directory = await realDirectory(request.directory);
  if (request.dryRun) return withRoot(directory, (_, cursor) => planOutcome(deps, request, cursor));
  const changes = await treeChanges(deps.trees, request.base, request.tree);
  const journals = new JournalFolder(deps.journals);
  const release = await lockDirectory(
    journals.lockPath(directory),
    directory,
    deps.lockWaitMs ?? 30_000,
    request.signal,
  );
  try {
    await finishEarlier(deps, journals, directory);
    await finishManifests(deps, [directory], deps.lockWaitMs ?? 30_000);
    const done = await new FinishedPublishes(deps.journals).find(publishId(directory, request.key), {
      base: request.base,
      tree: request.tree,
    });
    if (done) return await outcomeOf(deps, request, []);
    return await outcomeOf(deps, request, await write(deps, journals, directory, request, changes));
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
  directory: string,
  request: PublishRequest,
  changes: readonly TreeChange[],
): Promise<PublishConflict[]> {
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
      await run(deps, root, journal, plan, commit, request.signal);
    } catch (error) {
      await takeBackAll(deps, journals, root, journal, error);
      if (error instanceof ChangedMeanwhileError) return [error.conflict];
      throw explain(error, directory);
    }
    await journals.finish(journal);
    return [];
  });
}
