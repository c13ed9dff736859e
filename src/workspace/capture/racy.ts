import type { BigIntStats } from 'node:fs';

/**
 * Age in ms that a file's last change must have when it is read, for the cache to trust it. A change within one tick of
 * the kernel's clock (up to 10 ms) after the read leaves the same times; file systems with whole seconds need up to 2
 * s.
 */
const TICK_MS = 20;
const COARSE_TICK_MS = 2_000;

/** True if the file may change again without its times showing it. */
export function isRacy(stat: Pick<BigIntStats, 'mtimeNs' | 'ctimeNs'>, readAtMs: number): boolean {
  const newestNs = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
  const coarse = stat.ctimeNs % 1_000_000_000n === 0n;
  return Number(newestNs / 1_000_000n) > readAtMs - (coarse ? COARSE_TICK_MS : TICK_MS);
}
