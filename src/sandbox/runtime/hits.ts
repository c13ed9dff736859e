import type { Hits } from '../runtime-protocol';

/** Counters that moved since the last call; sets them to zero. */
export function takeHits(counters: ReadonlyMap<string, Uint8Array>): Hits {
  const hits: Hits = {};
  for (const [path, counts] of counters) {
    const moved: number[] = [];
    for (let index = 0; index < counts.length; index++) if (counts[index]) moved.push(index);
    if (moved.length > 0) hits[path] = moved;
    counts.fill(0);
  }
  return hits;
}
