import { firstLine } from '../../domain/text';
import type { PathConflict } from '../../domain/files/workspace';
import { acquireOwnerLock } from '../../machine/owner-lock';
import { DirectoryError } from '../errors';
import { ChangedMeanwhileError } from '../publish/publish-apply';
import { lockDirectory } from '../publish/publish-directory';
import { JournalFolder } from '../publish/publish-journal';
import type { RecoveredPublish } from '../publish/publish-recover';
import { Disk } from './disk';
import { ManifestJournals, type ManifestJournal, type PendingManifest } from './steps/journal';
import { removeLeftovers, runSteps, undoSteps } from './steps/run-steps';

interface RecoverDeps {
  journals: string;
}

type Release = () => Promise<void>;

/** Takes the locks of roots, in an order that all take them in; resolves to their release. */
export async function lockRoots(
  { journals }: RecoverDeps,
  roots: readonly string[],
  waitMs: number,
  signal?: AbortSignal,
): Promise<Release> {
  const folder = new JournalFolder(journals);
  const held: Release[] = [];
  const release = async (): Promise<void> => {
    for (const one of held.splice(0).reverse()) await one();
  };
  try {
    for (const root of [...roots].sort())
      held.push(await lockDirectory(folder.lockPath(root), root, waitMs, signal));
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Finishes or undoes the publishes of manifests that killed processes of this machine left behind. */
export async function recoverManifests(deps: RecoverDeps): Promise<RecoveredPublish[]> {
  const journals = new ManifestJournals(deps.journals);
  const recovered: RecoveredPublish[] = [];
  for (const pending of await journals.pending()) {
    const { journal } = pending;
    if (!journal) recovered.push(stuck(pending, pending.reason));
    else {
      const release = await tryLocks(deps, journal.roots);
      if (!release) continue;
      try {
        // Another process may have ended it before the locks were free.
        const still = (await journals.pending(journal.roots)).find(({ file }) => file === pending.file);
        if (still) recovered.push(await recoverOne(journals, still));
      } finally {
        await release();
      }
    }
  }
  return recovered;
}

/** Ends earlier publishes to roots whose locks are held. Rejects with a `DirectoryError` that names a stuck one. */
export async function finishManifests(
  deps: RecoverDeps,
  held: readonly string[],
  waitMs: number,
): Promise<void> {
  const journals = new ManifestJournals(deps.journals);
  for (const pending of await journals.pending(held)) {
    const others = pending.journal?.roots.filter((root) => !held.includes(root)) ?? [];
    const release = await lockRoots(deps, others, waitMs);
    try {
      const recovered = await recoverOne(journals, pending);
      if (recovered.outcome !== 'stuck') continue;
      throw new DirectoryError(
        `An earlier publish to ${recovered.directory ?? held.join(', ')} was interrupted and can be neither finished nor undone (${recovered.reason}): ` +
          `mend that, or keep the folders as they are now by removing ${recovered.journal}.`,
      );
    } finally {
      await release();
    }
  }
}

/** Undefined where a process that is alive publishes to one of the roots. */
async function tryLocks({ journals }: RecoverDeps, roots: readonly string[]): Promise<Release | undefined> {
  const folder = new JournalFolder(journals);
  const held: Release[] = [];
  const release = async (): Promise<void> => {
    for (const one of held.splice(0).reverse()) await one();
  };
  for (const root of [...roots].sort()) {
    const lock = await acquireOwnerLock(folder.lockPath(root), { directory: root });
    if (lock.heldBy) {
      await release();
      return undefined;
    }
    held.push(lock.release);
  }
  return release;
}

async function recoverOne(journals: ManifestJournals, pending: PendingManifest): Promise<RecoveredPublish> {
  const { journal } = pending;
  if (!journal) return stuck(pending, pending.reason);
  try {
    const disk = new Disk(journal.roots, []);
    try {
      const ended = await endJournal(journals, disk, journal);
      return { directory: journal.roots.join(', '), key: journal.key, ...ended };
    } finally {
      disk.close();
    }
  } catch (error) {
    return stuck(pending, firstLine(error instanceof Error ? error.message : String(error)));
  }
}

async function endJournal(
  journals: ManifestJournals,
  disk: Disk,
  journal: ManifestJournal,
): Promise<{ outcome: 'finished' | 'undone'; left: PathConflict[] }> {
  if (journal.state === 'committed') {
    try {
      await runSteps(disk, journal, true);
      await journals.finish(journal);
      return { outcome: 'finished', left: [] };
    } catch (error) {
      // Somebody was at work since: what can't be finished is undone as a whole.
      if (!(error instanceof ChangedMeanwhileError)) throw error;
    }
  }
  return { outcome: 'undone', left: await takeBackManifest(journals, disk, journal) };
}

/** Takes a publish back, whatever of it was done; resolves to the paths that somebody is in the way of. */
export async function takeBackManifest(
  journals: ManifestJournals,
  disk: Disk,
  journal: ManifestJournal,
): Promise<PathConflict[]> {
  let left: PathConflict[] = [];
  if (journal.state === 'staging') removeLeftovers(journal);
  else {
    if (journal.state !== 'undoing') await journals.write({ ...journal, state: 'undoing' });
    left = await undoSteps(disk, journal);
  }
  await journals.remove(journal);
  return left;
}

function stuck({ file, journal }: PendingManifest, reason: string): RecoveredPublish {
  const of = journal && { directory: journal.roots.join(', '), key: journal.key };
  return { outcome: 'stuck', ...of, left: [], journal: file, reason };
}
