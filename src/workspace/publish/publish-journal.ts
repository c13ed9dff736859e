import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { shortHash } from '../../machine/hash';
import { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import { replaceFile, sweepTemps, syncFolder } from '../../machine/atomic-file';
import { errorCode } from '../../machine/system-errors';
import { FinishedPublishes } from './finished';

const Leaf = z.object({
  name: z.string(),
  type: z.enum(['file', 'link', 'identity']),
  mode: z.number().int(),
  hash: BlobHash,
  size: z.number().int(),
});
const Entry = z.union([Leaf, Leaf.extend({ type: z.literal('dir'), hash: TreeHash })]);

/**
 * A publish under way. `staging`: only temporary files were written; removing them undoes it. `committed`: some changes
 * may be made, all will be. `undoing`: it is being taken back.
 */
export const PublishJournal = z.object({
  version: z.literal(1),
  id: z.string(),
  state: z.enum(['staging', 'committed', 'undoing']),
  directory: z.string(),
  key: EffectKey,
  base: TreeHash,
  tree: TreeHash,
  /** Differences of the directory at the start. Paths that already had the new state are left out. */
  changes: z.array(
    z.object({
      path: z.string(),
      before: Entry.optional(),
      after: Entry.optional(),
      /** Modification times, whole µs since 1970; absent: whatever writing makes of them. */
      beforeUs: z.number().int().optional(),
      afterUs: z.number().int().optional(),
    }),
  ),
  /** Folders whose times change because of what is done in them; the root is the empty path. */
  folders: z
    .array(
      z.object({
        path: z.string(),
        beforeUs: z.number().int().optional(),
        afterUs: z.number().int().optional(),
      }),
    )
    .optional(),
});
export type PublishJournal = z.infer<typeof PublishJournal>;
export type JournalledChange = PublishJournal['changes'][number];
export type JournalFolderTime = NonNullable<PublishJournal['folders']>[number];

/** A journal that was left behind; without `journal` its file cannot be read, and `reason` says why. */
export type PendingJournal = { file: string } & (
  { journal: PublishJournal } | { journal?: undefined; reason: string }
);

/** Journals of all directories of this machine, one file each, in Kintsugi's own data folder. */
export class JournalFolder {
  constructor(private readonly folder: string) {}

  /** Lock file of a directory: one publish at a time. */
  lockPath(directory: string): string {
    return join(this.folder, `${prefixOf(directory)}.lock`);
  }

  async write(journal: PublishJournal): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceFile(this.path(journal), JSON.stringify(journal));
  }

  /** Ends one whose changes are all made. */
  async finish(journal: PublishJournal): Promise<void> {
    const { id, base, tree } = journal;
    await new FinishedPublishes(this.folder).note(id, { base, tree, result: tree });
    await this.remove(journal);
  }

  async remove(journal: PublishJournal): Promise<void> {
    await rm(this.path(journal), { force: true });
    await syncFolder(this.folder);
  }

  /** Journals that were left behind, of one directory or of all. */
  async pending(directory?: string): Promise<PendingJournal[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await sweepTemps(this.folder);
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json')).sort();
    const wanted =
      directory === undefined ? names : names.filter((name) => name.startsWith(`${prefixOf(directory)}-`));
    const found = await Promise.all(wanted.map((name) => readPending(join(this.folder, name))));
    return found.filter((pending) => pending !== undefined);
  }

  private path(journal: PublishJournal): string {
    return join(this.folder, `${prefixOf(journal.directory)}-${journal.id}.json`);
  }
}

/** Undefined where its publish ended meanwhile. */
async function readPending(file: string): Promise<PendingJournal | undefined> {
  try {
    return { file, journal: PublishJournal.parse(JSON.parse(await readFile(file, 'utf8'))) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    return { file, reason: 'the journal is damaged, or of another version of Kintsugi' };
  }
}

function prefixOf(directory: string): string {
  return shortHash(directory);
}
