import { openLocalTier, type LocalTier } from './local-tier';
import { createTreeStore } from './tree-store';
import type { Store } from './types';

/** Opens the store in a folder of this machine, without a shared tier. */
export async function openStore(folder: string): Promise<Store> {
  return storeOver(await openLocalTier(folder));
}

/** The store that a local tier is by itself. */
export function storeOver({ blobs, refs, stats, close }: LocalTier): Store {
  return { blobs, refs, stats, trees: createTreeStore(blobs), close };
}
