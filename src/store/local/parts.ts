import type { Database, RootDatabase } from 'lmdb';
import type { BlobFiles } from './blob-files';
import type { LeaseTable } from './leases';
import type { LocalRefStore } from './lmdb-refs';
import type { Departures } from './lmdb-stats';
import type { PackFiles } from './packs/pack-files';
import type { SmallBlobs } from './small-blobs';
import type { BulkBlobStore, StatCache } from '../types';

/** Parts of a machine's own tier. Only this folder works on them. */
export interface LocalParts {
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
}
