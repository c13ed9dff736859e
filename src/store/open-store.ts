import { openLocalTier, type LocalTier, type LocalTierOptions } from './local';
import { QuotaGuard, type Quota } from './quota';
import type { S3Settings } from './s3/settings';
import { SharedTier } from './s3/shared-tier';
import { TieredBlobs } from './tiered-store';
import { createTreeStore } from './tree-store';
import type { BlobStore, Store } from './types';

export interface StoreOptions extends Omit<LocalTierOptions, 'admit'> {
  /** How much this machine's tier may hold; without it as much as the disk. */
  quota?: Quota;
  /** The tier that other machines share; without it the store is this machine's alone. */
  shared?: S3Settings;
}

/** A store with the tiers that it is made of, which collection and statistics work on. */
export interface OpenStore extends Store {
  local: LocalTier;
  shared?: SharedTier;
}

/** Opens the store in a folder of this machine, and in front of a shared tier where the options name one. */
export async function openStore(folder: string, options: StoreOptions = {}): Promise<OpenStore> {
  const guard: QuotaGuard | undefined = options.quota && new QuotaGuard(options.quota, () => local);
  const admit = guard && ((bytes: number) => guard.admit(bytes));
  const local = await openLocalTier(folder, { leaseFreshMs: options.leaseFreshMs, admit });
  const shared = options.shared && new SharedTier(local, options.shared, options.leaseFreshMs);
  await shared?.index.belongTo(shared.id);
  const blobs: BlobStore = shared ? new TieredBlobs(local.blobs, shared.blobs) : local.blobs;
  return {
    local,
    shared,
    blobs,
    refs: (shared ?? local).refs,
    stats: local.stats,
    trees: createTreeStore(blobs),
    close: async () => {
      shared?.bucket.close();
      await local.close();
    },
  };
}
