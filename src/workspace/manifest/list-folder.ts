import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import { PATH_LIMIT } from '../../domain/files/paths';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { compareNames, encodeName } from '../../machine/file-names';
import type { Pace } from '../../machine/pace';
import { errorCode } from '../../machine/system-errors';
import {
  encodeListing,
  encodeTimes,
  type EntryTime,
  HashedBlob,
  identityOf,
  type TreeEntry,
} from '../../store';
import type { SafeDir } from '../io/safe-dir';
import { sep } from 'node:path';
import { isPublishTemp } from '../publish/publish-plan';

const KEPT = '.kintsugi-kept-';

/** A folder as it was listed, with all that is below it. */
export interface ListedFolder {
  tree: TreeHash;
  times: BlobHash;
  /** Files, links and folders below. */
  entries: number;
  /** Sizes of the files. */
  bytes: number;
}

export interface ListOptions {
  /** Real paths that are left out. */
  exclude: readonly string[];
  pace: Pace;
  /** Takes each listing, each blob of times and each link's target. Absent: only the hashes are wanted. */
  store?: (blob: HashedBlob) => Promise<void> | undefined;
  /** Hears of folders that could not be listed, by their paths. */
  unreadable?: (path: string) => void;
  progress?: (entries: number) => void;
}

interface ListedEntry {
  entry: TreeEntry;
  time: EntryTime;
}

/** A folder may be replaced by something else while it is opened; so often it is looked at again. */
const LOOKS = 3;
const REPLACED: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** Lists folders without reading a byte of their files. */
export class FolderLister {
  private seen = 0;

  constructor(private readonly options: ListOptions) {}

  /** Lists a folder; `place` is its real path. Throws the system's error where that is not allowed. */
  async list(dir: SafeDir, place: string): Promise<ListedFolder> {
    const found: ListedEntry[] = [];
    let [entries, bytes] = [0, 0];
    for (const name of dir.names().sort(compareNames)) {
      if (this.options.pace.due) await this.rest();
      const path = `${place}/${name}`;
      if (isOwnName(name) || this.options.exclude.includes(path)) continue;
      const known = await this.look(dir, name, path);
      if (!known) continue;
      found.push(known);
      entries += 1 + (known.below?.entries ?? 0);
      bytes += known.entry.size + (known.below?.bytes ?? 0);
    }
    this.seen += found.length;
    const listing = new HashedBlob<TreeHash>(encodeListing(found.map(({ entry }) => entry)));
    const times = new HashedBlob(encodeTimes(found.map(({ time }) => time)));
    for (const blob of [listing, times]) await this.options.store?.(blob);
    return { tree: listing.hash, times: times.hash, entries, bytes };
  }

  private async rest(): Promise<void> {
    this.options.progress?.(this.seen);
    await this.options.pace.rest();
  }

  /** Undefined for what vanished meanwhile. */
  private async look(
    dir: SafeDir,
    name: string,
    path: string,
  ): Promise<(ListedEntry & { below?: ListedFolder }) | undefined> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const stat = lstatSync(dir.at(name), { bigint: true, throwIfNoEntry: false });
      if (!stat) return undefined;
      if (stat.isSymbolicLink()) return this.link(dir, name, stat);
      if (!stat.isDirectory() || encodeName(path).length >= PATH_LIMIT) return opaque(name, stat);
      const below = await this.below(dir, name, path);
      if (below === 'replaced') continue;
      if (below === 'unreadable') return opaque(name, stat);
      const entry: TreeEntry = { name, type: 'dir', mode: modeOf(stat), hash: below.tree, size: 0 };
      return { entry, time: { mtimeUs: timeOf(stat), times: below.times }, below };
    }
    return undefined;
  }

  private async below(
    parent: SafeDir,
    name: string,
    path: string,
  ): Promise<ListedFolder | 'replaced' | 'unreadable'> {
    let dir: SafeDir | undefined;
    try {
      dir = parent.openDir(name);
      return await this.list(dir, path);
    } catch (error) {
      const code = errorCode(error);
      // A failing program or store has no such code, or another one.
      if (code === undefined || (dir && !LISTING_CODES.has(code))) throw error;
      if (REPLACED.has(code)) return 'replaced';
      this.options.unreadable?.(path);
      return 'unreadable';
    } finally {
      dir?.close();
    }
  }

  private async link(dir: SafeDir, name: string, stat: BigIntStats): Promise<ListedEntry | undefined> {
    try {
      const target = new HashedBlob(readlinkSync(dir.at(name), { encoding: 'buffer' }));
      await this.options.store?.(target);
      return {
        entry: { name, type: 'link', mode: 0, hash: target.hash, size: 0 },
        time: { mtimeUs: timeOf(stat) },
      };
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EINVAL') return undefined;
      throw error;
    }
  }
}

/** Errors of a folder that is there and cannot be listed, or not all of it. */
const LISTING_CODES: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EIO', 'ENOTCONN', 'ESTALE']);

/** Entry of something whose bytes are not looked at. */
export function opaque(name: string, stat: BigIntStats): ListedEntry {
  const entry: TreeEntry = {
    name,
    type: 'identity',
    mode: modeOf(stat),
    hash: identityOf(stat),
    size: Number(stat.size),
  };
  return { entry, time: { mtimeUs: timeOf(stat) } };
}

function modeOf(stat: BigIntStats): number {
  return Number(stat.mode) & 0o7777;
}

/** Modification time, whole µs since 1970. */
export function timeOf(stat: BigIntStats): number {
  return Number(stat.mtimeNs / 1_000n);
}

/** Name of the folder, at the top of a file system, that holds what publishes of this user put aside. */
export function keptFolderName(): string {
  return `${KEPT}${process.geteuid?.() ?? 0}`;
}

/** True for names that are Kintsugi's own in any folder: no manifest lists them. */
export function isOwnName(name: string): boolean {
  return isPublishTemp(name) || /^\.kintsugi-kept-\d{1,10}$/.test(name);
}

/** True if one path is the other, or lies in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
