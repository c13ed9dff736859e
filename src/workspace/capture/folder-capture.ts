import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { heavyFolder, type FolderRules } from '../../domain/files/heavy-folders';
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
import {
  add,
  heavyEntry,
  noTotals,
  specialReason,
  type Captured,
  type CaptureObserver,
  type LeftKind,
} from './captured';
import { type Row, statNumbers, type StatNumbers, type StoredFolder, UNSETTLED } from './folder-record';
import { isRacy } from './settled';
import { LargeFile, readSmall, STREAM_LIMIT, type FileStat, type ReadFile } from '../io/read-file';
import type { SafeDir } from '../io/safe-dir';
import { isPublishTemp } from '../publish/temp-names';

/** A sub-folder, still to be captured. */
export interface FoundFolder {
  name: string;
  stat: BigIntStats;
}

/** The capture that a folder is a part of. */
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

/** The capture of one folder, entry by entry. */
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
