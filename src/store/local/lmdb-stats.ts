import type { RootDatabase } from 'lmdb';
import type { StatCache } from '../types';

/** How many times blobs have left a machine's own tier, in all processes. */
export interface Departures {
  count(): number;
  /** Says, within a transaction, that blobs leave. */
  add(): void;
}

/**
 * Records of captured folders in LMDB. The epoch is the count that sweeps keep: a record that promises a blob is
 * believed no longer from the very transaction on that removes it.
 */
export function createLmdbStatCache(root: RootDatabase, departures: Departures): StatCache {
  const records = root.openDB<Buffer, Buffer>('folders', { keyEncoding: 'binary', encoding: 'binary' });
  return {
    get: (key) => records.get(key),
    setMany: async (folders) => {
      await Promise.all(folders.map(({ key, record }) => records.put(key, record)));
    },
    epoch: () => departures.count(),
    nextEpoch: async () => {
      await root.transaction(() => departures.add());
    },
  };
}
