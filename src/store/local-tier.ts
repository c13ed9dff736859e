import { chmod, mkdir, stat } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';
import { BlobFiles } from './blob-files';
import { databaseProblem, headProblem } from './damage/check-database';
import { StoreDamagedError } from './damage/errors';
import { Openers } from './damage/openers';
import { refill } from './damage/refill';
import { damageSentence, keepNote, setDatabaseAside, type SetAside } from './damage/set-aside';
import { LEASE_FRESH_MS, LeaseTable } from './leases';
import { LmdbBlobStore } from './lmdb-blob-store';
import { createLmdbRefStore, type LocalRefStore } from './lmdb-refs';
import { createLmdbStatCache, type Departures } from './lmdb-stats';
import { PackFiles } from './packs/pack-files';
import { SmallBlobs } from './small-blobs';
import type { BulkBlobStore, StatCache } from './types';

const BINARY = { keyEncoding: 'binary', encoding: 'binary' } as const;
const DEPARTURES = 'sweeps';

export interface LocalTierOptions {
  /** Below this age a lease is not written again; for tests. */
  leaseFreshMs?: number;
  /** Rejects where so many more bytes may not be kept. */
  admit?(bytes: number): Promise<void>;
}

/** What a machine keeps itself: the whole store where there is no shared tier, else a cache of it. */
export interface LocalTier {
  folder: string;
  root: RootDatabase;
  blobs: BulkBlobStore;
  refs: LocalRefStore;
  stats: StatCache;
  /** Blobs in LMDB and in packs. */
  small: SmallBlobs;
  /** Bytes of those in LMDB, by their hashes' bytes; and the places of those in packs. */
  inline: Database<Buffer, Buffer>;
  places: Database<Buffer, Buffer>;
  packs: PackFiles;
  /** Larger blobs. */
  files: BlobFiles;
  leases: LeaseTable;
  leaseTable: Database<Buffer, Buffer>;
  departures: Departures;
  /** What happened to the database that was there before, where this process found it damaged: a sentence. */
  recovered?: string;
  /** What is wrong with the database now, as the end of a sentence: looked at each time. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the store in a folder of this machine, never on a network file system. Several processes may have it
 * open at once. Folder and files are for their owner only, since blobs hold sources and model replies. A database that is
 * damaged is put aside first, and a new one filled with what other files hold. Rejects with `StoreDamagedError` where
 * another process still has it open.
 */
export async function openLocalTier(folder: string, options: LocalTierOptions = {}): Promise<LocalTier> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const database = join(folder, 'lmdb', 'data.mdb');
  const openers = new Openers(folder, database);
  return openers.oneAtATime(async () => {
    const aside = await putAsideIfDamaged(folder, database, openers);
    const tier = await openTier(folder, options, openers);
    await openers.enter();
    if (!aside) return tier;
    const note = await refill(tier, aside);
    const place = await keepNote(folder, aside, note);
    return { ...tier, recovered: damageSentence({ folder: place, note }) };
  });
}

/** Undefined where the database is whole, or there is none yet. */
async function putAsideIfDamaged(
  folder: string,
  database: string,
  openers: Openers,
): Promise<SetAside | undefined> {
  const living = await openers.living();
  const problem = await problemOf(database, openers, living.length > 0);
  if (problem === undefined) return undefined;
  const [pid] = living;
  if (pid === undefined) return setDatabaseAside(folder, problem);
  throw new StoreDamagedError(
    `The store's database ${database} is damaged (${problem}) while process ${pid} has it open: stop that (kintsugi down), and the next start puts it aside and goes on with what other files hold.`,
  );
}

/** Looks through all of a database that nobody has open, unless it is as it was when it was closed. */
async function problemOf(database: string, openers: Openers, isOpen: boolean): Promise<string | undefined> {
  // A process that was killed in its first moments leaves an empty file.
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return (await openers.wasThere()) ? 'it is gone or empty' : undefined;
  const problem = headProblem(database);
  if (problem !== undefined || isOpen || (await openers.isAsClosed())) return problem;
  return databaseProblem(database);
}

async function openTier(folder: string, options: LocalTierOptions, openers: Openers): Promise<LocalTier> {
  const files = await BlobFiles.open(join(folder, 'blobs'));
  const root = openDatabase(join(folder, 'lmdb'));
  await Promise.all(['data.mdb', 'lock.mdb'].map((name) => makePrivate(join(folder, 'lmdb', name))));
  const inline = root.openDB<Buffer, Buffer>('blobs', BINARY);
  const places = root.openDB<Buffer, Buffer>('places', BINARY);
  const packs = await PackFiles.open(join(folder, 'packs'));
  const small = new SmallBlobs({ root, inline, places, packs });
  const meta = root.openDB<number, string>('meta', { encoding: 'msgpack' });
  const leaseTable = root.openDB<Buffer, Buffer>('leases', BINARY);
  const leases = new LeaseTable(leaseTable, options.leaseFreshMs ?? LEASE_FRESH_MS);
  const count = (): number => meta.get(DEPARTURES) ?? 0;
  const departures = { count, add: () => meta.putSync(DEPARTURES, count() + 1) };
  const { admit } = options;
  return {
    folder,
    root,
    small,
    inline,
    places,
    packs,
    files,
    leases,
    leaseTable,
    departures,
    blobs: new LmdbBlobStore({ root, small, files, leases, departures, admit }),
    refs: createLmdbRefStore(root, meta),
    stats: createLmdbStatCache(root, departures),
    problem: () => headProblem(join(folder, 'lmdb', 'data.mdb')),
    close: async () => {
      packs.close();
      await root.close();
      await openers.leave();
    },
  };
}

/** A file that is private already keeps the time of its last change. */
async function makePrivate(path: string): Promise<void> {
  if (((await stat(path)).mode & 0o777) !== 0o600) await chmod(path, 0o600);
}

function openDatabase(path: string): RootDatabase {
  return open({
    path,
    maxDbs: 24,
    // With a write map a full disk is SIGBUS, which ends the process; without one it is an error.
    useWritemap: false,
    // Otherwise a commit shows before it is on disk, and a blob that is found need not be durable. Not slower:
    // 10,000 blobs of 6.6 kB in groups of 1,000 take 125 ms with it and 129 ms without.
    overlappingSync: false,
    maxReaders: 512,
  });
}
