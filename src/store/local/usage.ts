import type { BlobFiles } from './blob-files';
import type { StoreDatabase } from './database';

/** Size of a machine's own tier. */
export interface LocalUsage {
  blobs: number;
  /** Of blobs; of the database the pages that are in use. */
  bytes: number;
  /** Size of the database's file: what is freed in it is used again. */
  databaseBytes: number;
}

/** Measures a tier; looks at the size of every large blob. */
export async function measureLocal({
  database,
  files,
}: {
  database: StoreDatabase;
  files: BlobFiles;
}): Promise<LocalUsage> {
  const [pages, free, pageBytes] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    database.number(`PRAGMA ${name}`, name),
  ) as [number, number, number];
  const usage = {
    blobs: database.number('SELECT count(*) AS count FROM blobs', 'count'),
    bytes: (pages - free) * pageBytes,
    databaseBytes: pages * pageBytes,
  };
  for await (const { size } of files.list()) {
    usage.blobs += 1;
    usage.bytes += size;
  }
  return usage;
}
