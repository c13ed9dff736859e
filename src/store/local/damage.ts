import { existsSync, openSync, readSync, closeSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../../machine/atomic-file';
import { errorCode } from '../../machine/system-errors';
import { StoreDamagedError } from '../errors';
import { sqliteCode, StoreDatabase, VERSION } from './database';
import type { Openers } from './openers';

/** Name of a store's database in its folder. */
export const DATABASE = 'store.db';
/** The file, its log, and the index of the log. */
const FILES = ['', '-wal', '-shm'].map((end) => `${DATABASE}${end}`);
const PREFIX = 'damaged-';
const NOTE = 'note.json';
/** Primary result codes of SQLite: SQLITE_BUSY, SQLITE_NOMEM, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN. */
const MACHINE_CODES = new Set<unknown>([5, 7, 10, 13, 14]);
/** SQLITE_IOERR_READ: the disk has lost a part of the file. */
const FAILED_READ = 266;
const MAGIC = 'SQLite format 3\0';
/** Bytes of the head of a database, and where its version stands in them. */
const HEAD = 100;
const VERSION_AT = 60;

/** Note on a database that was put aside. */
const DamageNote = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** Damage of the database, as the end of a sentence. */
  problem: z.string(),
});

/** A database that was put aside, with the folder that it is in. */
export type Damage = z.infer<typeof DamageNote> & { folder: string };

/**
 * Puts a damaged database aside under another name, so that a new one can be begun; nothing of it is removed. Resolves to a sentence
 * on it, undefined where the database is whole or there is none yet. Rejects with `StoreDamagedError` where a living process has it open.
 */
export async function putAsideIfDamaged(
  store: string,
  openers: Openers,
  [pid]: readonly number[],
  now = new Date(),
): Promise<string | undefined> {
  const problem = await problemOf(join(store, DATABASE), openers, pid !== undefined);
  if (problem === undefined) return undefined;
  if (pid !== undefined)
    throw new StoreDamagedError(
      `The store's database ${join(store, DATABASE)} is damaged (${problem}) while process ${pid} has it open: stop that (kintsugi down), and the next start puts it aside and begins a new one.`,
    );
  const at = now.toISOString();
  const folder = join(store, `${PREFIX}${at.replace(/[:.]/g, '-')}`);
  await mkdir(folder, { mode: 0o700 });
  // First: where there is no room for it, nothing is put aside that nobody would be told of.
  await writeFile(join(folder, NOTE), JSON.stringify({ at, problem }), { mode: 0o600 });
  for (const name of FILES)
    if (existsSync(join(store, name))) await rename(join(store, name), join(folder, name));
  await syncFolder(store);
  return damageSentence({ at, problem, folder });
}

/** Looks through all of a database that nobody has open, unless it is as it was when it was closed. */
async function problemOf(path: string, openers: Openers, isOpen: boolean): Promise<string | undefined> {
  const problem = headProblem(path, await openers.wasThere());
  if (problem !== undefined || isOpen || (await openers.isAsClosed())) return problem;
  try {
    const database = StoreDatabase.open(path);
    try {
      return database.problem();
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isOfMachine(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

/** True for an error that says nothing of the file: no room, no memory, no permission, too many open files. */
function isOfMachine(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== 'ERR_SQLITE_ERROR') return code !== undefined;
  const { errcode } = error as { errcode?: number };
  return errcode !== FAILED_READ && MACHINE_CODES.has(sqliteCode(error));
}

/** Damage at the beginning of a database's file, as the end of a sentence; undefined where there is none. */
export function headProblem(path: string, wasThere = false): string | undefined {
  const head = headOf(path);
  // A process that was killed in its first moments leaves an empty file.
  if (head.length === 0) return wasThere ? 'it is gone or empty' : undefined;
  if (head.length < HEAD || !head.toString('latin1').startsWith(MAGIC))
    return 'its first page is no database’s';
  // The version of a new one may still be in its log.
  const version = head.readUInt32BE(VERSION_AT);
  return [0, VERSION].includes(version) ? undefined : `it has version ${version}, not ${VERSION}`;
}

/** Empty where there is no file. */
function headOf(path: string): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0);
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEAD);
    return bytes.subarray(0, readSync(file, bytes, 0, HEAD, 0));
  } finally {
    closeSync(file);
  }
}

/** Databases of a store that were put aside, the latest last. */
export async function damagesOf(store: string): Promise<Damage[]> {
  const names = (await readdir(store).catch(() => [])).filter((name) => name.startsWith(PREFIX)).sort();
  const notes = names.map(async (name) => {
    const folder = join(store, name);
    const text = await readFile(join(folder, NOTE), 'utf8').catch(() => 'null');
    const parsed = DamageNote.safeParse(JSON.parse(text));
    return parsed.success ? [{ folder, ...parsed.data }] : [];
  });
  return (await Promise.all(notes)).flat();
}

/** One sentence: what happened, what becomes of the store, and where the rest is. */
export function damageSentence({ at, problem, folder }: Damage): string {
  return (
    `The store's database was damaged (${problem}) and a new one was begun on ${at}: it is filled again by the next captures and from ` +
    `the shared store, if there is one. Runs that need what is gone will say so; the damaged file is kept in ${folder}.`
  );
}

/** Primary result codes of SQLite that tell of a damaged file: SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGE = new Set<unknown>([11, 26]);

/** Time between two looks at the beginning of the file, ms: what SQLite has in its log it does not read there. */
const LOOK_MS = 2_000;

/** Notices that a database is damaged while it is in use: by looking, and by what SQLite says. */
export class DamageWatch {
  /** Resolves to what is wrong, as the end of a sentence; never where nothing is. */
  readonly found: Promise<string>;
  private tell: (problem: string) => void = () => undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(database: { doubt(): void; problem(): string | undefined }) {
    this.found = new Promise((resolve) => {
      this.tell = (problem) => {
        database.doubt();
        resolve(problem);
      };
    });
    this.timer = setInterval(() => {
      const problem = database.problem();
      if (problem !== undefined) this.tell(problem);
    }, LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Hears of an error that some work ended with. */
  notice(error: unknown): void {
    if (DAMAGE.has(sqliteCode(error))) this.tell(error instanceof Error ? error.message : String(error));
  }
}
