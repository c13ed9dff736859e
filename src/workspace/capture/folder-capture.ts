/** A folder as a capture takes it, and the paths that it leaves out. */
/** Which times of files and folders can be believed later. */

import { lstatSync, readlinkSync, type BigIntStats, statfsSync, type Stats } from 'node:fs';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { heavyFolder, type FolderRules, type HeavyFolder } from '../../domain/files/heavy-folders';
import { joinPath, CAPTURED_PATH_LIMIT, utf8Length } from '../../domain/files/paths';
import { errorCode } from '../../machine/system-errors';
import {
  type BlobStore,
  encodeListing,
  encodeTimes,
  type EntryTime,
  HashedBlob,
  type TreeEntry,
} from '../../store';
import { compareNames } from '../../machine/file-names';
import type { BlobBatch } from '../io/blob-batch';
import { type Row, statNumbers, type StatNumbers, type StoredFolder, UNSETTLED } from './folder-record';
import { LargeFile, readSmall, STREAM_LIMIT, type FileStat, type ReadFile } from '../io/read-file';
import type { SafeDir } from '../io/safe-dir';
import { isPublishTemp } from '../publish/publish-plan';
import type { ImportedTree } from '../../domain/files/workspace';

/**
 * Age in ms that a file's last change must have when it is read, for the cache to trust it. A change within one tick of
 * the kernel's clock (up to 10 ms) after the read leaves the same times; file systems with whole seconds need up to 2
 * s.
 */
const TICK_MS = 20;
const COARSE_TICK_MS = 2_000;

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

/** How many paths a result lists. */
export const LISTED = 20;

type Skipped = ImportedTree['skipped'];

/** A folder as it was captured, with what it holds. */
export interface Captured {
  tree: TreeHash;
  times: BlobHash;
  files: number;
  bytes: number;
  /** Sockets and the like; then heavy folders, which nobody wonders about. */
  special: Skipped;
  heavy: Skipped;
}

type Totals = Omit<Captured, 'tree' | 'times'>;

/** Reason why a path is not captured, other than a rule for heavy folders. */
type LeftKind = 'special' | 'unreadable' | 'long-path' | 'own-data' | 'unfinished';

/** Path that a capture leaves out. Folders that were not entered end in a slash. */
export type LeftOut =
  { path: string; kind: LeftKind; reason: string } | { path: string; kind: 'heavy'; rule: HeavyFolder };

/** Observer of a capture: hears of each path that is taken or left out. */
export interface CaptureObserver {
  /** A folder with all that is captured of it, by name; the root is the empty path. Comes after what is below it. */
  captured(path: string, entries: readonly TreeEntry[]): void;
  left(out: LeftOut): void;
}

/** A sub-folder, still to be captured. */
export interface FoundFolder {
  name: string;
  stat: BigIntStats;
}

export interface WholeCapture {
  readonly blobs: BlobStore;
  readonly batch: BlobBatch;
  readonly rules: FolderRules;
  readonly options: { observer?: CaptureObserver; signal?: AbortSignal };
  isExcluded(path: string): boolean;
  /** Call it between small pieces of work. */
  breathe(): Promise<void> | undefined;
}

const NO_NAMES: ReadonlySet<string> = new Set();

type Read = ReadFile & { hash: BlobHash; size: number };

export class FolderCapture {
  private readonly rows: Row[] = [];
  private readonly kept: { entry: TreeEntry; time: EntryTime }[] = [];
  /** Names as the folder lists them. */
  private names: readonly string[] = [];
  /** Of the folder itself, before it was listed. */
  private own = UNSETTLED;
  private readonly totals = noTotals();

  constructor(
    private readonly whole: WholeCapture,
    private readonly path: string,
    private readonly stored: StoredFolder | undefined,
  ) {}

  /** Captures all but the sub-folders, which are returned. */
  async readEntries(dir: SafeDir): Promise<FoundFolder[]> {
    const own = dir.stat();
    // A name that comes right after the listing could not be told from the folder's times.
    if (!isRacy(own, Date.now())) this.own = statNumbers(own);
    // Without a record there is nothing to compare a stat with: files are opened at once.
    const { names, files } = this.stored ? { names: dir.names(), files: NO_NAMES } : dir.typedNames();
    this.names = names;
    const siblings = new Set(names);
    const folders: FoundFolder[] = [];
    for (const name of names) {
      const found = await this.entry(dir, name, siblings, files.has(name));
      if (found) folders.push(found);
      const breath = this.whole.breathe();
      if (breath) await breath;
    }
    return folders;
  }

