import type { StatCache } from '../types';
import type { Counts } from './counts';
import type { StoreDatabase } from './database';

/** How many times blobs have left a machine's own tier, in all processes. */
export interface Departures {
  count(): number;
  /** Says, as a part of a write, that blobs leave. */
  add(): void;
}

export function createDepartures(counts: Counts): Departures {
  return { count: () => counts.get('sweeps'), add: () => counts.add('sweeps') };
}

/**
 * Records of captured folders. The epoch is the count that sweeps keep: a record that promises a blob is believed no longer
 * from the very transaction on that removes it.
 */
export function createStatCache(database: StoreDatabase, departures: Departures): StatCache {
  const records = database.table('folders');
  return {
    get: (key) => records.get(key),
    setMany: (folders) =>
      database.write(
        folders.map(
          ({ key, record }) =>
            () =>
              records.put(key, record),
        ),
      ),
    epoch: () => departures.count(),
    nextEpoch: () => database.write([() => departures.add()]),
  };
}
