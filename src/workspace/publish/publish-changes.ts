import { withSignal } from '../../machine/abort-scope';
import type { BlobStore } from '../../store';
import { Pace } from '../../machine/pace';
import { PublishWriter, removeTemps } from './publish-apply';
import { setFolderTimes } from './publish-times';
import { halfDone } from './publish-directory';
import type { JournalFolder, PublishJournal } from './publish-journal';
import { planPublish, type PublishConflict, type PublishPlan } from './publish-plan';
import { DirCursor, type SafeDir } from '../io/safe-dir';

interface PublishingDeps {
  blobs: BlobStore;
  journals: string;
}

/** Takes back a publish that `error` ended. Rejects with what the user has to know where that fails too. */
export async function takeBackAll(
  deps: PublishingDeps,
  journals: JournalFolder,
  root: SafeDir,
  journal: PublishJournal,
  error: unknown,
): Promise<void> {
  try {
    // Also when what ended it was its signal: the bytes from before may have to be fetched.
    await withSignal(undefined, () => takeBack(deps, journals, root, journal));
  } catch (second) {
    throw halfDone(journal, error, second);
  }
}

export async function run(
  deps: PublishingDeps,
  root: SafeDir,
  journal: PublishJournal,
  plan: PublishPlan,
  staged: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  // The temporary names count the journal's changes.
  const position = new Map(journal.changes.map((change, index) => [change.path, index]));
  const changes = plan.changes.map((change) => {
    const index = position.get(change.path) ?? change.index;
    return { ...change, index, afterUs: journal.changes[index]?.afterUs };
  });
  const writer = new PublishWriter(deps.blobs, root, journal, changes, journal.folders ?? [], deps.journals);
  try {
    await writer.stage(new Pace(signal));
    await staged();
    await writer.apply();
  } finally {
    writer.close();
  }
}

/** Finishes every change of a journal, including those that are partly done. */
export async function resume(
  deps: PublishingDeps,
  journals: JournalFolder,
  root: SafeDir,
  journal: PublishJournal,
): Promise<PublishConflict[]> {
  await clearTemps(root, journal);
  const cursor = new DirCursor(root);
  try {
    const plan = await planPublish(cursor, journal.changes, true);
    cursor.reset();
    await run(deps, root, journal, plan, () => Promise.resolve());
    if (journal.state === 'undoing') await journals.remove(journal);
    else await journals.finish(journal);
    return plan.conflicts;
  } finally {
    cursor.reset();
  }
}

/** Takes back what was made; before the commit nothing was, apart from temporary files. */
export async function takeBack(
  deps: PublishingDeps,
  journals: JournalFolder,
  root: SafeDir,
  journal: PublishJournal,
): Promise<PublishConflict[]> {
  await clearTemps(root, journal);
  if (journal.state === 'staging') {
    await setFolderTimes(
      root,
      journal.folders?.map(({ path, beforeUs }) => ({ path, afterUs: beforeUs })) ?? [],
    );
    await journals.remove(journal);
    return [];
  }
  const undoing: PublishJournal = { ...journal, state: 'undoing' };
  if (journal.state !== 'undoing') await journals.write(undoing);
  const inverse = journal.changes.map(({ path, before, after, beforeUs, afterUs }) => ({
    path,
    before: after,
    after: before,
    beforeUs: afterUs,
    afterUs: beforeUs,
  }));
  const folders = journal.folders?.map(({ path, beforeUs }) => ({ path, afterUs: beforeUs }));
  return resume(deps, journals, root, { ...undoing, changes: inverse, folders });
}

/** Removes what the publish, or an attempt of it before, has left beside the places of its files. */
export function clearTemps(root: SafeDir, journal: PublishJournal): Promise<void> {
  const paths = journal.changes.map((change) => change.path);
  return removeTemps(root, journal.id, paths);
}