  /** Reads a file of which nothing is known; false where it is not as simple as that. */
  private fresh(dir: SafeDir, name: string): boolean {
    try {
      const readAtMs = Date.now();
      const read = this.small(dir, name);
      if (!read || read === 'large') return false;
      this.keepFile(name, read, readAtMs);
      return true;
    } catch {
      // It is looked at once more, and its error is told then.
      return false;
    }
  }

  /** Undefined for all that is captured already or never. */
  private async entry(
    dir: SafeDir,
    name: string,
    siblings: ReadonlySet<string>,
    isFreshFile: boolean,
  ): Promise<FoundFolder | undefined> {
    if (isPublishTemp(name)) return this.leave(name, 'it is left over from a publish', 'unfinished');
    const path = joinPath(this.path, name);
    if (utf8Length(path) > CAPTURED_PATH_LIMIT)
      return this.skip(name, `its path is longer than ${CAPTURED_PATH_LIMIT} bytes`, 'long-path');
    if (isFreshFile && this.fresh(dir, name)) return undefined;
    try {
      const stat = lstatSync(dir.at(name), { bigint: true });
      if (stat.isDirectory()) return this.folderOf(name, stat, siblings);
      if (stat.isSymbolicLink()) this.link(dir, name, stat);
      else if (stat.isFile()) await this.file(dir, name, stat);
      else this.skip(name, specialReason(stat), 'special');
    } catch (error) {
      this.skipFailed(name, error);
    }
    return undefined;
  }

  private folderOf(name: string, stat: BigIntStats, siblings: ReadonlySet<string>): FoundFolder | undefined {
    const path = joinPath(this.path, name);
    const rule = heavyFolder(path, siblings, this.whole.rules);
    if (rule) {
      this.whole.options.observer?.left({ path: `${path}/`, kind: 'heavy', rule });
      this.totals.heavy.push(heavyEntry(path, rule.reason));
      this.rows.push({ name, kind: 'h', stat: statNumbers(stat), hash: undefined, times: undefined });
      return undefined;
    }
    if (this.whole.isExcluded(path)) return this.skip(`${name}/`, 'it is the data of Kintsugi', 'own-data');
    return { name, stat };
  }

