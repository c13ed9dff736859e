import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { plural } from '../../domain/text';
import { syncFolder } from '../../machine/atomic-file';

const PREFIX = 'lmdb-damaged-';
const NOTE = 'note.json';

/** Note on a damaged database: its problem, and the numbers of things found. */
export const DamageNote = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** Damage of the database, as the end of a sentence. */
  problem: z.string(),
  /** Blobs and references found in it. */
  blobs: z.number().int(),
  refs: z.number().int(),
  /** Blobs in packs, and packs whose heads cannot be read. */
  packed: z.number().int(),
  unreadablePacks: z.number().int(),
  /** Blobs that are files of their own. */
  files: z.number().int(),
});
export type DamageNote = z.infer<typeof DamageNote>;

/** A database that was put aside. */
export interface SetAside {
  /** The folder that it is in now; undefined where there was none left. */
  folder: string | undefined;
  problem: string;
}

/** Puts a damaged database aside under another name, so that a new one can be begun. Nothing of it is removed. */
export async function setDatabaseAside(
  store: string,
  problem: string,
  nowMs = Date.now(),
): Promise<SetAside> {
  const database = join(store, 'lmdb');
  if (!existsSync(join(database, 'data.mdb'))) return { folder: undefined, problem };
  const time = new Date(nowMs).toISOString().replace(/[:.]/g, '-');
  const folder = join(store, `${PREFIX}${time}`);
  await rename(database, folder);
  await syncFolder(store);
  return { folder, problem };
}

/** Keeps beside a database what became of it, for those who ask later; resolves to the folder. */
export async function keepNote(store: string, { folder }: SetAside, note: DamageNote): Promise<string> {
  const place = folder ?? join(store, `${PREFIX}${note.at.replace(/[:.]/g, '-')}`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await writeFile(join(place, NOTE), JSON.stringify(note), { mode: 0o600 });
  return place;
}

/** Databases of a store that were put aside, the latest last. */
export async function damageNotes(store: string): Promise<{ folder: string; note: DamageNote }[]> {
  const names = await readdir(store).catch(() => []);
  const notes = names
    .filter((name) => name.startsWith(PREFIX))
    .sort()
    .map(async (name) => {
      const folder = join(store, name);
      const text = await readFile(join(folder, NOTE), 'utf8').catch(() => 'null');
      const parsed = DamageNote.safeParse(JSON.parse(text));
      return parsed.success ? [{ folder, note: parsed.data }] : [];
    });
  return (await Promise.all(notes)).flat();
}

/** One sentence: what happened, what is kept, and what is lost. */
export function damageSentence({ folder, note }: { folder: string; note: DamageNote }): string {
  const { problem, blobs, refs, packed, unreadablePacks, files } = note;
  const packs = unreadablePacks > 0 ? ` (${plural(unreadablePacks, 'pack')} cannot be read)` : '';
  return (
    `The store's database was damaged (${problem}) and a new one was begun on ${note.at}: ` +
    `kept are ${plural(packed, 'blob')} in packs${packs}, ${plural(files, 'blob')} in files, and ${plural(blobs, 'blob')} and ` +
    `${plural(refs, 'reference')} that were found in it; the rest of it is lost, and the damaged file is kept in ${folder}.`
  );
}
