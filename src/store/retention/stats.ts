import type { RunVerdict } from '../../domain/run/retention';
import type { OpenStore } from '../open-store';
import { BLOBS, LEASES, looseHash, packCount, PACKS } from '../s3/names';
import { REFS } from '../ref-names';
import type { SharedTier } from '../s3/shared-tier';
import { collectGarbage, type CollectRequest } from './collect';

/** Contents of one tier, in numbers. */
export interface TierStats extends Held {
  tier: 'local' | 'shared';
  runs: Partial<Record<RunVerdict, number>>;
  collectable: { blobs: number; bytes: number; runs: number };
}

interface Held {
  /** The folder, or the bucket. */
  place: string;
  blobs: number;
  bytes: number;
  /** Of the database's file; absent for the shared tier. */
  databaseBytes?: number;
  /** Objects in the bucket; absent for the local tier. */
  objects?: { packs: number; blobs: number; refs: number; leases: number };
}

/** Counts what is there, and what a collection would take. */
export async function storeStats(store: OpenStore, request: CollectRequest): Promise<TierStats[]> {
  const reports = await collectGarbage(store, { ...request, dryRun: true, force: true });
  const local = { place: store.local.folder, ...(await store.local.measure()) };
  const shared = store.shared && (await countShared(store.shared));
  return reports.map(({ tier, runs, blobs, bytes, collectedRuns }) => ({
    tier,
    ...(tier === 'shared' && shared ? shared : local),
    runs,
    collectable: { blobs, bytes, runs: collectedRuns.length },
  }));
}

async function countShared({ bucket }: SharedTier): Promise<Held> {
  const objects = { packs: 0, blobs: 0, refs: 0, leases: 0 };
  const places = [
    ['packs', PACKS],
    ['blobs', BLOBS],
    ['refs', REFS],
    ['leases', LEASES],
  ] as const;
  let [blobs, bytes] = [0, 0];
  for (const [kind, prefix] of places)
    for await (const { key, size } of bucket.list(prefix)) {
      objects[kind] += 1;
      bytes += size;
      blobs += packCount(key) ?? (looseHash(key) === undefined ? 0 : 1);
    }
  return { place: bucket.place, blobs, bytes, objects };
}
