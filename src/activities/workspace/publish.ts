import type { StepKey, TreeHash } from '../../domain/ids';
import type { PublishOutcome } from '../../domain/workspace';
import { errorCode } from '../../store/errors';
import { acquireOwnerLock } from '../../store/owner-lock';
import { treeChanges, type TreeChange } from '../../store/tree-changes';
import type { BulkBlobStore, TreeStore } from '../../store/types';
import { listChanges } from './diff-trees';
import { realDirectory } from './import';
import { Pace } from './pace';
import { ChangedMeanwhileError, PublishWriter, removeTemps } from './publish-apply';
import { explain, lockDirectory, withRoot } from './publish-directory';
import { JournalFolder, type PublishJournal } from './publish-journal';
import { planPublish, type PublishConflict, type PublishPlan } from './publish-plan';
import { DirCursor, type SafeDir } from './safe-dir';
import { publishId } from './temp-names';

/** Most conflicts that an outcome lists. */
const LISTED = 50;

export interface PublishDeps {
  blobs: BulkBlobStore;
  trees: TreeStore;
  /** Folder of the journals, in Kintsugi's own data. */
  journals: string;
  /** How long to wait for another publish to the same directory; 30 s by default. */
  lockWaitMs?: number;
}

export interface PublishRequest {
  directory: string;
  /** What the directory held when it was imported. */
  base: TreeHash;
  tree: TreeHash;
  key: StepKey;
  /** Says what would happen, and writes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
}

/** A publish that a killed process left behind, and what became of it at the next start. */
export interface RecoveredPublish {
  directory: string;
  key: StepKey;
  outcome: 'undone' | 'finished' | 'directory-gone';
  /** Paths that somebody changed meanwhile: they are left as they are. */
  left: PublishConflict[];
}

/**
 * Brings a directory from `base` to `tree`: all of the difference or nothing. A path that is neither as in
 * `base` nor as in `tree` is a conflict. Doing it again is no change. With `base` and `tree` swapped it is a
 * rollback. Rejects with `DirectoryError`, and with `DirectoryBusyError` where another publish does not end.
 */
export async function publish(deps: PublishDeps, request: PublishRequest): Promise<PublishOutcome> {
  const directory = await realDirectory(request.directory);
  const changes = await treeChanges(deps.trees, request.base, request.tree);
  if (request.dryRun) return outcomeOf(deps, request, await look(directory, changes));
  const journals = new JournalFolder(deps.journals);
  const release = await lockDirectory(
    journals.lockPath(directory),
    directory,
    deps.lockWaitMs ?? 30_000,
    request.signal,
  );
  try {
    for (const journal of await journals.pending(directory)) await recoverOne(deps, journals, journal);
    return await outcomeOf(deps, request, await write(deps, journals, directory, request, changes));
  } finally {
    await release();
  }
}

/** Undoes or finishes what killed publishes of this machine left behind; those under way elsewhere are left alone. */
export async function recoverPublishes(deps: PublishDeps): Promise<RecoveredPublish[]> {
  const journals = new JournalFolder(deps.journals);
  const recovered: RecoveredPublish[] = [];
  for (const { directory } of await journals.pending()) {
    const lock = await acquireOwnerLock(journals.lockPath(directory), { directory });
    if (lock.heldBy) continue;
    try {
      for (const journal of await journals.pending(directory))
        recovered.push(await recoverOne(deps, journals, journal));
    } finally {
      await lock.release();
    }
  }
  return recovered;
}

async function outcomeOf(
  deps: PublishDeps,
  { base, tree }: PublishRequest,
  conflicts: readonly PublishConflict[],
): Promise<PublishOutcome> {
  if (conflicts.length > 0) return { status: 'conflict', conflicts: conflicts.slice(0, LISTED) };
  return { status: 'published', tree, files: await listChanges(deps, base, tree) };
}

async function look(directory: string, changes: readonly TreeChange[]): Promise<PublishConflict[]> {
  return withRoot(directory, async (_, cursor) => (await planPublish(cursor, changes)).conflicts);
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
    if (plan.conflicts.length > 0 || plan.steps.length === 0) return plan.conflicts;
    const steps = plan.steps.map(({ path, before, after }) => ({ path, before, after }));
    const { base, tree, key } = request;
    const id = publishId(directory, key);
    const journal: PublishJournal = { version: 1, id, state: 'staging', directory, key, base, tree, steps };
    await journals.write(journal);
    const commit = (): Promise<void> => {
      journal.state = 'committed';
      return journals.write(journal);
    };
    try {
      await run(deps, root, journal, plan, commit, request.signal);
    } catch (error) {
      await takeBack(deps, journals, root, journal);
      if (error instanceof ChangedMeanwhileError) return [error.conflict];
      throw explain(error, directory);
    }
    await journals.remove(journal);
    return [];
  });
}

/** Stages, says that it is staged, applies. */
async function run(
  deps: PublishDeps,
  root: SafeDir,
  journal: PublishJournal,
  plan: PublishPlan,
  staged: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  // The temporary names count the journal's steps.
  const position = new Map(journal.steps.map((step, index) => [step.path, index]));
  const steps = plan.steps.map((step) => ({ ...step, index: position.get(step.path) ?? step.index }));
  const writer = new PublishWriter(deps.blobs, root, journal.id, steps);
  try {
    await writer.stage(new Pace(signal));
    await staged();
    writer.apply();
  } finally {
    writer.close();
  }
}

/** Finishes or undoes one journal, by the state it is in. */
async function recoverOne(
  deps: PublishDeps,
  journals: JournalFolder,
  journal: PublishJournal,
): Promise<RecoveredPublish> {
  const { directory, key } = journal;
  const outcome = journal.state === 'committed' ? 'finished' : 'undone';
  try {
    const left = await withRoot(directory, (root) =>
      outcome === 'finished'
        ? resume(deps, journals, root, journal)
        : takeBack(deps, journals, root, journal),
    );
    return { directory, key, outcome, left };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    await journals.remove(journal);
    return { directory, key, outcome: 'directory-gone', left: [] };
  }
}

/** Brings every step of a journal to its end, whatever was done of it already. */
async function resume(
  deps: PublishDeps,
  journals: JournalFolder,
  root: SafeDir,
  journal: PublishJournal,
): Promise<PublishConflict[]> {
  clearTemps(root, journal);
  const cursor = new DirCursor(root);
  try {
    const plan = await planPublish(cursor, journal.steps, true);
    cursor.reset();
    await run(deps, root, journal, plan, () => Promise.resolve());
    await journals.remove(journal);
    return plan.conflicts;
  } finally {
    cursor.reset();
  }
}

/** Takes back what was made; before the commit nothing was, apart from temporary files. */
async function takeBack(
  deps: PublishDeps,
  journals: JournalFolder,
  root: SafeDir,
  journal: PublishJournal,
): Promise<PublishConflict[]> {
  clearTemps(root, journal);
  if (journal.state === 'staging') {
    await journals.remove(journal);
    return [];
  }
  const undoing: PublishJournal = { ...journal, state: 'undoing' };
  if (journal.state !== 'undoing') await journals.write(undoing);
  const inverse = journal.steps.map(({ path, before, after }) => ({ path, before: after, after: before }));
  return resume(deps, journals, root, { ...undoing, steps: inverse });
}

function clearTemps(root: SafeDir, journal: PublishJournal): void {
  const paths = journal.steps.map((step) => step.path);
  removeTemps(root, journal.id, paths);
}
