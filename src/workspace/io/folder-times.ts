import { lstatSync, statfsSync, type Stats } from 'node:fs';

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
