import { chmod, mkdir, stat } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { BlobFiles } from './blob-files';
import { databaseProblem, headProblem } from '../damage/check-database';
import { StoreDamagedError } from '../damage/errors';
import { Openers } from '../damage/openers';
import { refill } from './refill';
import { damageSentence, keepNote, setDatabaseAside, type SetAside } from '../damage/set-aside';
import { LEASE_FRESH_MS } from '../lease-times';
import { auditBlobs, type AuditedBlob } from './audit';
import { LeaseTable, LeaseView } from './leases';
import type { LocalParts } from './parts';
import { tidyPacks, type TidyRules } from './tidy-packs';
import { measureLocal, type LocalUsage } from './usage';
import { Pace } from '../../machine/pace';
import { hashAt, keyOf } from '../hash';
import { LmdbBlobStore } from './lmdb-blob-store';
import { createLmdbRefStore, type LocalRefStore } from './lmdb-refs';
import { createLmdbStatCache } from './lmdb-stats';
import { PackFiles } from './packs/pack-files';
import { SmallBlobs } from './small-blobs';
import type { BulkBlobStore, StatCache } from '../types';

const BINARY = { keyEncoding: 'binary', encoding: 'binary' } as const;
const DEPARTURES = 'sweeps';
const HASH_BYTES = 32;

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
  /** Takes tables of other tiers, which are indexes of what they hold. */
  readonly database: RootDatabase;
  /** Sentence on the damaged database that this process found here and replaced. Absent: it found none. */
  readonly recovered?: string;
  /** Damage of the database now, as the end of a sentence. Each call looks again. */
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
  pruneLeases(beforeMs: number): void;
  /**
   * Removes the blobs that `choose` names. It is asked in the transaction that removes them: leases and references of
   * others cannot change meanwhile. Removes nothing where that is undefined; returns what was chosen.
   */
  removeBlobs<T extends { hash: Buffer }>(choose: () => readonly T[] | undefined): readonly T[] | undefined;
  /** Frees the room of blobs that were removed from packs. */
  tidy(rules: TidyRules): Promise<void>;
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
    const living = await openers.living();
    const aside = await putAsideIfDamaged(folder, database, openers, living);
    const parts = await openParts(folder, options);
    await openers.enter({ foundWhole: living.length === 0 });
    return new LmdbTier(parts, (given) => openers.leave(given), aside && (await recover(parts, aside)));
  });
}

/** Fills the new database; resolves to a sentence about the old one. */
async function recover(parts: LocalParts, aside: SetAside): Promise<string> {
  const note = await refill(parts, aside);
  const place = await keepNote(parts.folder, aside, note);
  return damageSentence({ folder: place, note });
}

/** Undefined where the database is whole, or there is none yet. */
async function putAsideIfDamaged(
  folder: string,
  database: string,
  openers: Openers,
  living: readonly number[],
): Promise<SetAside | undefined> {
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

async function openParts(folder: string, options: LocalTierOptions): Promise<LocalParts> {
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
  };
}

/** A tier over LMDB, packs and files. */
export class LmdbTier implements LocalTier {
  readonly folder: string;
  readonly blobs: BulkBlobStore;
  readonly refs: LocalRefStore;
  readonly stats: StatCache;
  readonly database: RootDatabase;
  private inDoubt = false;

  constructor(
    readonly parts: LocalParts,
    private readonly leave: (given: { inDoubt: boolean }) => Promise<void>,
    readonly recovered?: string,
  ) {
    this.folder = parts.folder;
    this.blobs = parts.blobs;
    this.refs = parts.refs;
    this.stats = parts.stats;
    this.database = parts.root;
  }

  problem(): string | undefined {
    return headProblem(join(this.folder, 'lmdb', 'data.mdb'));
  }

  doubt(): void {
    this.inDoubt = true;
  }

  measure(): Promise<LocalUsage> {
    return measureLocal(this.parts);
  }

  async *hashes(signal?: AbortSignal): AsyncGenerator<Buffer> {
    const pace = new Pace(signal);
    for (const key of this.parts.small.keys()) {
      if (key.length === HASH_BYTES) yield key;
      if (pace.due) await pace.rest();
    }
    for await (const { hash } of this.parts.files.list()) yield keyOf(hash);
  }

  audit(): AsyncGenerator<AuditedBlob> {
    return auditBlobs(this.parts);
  }

  leasedSince(ms: number): LeaseView {
    return new LeaseView(this.parts.leases, ms);
  }

  pruneLeases(beforeMs: number): void {
    this.parts.root.transactionSync(() => this.parts.leases.removeBefore(beforeMs));
  }

  removeBlobs<T extends { hash: Buffer }>(choose: () => readonly T[] | undefined): readonly T[] | undefined {
    const { root, small, files, departures } = this.parts;
    return root.transactionSync(() => {
      const going = choose();
      for (const { hash } of going ?? []) {
        small.removeSync(hash);
        files.removeSync(hashAt(hash, 0));
      }
      if (going) departures.add();
      return going;
    });
  }

  tidy(rules: TidyRules): Promise<void> {
    return tidyPacks(this.parts, rules);
  }

  async close(): Promise<void> {
    this.parts.packs.close();
    await this.parts.root.close();
    await this.leave({ inDoubt: this.inDoubt });
  }
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
