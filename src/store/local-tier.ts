import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';
import { BlobFiles } from './blob-files';
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
  close(): Promise<void>;
}

/**
 * Opens the store in a folder of this machine, never on a network file system. Several processes may have it
 * open at once. Folder and files are for their owner only, since blobs hold sources and model replies.
 */
export async function openLocalTier(folder: string, options: LocalTierOptions = {}): Promise<LocalTier> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const files = await BlobFiles.open(join(folder, 'blobs'));
  const root = openDatabase(join(folder, 'lmdb'));
  await Promise.all(['data.mdb', 'lock.mdb'].map((name) => chmod(join(folder, 'lmdb', name), 0o600)));
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
    close: async () => {
      packs.close();
      await root.close();
    },
  };
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
