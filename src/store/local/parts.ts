import type { BulkBlobStore, StatCache } from '../types';
import type { BlobFiles } from './blob-files';
import type { SmallBlobs } from './blobs';
import type { StoreDatabase } from './database';
import type { LeaseTable } from './leases';
import type { LocalRefStore } from './refs';
import type { Departures } from './stats';

/** Parts of a machine's own tier. Only this folder works on them. */
export interface LocalParts {
  folder: string;
  database: StoreDatabase;
  /** Blobs in the database, and larger ones. */
  small: SmallBlobs;
  files: BlobFiles;
  blobs: BulkBlobStore;
  refs: LocalRefStore;
  stats: StatCache;
  leases: LeaseTable;
  departures: Departures;
  smallKeys(signal?: AbortSignal): AsyncGenerator<Buffer>;
}
