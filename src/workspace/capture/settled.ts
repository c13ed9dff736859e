/** Which times of files and folders can be believed later. */
import { lstatSync, statfsSync, type BigIntStats, type Stats } from 'node:fs';

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

/**
 * File systems that change a folder's modification time with its names, by their `statfs` types. File systems made of
 * other stores (buckets, archives) do not, so folders of all others are listed each time.
 */
const HONEST = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
]);

/** After so many ms no change can have the same times, on any file system. */
const SETTLED_MS = 2_500;

/** Says of which folders below a root the times can be believed. */
export class FolderTimes {
  private readonly dev: number | undefined;

  constructor(root: string) {
    this.dev = process.platform === 'linux' && isHonest(root) ? lstatSync(root).dev : undefined;
  }

  /** True if names that come and go show in these times: a folder of another file system may be mounted anywhere. */
  tell(stat: Stats): boolean {
    return stat.dev === this.dev;
  }

  /** True if, besides, nothing can have changed since a listing now without showing. */
  areSettled(stat: Stats): boolean {
    return this.tell(stat) && Math.max(stat.mtimeMs, stat.ctimeMs) < Date.now() - SETTLED_MS;
  }
}

function isHonest(root: string): boolean {
  try {
    return HONEST.has(statfsSync(root).type);
  } catch {
    return false;
  }
}
