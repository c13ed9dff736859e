import type { RunVerdict } from '../../domain/run/retention';
import type { OpenStore } from '../open-store';
import type { Listed } from '../s3/bucket';
import { BLOBS, LEASES, looseHash, packCount, PACKS } from '../s3/names';
import { REFS } from '../ref-names';
import type { SharedTier } from '../s3/shared-tier';
import { collectGarbage, type CollectRequest } from './collect';
import type { CollectReport } from './plan';

/** Contents of one tier, in numbers. */
export interface TierStats {
  tier: 'local' | 'shared';
  /** The folder, or the bucket. */
  place: string;
  blobs: number;
  bytes: number;
  /** Of the database's file; absent for the shared tier. */
  databaseBytes?: number;
  /** Objects in the bucket; absent for the local tier. */
  objects?: { packs: number; blobs: number; refs: number; leases: number };
  runs: Partial<Record<RunVerdict, number>>;
  collectable: { blobs: number; bytes: number; runs: number };
}

/** Counts what is there, and what a collection would take. */
export async function storeStats(store: OpenStore, request: CollectRequest): Promise<TierStats[]> {
  const reports = await collectGarbage(store, { ...request, dryRun: true, force: true });
  const { databaseBytes, ...held } = await store.local.measure();
  const stats: TierStats[] = [
    { tier: 'local', place: store.local.folder, ...held, databaseBytes, ...outlook(reports, 'local') },
  ];
  if (store.shared) {
    const place = store.shared.bucket.place;
    stats.push({
      tier: 'shared',
      place,
      ...(await countShared(store.shared)),
      ...outlook(reports, 'shared'),
    });
  }
  return stats;
}

function outlook(
  reports: readonly CollectReport[],
  tier: 'local' | 'shared',
): Pick<TierStats, 'runs' | 'collectable'> {
  const report = reports.find((one) => one.tier === tier);
  return {
    runs: report?.runs ?? {},
    collectable: {
      blobs: report?.blobs ?? 0,
      bytes: report?.bytes ?? 0,
      runs: report?.collectedRuns.length ?? 0,
    },
  };
}

async function countShared({
  bucket,
}: SharedTier): Promise<Required<Pick<TierStats, 'blobs' | 'bytes' | 'objects'>>> {
  const objects = { packs: 0, blobs: 0, refs: 0, leases: 0 };
  let [blobs, bytes] = [0, 0];
  const count = async (prefix: string, kind: keyof typeof objects, blobsIn: (listed: Listed) => number) => {
    for await (const listed of bucket.list(prefix)) {
      objects[kind] += 1;
      bytes += listed.size;
      blobs += blobsIn(listed);
    }
  };
  await count(PACKS, 'packs', ({ key }) => packCount(key) ?? 0);
  await count(BLOBS, 'blobs', ({ key }) => (looseHash(key) === undefined ? 0 : 1));
  await count(REFS, 'refs', () => 0);
  await count(LEASES, 'leases', () => 0);
  return { blobs, bytes, objects };
}
