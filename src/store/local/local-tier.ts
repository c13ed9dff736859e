import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { infrastructure } from '../../domain/kintsugi-error';
import { Pace } from '../../machine/pace';
import { errorCode, isDiskFull, isReadOnly } from '../../machine/system-errors';
import { hashAt, keyOf } from '../hash';
import { LEASE_FRESH_MS } from '../lease-times';
import type { BulkBlobStore, StatCache } from '../types';
import { auditBlobs, type AuditedBlob } from './audit';
import { BlobFiles } from './blob-files';
import { LocalBlobStore, SmallBlobs } from './blobs';
import { createCounts } from './counts';
import { DATABASE, openProblem, putAsideIfDamaged } from './damage';
import { StoreDatabase } from './database';
import { LeaseTable, LeaseView } from './leases';
import { Openers } from './openers';
import { createLocalRefStore, type LocalRefStore } from './refs';
import type { LocalParts } from './parts';
import { createDepartures, createStatCache } from './stats';
import { measureLocal, type LocalUsage } from './usage';

export interface LocalTierOptions {
  /** Below this age a lease is not written again; for tests. */
  leaseFreshMs?: number;
  /** Rejects where so many more bytes may not be kept. */
  admit?(bytes: number): Promise<void>;
}

/** Store of one machine: the whole store if there is no shared tier, else a cache of it. */
export interface LocalTier {
  readonly folder: string;
  readonly blobs: BulkBlobStore;
  readonly refs: LocalRefStore;
  readonly stats: StatCache;
  /** Holds tables of other tiers, which are indexes of what they hold. */
  readonly database: StoreDatabase;
  /** Sentence on the damaged database that this process found here and replaced. Absent: it found none. */
  readonly recovered?: string;
  /** Damage of the database now, as the end of a sentence, by the beginning of its file. */
  problem(): string | undefined;
  /** Has the next process that opens it alone look through all of the database. */
  doubt(): void;
  /** Looks at the size of every large blob. */
  measure(): Promise<LocalUsage>;
  /** The hashes of all blobs, as bytes; some perhaps twice. */
  hashes(signal?: AbortSignal): AsyncGenerator<Buffer>;
  /** Reads and hashes all copies of blobs; sets damaged ones aside. */
  audit(): AsyncGenerator<AuditedBlob>;
  /** The blobs that were leased since a time, ms since 1970. */
  leasedSince(ms: number): LeaseView;
  /** Forgets leases from before a time. */
  pruneLeases(beforeMs: number): Promise<void>;
  /**
   * Removes the blobs that `choose` names. It is asked in the transaction that removes them: leases and references of
   * others cannot change meanwhile. Removes nothing where that is undefined; resolves to what was chosen.
   */
  removeBlobs<T extends { hash: Buffer }>(
    choose: () => readonly T[] | undefined,
  ): Promise<readonly T[] | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the store in a folder of this machine, never on a network file system. Several processes may have it
 * open at once. Folder and files are for their owner only, since blobs hold sources and model replies. A database that is
 * damaged is put aside first, and a new one begun. Rejects with `StoreDamagedError` where another process still has it open, and with
 * a sentence where the disk is full or read-only.
 */
export async function openLocalTier(folder: string, options: LocalTierOptions = {}): Promise<LocalTier> {
  try {
    return await openTier(folder, options);
  } catch (error) {
    if (isDiskFull(error))
      throw infrastructure(
        `No room is left on the disk of the store ${folder}: free some and try again. Nothing in it was changed.`,
      );
    if (isReadOnly(error))
      throw infrastructure(
        `The store ${folder} cannot be written (${errorCode(error)}), and to be read it must be: make its disk and folder writable for this user, or set KINTSUGI_HOME to a folder that is.`,
      );
    throw error;
  }
}

async function openTier(folder: string, options: LocalTierOptions): Promise<LocalTier> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const openers = new Openers(folder, join(folder, DATABASE));
  return openers.oneAtATime(async () => {
    const living = await openers.living();
    const recovered = await putAsideIfDamaged(folder, openers, living);
    const parts = await openParts(folder, options);
    try {
      await openers.enter({ foundWhole: living.length === 0 });
    } catch (error) {
      await parts.database.close();
      throw error;
    }
    return tierOf(parts, openers, recovered);
  });
}

async function openParts(folder: string, options: LocalTierOptions): Promise<LocalParts> {
  const files = await BlobFiles.open(join(folder, 'blobs'));
  const database = StoreDatabase.open(join(folder, DATABASE));
  const small = new SmallBlobs(database);
  const leases = new LeaseTable(database.table('leases'), options.leaseFreshMs ?? LEASE_FRESH_MS);
  const counts = createCounts(database);
  const departures = createDepartures(counts);
  const { admit } = options;
  return {
    folder,
    database,
    small,
    files,
    leases,
    departures,
    blobs: new LocalBlobStore({ database, small, files, leases, departures, admit }),
    refs: createLocalRefStore(database, counts),
    stats: createStatCache(database, departures),
    smallKeys: (signal) => keysOf(small, signal),
  };
}

/** Keys that are read at once. */
const PAGE = 1_000;

async function* keysOf(small: SmallBlobs, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const pace = new Pace(signal);
  for (let last: Buffer | undefined = Buffer.alloc(0); last;) {
    const keys: Buffer[] = small.keysAfter(last, PAGE);
    yield* keys;
    last = keys.at(-1);
    if (pace.due) await pace.rest();
  }
}

function tierOf(parts: LocalParts, openers: Openers, recovered?: string): LocalTier {
  const { database, small, files, departures, leases } = parts;
  let inDoubt = false;
  return {
    ...parts,
    recovered,
    problem: () => openProblem(parts.folder),
    doubt: () => {
      inDoubt = true;
    },
    measure: () => measureLocal(parts),
    hashes: async function* (signal) {
      yield* parts.smallKeys(signal);
      for await (const { hash } of files.list()) yield keyOf(hash);
    },
    audit: () => auditBlobs(parts),
    leasedSince: (ms) => new LeaseView(leases, ms),
    pruneLeases: (beforeMs) => database.transaction(() => leases.removeBefore(beforeMs)),
    removeBlobs: (choose) =>
      database.transaction(() => {
        const going = choose();
        for (const { hash } of going ?? []) {
          small.remove(hash);
          files.removeSync(hashAt(hash, 0));
        }
        if (going) departures.add();
        return going;
      }),
    close: async () => {
      await database.close();
      await openers.leave({ inDoubt });
    },
  };
}
