/** Arrays that are mostly holes. */
import type { List } from './kinds';

/** Items below which holes are written as such. */
const MIN_SIZE = 1_000;
const PROBES = 64;
const MAX_FOUND = 4;

/** True for a large array of which hardly an item is there, as far as probes tell. */
export function isSparse({ size }: List, value: object): boolean {
  if (size < MIN_SIZE) return false;
  let found = 0;
  for (let probe = 0; probe < PROBES && found <= MAX_FOUND; probe++) {
    if (Object.hasOwn(value, Math.floor((probe * size) / PROBES))) found++;
  }
  return found <= MAX_FOUND;
}

/** The first indexes that are there, and the count of all. */
export function sparseEntries(value: object, size: number, most: number): { keys: string[]; total: number } {
  const keys: string[] = [];
  let total = 0;
  for (const key of Object.keys(value)) {
    if (!/^\d{1,10}$/.test(key) || Number(key) >= size) continue;
    total++;
    if (keys.length < most) keys.push(key);
  }
  return { keys, total };
}