  /** Skips what may not be read. What vanished or was replaced meanwhile was deleted, which is no error; others are thrown. */
  skipFailed(name: string, error: unknown): void {
    const code = errorCode(error) ?? '';
    if (code === 'EACCES' || code === 'EPERM')
      this.skip(name, 'it cannot be read: permission denied', 'unreadable');
    else if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) throw error;
  }

  /** A folder that holds what is not captured is looked at entry by entry each time. */
  private skip(name: string, reason: string, kind: LeftKind): undefined {
    this.totals.special.push({ path: joinPath(this.path, name), reason });
    this.leave(name, reason, kind);
  }

  private leave(name: string, reason: string, kind: LeftKind): undefined {
    this.whole.options.observer?.left({ path: joinPath(this.path, name), kind, reason });
  }

  addFolder(name: string, stat: BigIntStats, captured: Captured): void {
    const { tree, times } = captured;
    const entry: TreeEntry = { name, type: 'dir', mode: modeOf(stat), hash: tree, size: 0 };
    this.keep(entry, stat, true, times);
    add(this.totals, captured);
  }

  private link(dir: SafeDir, name: string, stat: BigIntStats): void {
    const target = new HashedBlob(readlinkSync(dir.at(name), { encoding: 'buffer' }));
    this.whole.batch.add(target);
    this.totals.files += 1;
    const settled = !isRacy(stat, Date.now());
    this.keep({ name, type: 'link', mode: 0, hash: target.hash, size: 0 }, stat, settled);
  }

  private async file(dir: SafeDir, name: string, stat: BigIntStats): Promise<void> {
    const known = await this.known(name, stat);
    if (known !== undefined) {
      this.keepFile(name, { hash: known, size: Number(stat.size), stat, settled: true }, Infinity);
      return;
    }
    const readAtMs = Date.now();
    const small = Number(stat.size) > STREAM_LIMIT ? 'large' : this.small(dir, name);
    const read = small === 'large' ? await this.large(dir, name) : small;
    if (read) this.keepFile(name, read, readAtMs);
  }

  private keepFile(name: string, { hash, size, stat, settled }: Read, readAtMs: number): void {
    this.totals.files += 1;
    this.totals.bytes += size;
    const entry: TreeEntry = { name, type: 'file', mode: modeOf(stat), hash, size };
    // A change right after the reading could not be told from its stat.
    this.keep(entry, stat, settled && !isRacy(stat, readAtMs));
  }

  /** Takes an entry into the listing; one that is not settled is looked at again by the next capture. */
  private keep(entry: TreeEntry, stat: FileStat, settled: boolean, times?: BlobHash): void {
    const time: EntryTime = { mtimeUs: Number(stat.mtimeNs / 1_000n), times };
    this.kept.push({ entry, time });
    const { name, type, hash } = entry;
    const kind = type === 'dir' ? 'd' : type === 'link' ? 'l' : 'f';
    this.rows.push({ name, kind, stat: settled ? statNumbers(stat) : UNSETTLED, hash, times });
  }

  /** Hash of a file that has not changed since it was captured, and whose bytes the store has. */
  private async known(name: string, stat: BigIntStats): Promise<BlobHash | undefined> {
    const index = this.stored?.indexOf(name);
    if (index === undefined || !this.stored?.isFile(index, statNumbers(stat))) return undefined;
    const hash = this.stored.hashOf(index);
    return (await this.whole.batch.has(hash)) ? hash : undefined;
  }

  private small(dir: SafeDir, name: string): Read | 'large' | undefined {
    const read = readSmall(dir, name, this.whole.batch.allocate);
    if (!read || read === 'large') return read;
    const { bytes, stat, settled } = read;
    const blob = new HashedBlob(bytes);
    this.whole.batch.add(blob);
    return { stat, settled, hash: blob.hash, size: blob.bytes.byteLength };
  }

  private async large(dir: SafeDir, name: string): Promise<Read | undefined> {
    const file = new LargeFile(dir, name, this.whole.options.signal);
    const hash = await this.whole.blobs.put(file.chunks());
    return file.result && { ...file.result, hash, size: file.size };
  }

  /** Listing and times, put into the batch, and the rows in the order of the folder's names. */
  finish(): { captured: Captured; own: StatNumbers; rows: readonly Row[] } {
    this.kept.sort((a, b) => compareNames(a.entry.name, b.entry.name));
    const entries = this.kept.map(({ entry }) => entry);
    this.whole.options.observer?.captured(this.path, entries);
    const listing = new HashedBlob<TreeHash>(encodeListing(entries));
    const times = new HashedBlob(encodeTimes(this.kept.map(({ time }) => time)));
    this.whole.batch.add(listing);
    this.whole.batch.add(times);
    const order = new Map(this.names.map((name, index) => [name, index]));
    this.rows.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
    const captured = { tree: listing.hash, times: times.hash, ...this.totals };
    // What is not captured has no row and is looked at each time: its own change would not show in the folder's times.
    const own = this.rows.length === this.names.length ? this.own : UNSETTLED;
    return { captured, own, rows: this.rows };
  }
}

function modeOf(found: FileStat): number {
  return Number(found.mode) & 0o7777;
}

export function noTotals(): Totals {
  return { files: 0, bytes: 0, special: [], heavy: [] };
}

export function add(totals: Totals, more: Totals): void {
  totals.files += more.files;
  totals.bytes += more.bytes;
  if (totals.special.length < LISTED) totals.special.push(...more.special);
  if (totals.heavy.length < LISTED) totals.heavy.push(...more.heavy);
}

export function heavyEntry(path: string, reason = 'a heavy folder'): Skipped[number] {
  return { path: `${path}/`, reason };
}

/** For what is neither a file, nor a folder, nor a link. */
function specialReason(found: BigIntStats): string {
  if (found.isSocket()) return 'it is a socket';
  if (found.isFIFO()) return 'it is a FIFO';
  return 'it is a device';
}

/** True if the file may change again without its times showing it. */
export function isRacy(stat: Pick<BigIntStats, 'mtimeNs' | 'ctimeNs'>, readAtMs: number): boolean {
  const newestNs = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
  const coarse = stat.ctimeNs % 1_000_000_000n === 0n;
  return Number(newestNs / 1_000_000n) > readAtMs - (coarse ? COARSE_TICK_MS : TICK_MS);
}

function isHonest(root: string): boolean {
  try {
    return HONEST.has(statfsSync(root).type);
  } catch {
    return false;
  }
}
