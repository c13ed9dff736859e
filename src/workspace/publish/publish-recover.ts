import type { EffectKey } from '../../domain/ids';
import { firstLine } from '../../domain/text';
import { errorCode } from '../../machine/system-errors';
import { acquireOwnerLock } from '../../machine/owner-lock';
import type { BlobStore } from '../../store';
import { DirectoryError } from '../errors';
import { JournalFolder, type PendingJournal, type PublishJournal } from './publish-journal';
import type { PublishConflict } from './publish-plan';
import { resume, takeBack } from './publish-changes';
import { SafeDir } from '../io/safe-dir';

/** A publish that a killed process left behind, and what became of it. */
export type RecoveredPublish =
  | {
      outcome: 'undone' | 'finished' | 'directory-gone';
      directory: string;
      key: EffectKey;
      /** Paths that somebody changed meanwhile: they are left as they are. */
      left: PublishConflict[];
    }
  | {
      /** It can be neither finished nor undone now; its journal stays. */
      outcome: 'stuck';
      /** Unknown where the journal cannot be read. */
      directory?: string;
      key?: EffectKey;
      left: PublishConflict[];
      /** File of the journal, and why in one line. */
      journal: string;
      reason: string;
    };

interface RecoverDeps {
  blobs: BlobStore;
  journals: string;
}

/**
 * Undoes or finishes the publishes of killed processes of this machine. Those under way elsewhere are left alone. A
 * stuck one does not hold up the others.
 */
export async function recoverPublishes(deps: RecoverDeps): Promise<RecoveredPublish[]> {
  const journals = new JournalFolder(deps.journals);
  const recovered: RecoveredPublish[] = [];
  const found = await journals.pending();
  for (const pending of found) if (!pending.journal) recovered.push(stuck(pending, pending.reason));
  for (const directory of new Set(found.flatMap(({ journal }) => journal?.directory ?? []))) {
    const lock = await acquireOwnerLock(journals.lockPath(directory), { directory });
    if (lock.heldBy) continue;
    try {
      for (const pending of await journals.pending(directory))
        if (pending.journal) recovered.push(await recoverPending(deps, journals, pending));
    } finally {
      await lock.release();
    }
  }
  return recovered;
}

/** Ends earlier publishes to a directory, under its lock. Rejects with a `DirectoryError` that names a stuck one. */
export async function finishEarlier(
  deps: RecoverDeps,
  journals: JournalFolder,
  directory: string,
): Promise<void> {
  for (const pending of await journals.pending(directory)) {
    const recovered = await recoverPending(deps, journals, pending);
    if (recovered.outcome !== 'stuck') continue;
    throw new DirectoryError(
      `An earlier publish to ${directory} was interrupted and can be neither finished nor undone (${recovered.reason}): ` +
        `mend that, or keep the directory as it is now by removing ${recovered.journal}.`,
    );
  }
}

async function recoverPending(
  deps: RecoverDeps,
  journals: JournalFolder,
  pending: PendingJournal,
): Promise<RecoveredPublish> {
  if (!pending.journal) return stuck(pending, pending.reason);
  try {
    return await recoverOne(deps, journals, pending.journal);
  } catch (error) {
    return stuck(pending, firstLine(error instanceof Error ? error.message : String(error)));
  }
}

function stuck({ file, journal }: PendingJournal, reason: string): RecoveredPublish {
  const of = journal && { directory: journal.directory, key: journal.key };
  return { outcome: 'stuck', ...of, left: [], journal: file, reason };
}

/** Finishes or undoes one journal, by the state it is in. */
async function recoverOne(
  deps: RecoverDeps,
  journals: JournalFolder,
  journal: PublishJournal,
): Promise<RecoveredPublish> {
  const { directory, key } = journal;
  const outcome = journal.state === 'committed' ? 'finished' : 'undone';
  const root = openIfThere(directory);
  if (!root) {
    await journals.remove(journal);
    return { directory, key, outcome: 'directory-gone', left: [] };
  }
  try {
    const end = outcome === 'finished' ? resume : takeBack;
    return { directory, key, outcome, left: await end(deps, journals, root, journal) };
  } finally {
    root.close();
  }
}

/** Only the directory's own absence counts: inside it, a missing name says nothing about the whole. */
function openIfThere(directory: string): SafeDir | undefined {
  try {
    return SafeDir.openRoot(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
