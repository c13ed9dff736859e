import type { BigIntStats } from 'node:fs';
import { hashBytes } from '../../store/hash';
import type { StatCache, StatRow } from '../../store/types';

/**
 * Newest change, in ms before a file is read, that the cache trusts. A change within one tick of the kernel's clock
 * (up to 10 ms) after the read leaves the same times; file systems that keep whole seconds need up to 2 s.
 */
const TICK_MS = 20;
const COARSE_TICK_MS = 2_000;

/** What the stat cache knows of one folder, and what it shall know after this capture. */
export class FolderStats {
  private readonly key: Buffer;
  private readonly known: ReadonlyMap<string, StatRow>;
  private readonly rows: StatRow[] = [];
  private changed = false;

  constructor(cache: StatCache, root: string, folder: string) {
    this.key = Buffer.from(hashBytes(Buffer.from(`${root}\0${folder}`)), 'hex');
    this.known = new Map(cache.get(this.key)?.map((row) => [row.name, row]));
  }

  /** The row of a file that has not changed since it was captured. */
  find(name: string, stat: BigIntStats): StatRow | undefined {
    const row = this.known.get(name);
    if (row?.mtimeNs !== stat.mtimeNs || row.ctimeNs !== stat.ctimeNs) return undefined;
    return BigInt(row.size) === stat.size && row.ino === stat.ino ? row : undefined;
  }

  keep(row: StatRow): void {
    this.rows.push(row);
  }

  /** Remembers a file just read, unless a change right after the reading could not be told from its stat. */
  learn(name: string, stat: BigIntStats, hash: string, readAtMs: number): void {
    if (isRacy(stat, readAtMs)) return;
    this.rows.push({
      name,
      size: Number(stat.size),
      mtimeNs: stat.mtimeNs,
      ctimeNs: stat.ctimeNs,
      ino: stat.ino,
      hash,
    });
    this.changed = true;
  }

  /** What is to be written; undefined where nothing is new. */
  news(): { key: Buffer; rows: StatRow[] } | undefined {
    return this.changed || this.rows.length !== this.known.size
      ? { key: this.key, rows: this.rows }
      : undefined;
  }
}

/** Whether the file may change again without its times showing it. */
export function isRacy(stat: Pick<BigIntStats, 'mtimeNs' | 'ctimeNs'>, readAtMs: number): boolean {
  const newestNs = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
  const coarse = stat.ctimeNs % 1_000_000_000n === 0n;
  return Number(newestNs / 1_000_000n) > readAtMs - (coarse ? COARSE_TICK_MS : TICK_MS);
}
