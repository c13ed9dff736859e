import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EffectKey, TreeHash } from '../../../domain/ids';
import { replaceFile, sweepTemps, syncFolder } from '../../../machine/atomic-file';
import { errorCode } from '../../../machine/system-errors';
import { FinishedPublishes } from '../../publish/finished';

/** Device and inode: they stay the same wherever something is renamed to. */
const Inode = z.object({ dev: z.string(), ino: z.string() });
export type Inode = z.infer<typeof Inode>;

/**
 * Permission bits of a folder that its owner may not write into: without that right it can't be renamed into another
 * folder, so it has it for that moment.
 */
const FolderMode = z.number().int().optional();

/** One act on the disk that is whole or not done, and that can be taken back. Paths are of the tree, `held` is absolute. */
export const Step = z.discriminatedUnion('do', [
  /** Renames something from its path to a place of Kintsugi's own. */
  z.object({
    do: z.literal('take'),
    path: z.string(),
    held: z.string(),
    inode: Inode,
    /** Identity of a file; `empty` for a folder that must hold nothing any more. */
    expected: z.string().optional(),
    /** Listing of a folder that goes with all it holds. */
    listed: TreeHash.optional(),
    mode: FolderMode,
  }),
  /** Gives something in a place of Kintsugi's own its path, where nothing may stand. */
  z.object({ do: z.literal('put'), held: z.string(), path: z.string(), inode: Inode, mode: FolderMode }),
  /** Makes a folder; `before`: inode of what stood there first and is taken away. */
  z.object({
    do: z.literal('make'),
    path: z.string(),
    owner: z.object({ uid: z.number().int(), gid: z.number().int() }),
    before: z.string().optional(),
  }),
  z.object({ do: z.literal('mode'), path: z.string(), before: z.number().int(), after: z.number().int() }),
]);
export type Step = z.infer<typeof Step>;

/** Modification times of a folder, whole µs since 1970: the present one, and the one that it is to get. */
const FolderTime = z.object({
  path: z.string(),
  beforeUs: z.number().int().optional(),
  afterUs: z.number().int().optional(),
});
export type FolderTime = z.infer<typeof FolderTime>;

/**
 * A publish of a manifest under way. `staging`: new files were made in places of Kintsugi's own only. `committed`: some
 * steps may be done, all will be. `undoing`: it is being taken back.
 */
export const ManifestJournal = z.object({
  version: z.literal(1),
  id: z.string(),
  state: z.enum(['staging', 'committed', 'undoing']),
  key: EffectKey,
  roots: z.array(z.string()),
  base: TreeHash,
  tree: TreeHash,
  /** Manifest of the roots afterwards; absent until all new files are made. */
  result: TreeHash.optional(),
  /** Folders with what is put aside, absolute. */
  places: z.array(z.string()),
  steps: z.array(Step),
  folders: z.array(FolderTime),
});
export type ManifestJournal = z.infer<typeof ManifestJournal>;

/** A journal that was left behind; without `journal` its file can't be read, and `reason` says why. */
export type PendingManifest = { file: string } & (
  { journal: ManifestJournal } | { journal?: undefined; reason: string }
);

/** Journals of this machine, in a folder of their own in Kintsugi's data. */
export class ManifestJournals {
  private readonly folder: string;

  constructor(private readonly journals: string) {
    this.folder = join(journals, 'manifests');
  }

  async write(journal: ManifestJournal): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceFile(this.path(journal.id), JSON.stringify(journal));
  }

  /** Ends one whose steps are all done. */
  async finish(journal: ManifestJournal): Promise<void> {
    const { id, base, tree, result } = journal;
    if (result !== undefined) await new FinishedPublishes(this.journals).note(id, { base, tree, result });
    await this.remove(journal);
  }

  async remove({ id }: ManifestJournal): Promise<void> {
    await rm(this.path(id), { force: true });
    await syncFolder(this.folder);
  }

  /** Journals that were left behind; with `roots` those of publishes to one of them. */
  async pending(roots?: readonly string[]): Promise<PendingManifest[]> {
    let names: string[];
    try {
      names = await readdir(this.folder);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
    await sweepTemps(this.folder);
    const files = names.filter((name) => name.endsWith('.json')).sort();
    const found = await Promise.all(files.map((name) => readPending(join(this.folder, name))));
    return found.filter(
      (pending) =>
        pending !== undefined &&
        (roots === undefined || (pending.journal?.roots.some((root) => roots.includes(root)) ?? false)),
    ) as PendingManifest[];
  }

  private path(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}

/** Undefined where its publish ended meanwhile. */
async function readPending(file: string): Promise<PendingManifest | undefined> {
  try {
    return { file, journal: ManifestJournal.parse(JSON.parse(await readFile(file, 'utf8'))) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    return { file, reason: 'the journal is damaged, or of another version of Kintsugi' };
  }
}
