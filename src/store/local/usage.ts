import type { LocalParts } from './parts';

/** Size of a machine's own tier. */
export interface LocalUsage {
  blobs: number;
  /** Of blobs and their leases; room that was freed inside of the database does not count, that in packs does. */
  bytes: number;
  /** Size of the database's file, which never shrinks: what is freed in it is used again. */
  databaseBytes: number;
}

interface Pages {
  pageSize: number;
  treeBranchPageCount: number;
  treeLeafPageCount: number;
  overflowPages: number;
  entryCount: number;
  lastPageNumber: number;
}

type Measured = Pick<LocalParts, 'inline' | 'places' | 'packs' | 'files' | 'leaseTable'>;

/** Measures a tier; looks at the size of every large blob. */
export async function measureLocal(parts: Measured): Promise<LocalUsage> {
  const { inline, places, packs, files, leaseTable } = parts;
  const pages = inline.getStats() as Pages;
  const placePages = places.getStats() as Pages;
  const usage = {
    blobs: pages.entryCount + placePages.entryCount,
    bytes: bytesOf(pages) + bytesOf(placePages) + bytesOf(leaseTable.getStats() as Pages),
    databaseBytes: (pages.lastPageNumber + 1) * pages.pageSize,
  };
  for (const { size } of await packs.list()) usage.bytes += size;
  for await (const { size } of files.list()) {
    usage.blobs += 1;
    usage.bytes += size;
  }
  return usage;
}

function bytesOf({ pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages): number {
  return pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages);
}
