import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { heavyFolder, type FolderRules } from '../../domain/files/heavy-folders';
import { joinPath, CAPTURED_PATH_LIMIT, utf8Length } from '../../domain/files/paths';
import { errorCode } from '../../machine/system-errors';
import {
  type BulkBlobStore,
  encodeListing,
  encodeTimes,
  type EntryTime,
  HashedBlob,
  type TreeEntry,
} from '../../store';
import { compareNames } from '../../machine/file-names';
import type { BlobBatch } from '../io/blob-batch';
import type { CaptureObserver, LeftKind } from './capture-observer';
import { add, noTotals, type Captured } from './captured';
import { type Row, statNumbers, type StatNumbers, type StoredFolder, UNSETTLED } from './folder-record';
import { heavyEntry, isGone, NO_ACCESS, specialReason } from './left-out';
import { isRacy } from './racy';
import type { FolderAnswer } from './read-folder';
import { LargeFile, readSmall, STREAM_LIMIT, type FileStat, type ReadFile } from '../io/read-file';
import type { SafeDir } from '../io/safe-dir';
import { isPublishTemp } from '../publish/temp-names';

/** A sub-folder, still to be captured. */
export interface FoundFolder {
  name: string;
  stat: BigIntStats;
}

export interface FolderCaptureDeps {
  blobs: BulkBlobStore;
  rules: FolderRules;
  observer?: CaptureObserver;
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
  private readonly positions: ReadonlyMap<string, number>;

  constructor(
    private readonly deps: FolderCaptureDeps,
    private readonly batch: BlobBatch,
    private readonly path: string,
    private readonly stored: StoredFolder | undefined,
  ) {
    this.positions = new Map(stored?.names().map((name, index) => [name, index]));
  }

  /** How many files it holds itself, as far as they are captured. */
  get files(): number {
    return this.totals.files;
  }

  /** Captures all but the sub-folders, which are returned. `ahead`: what another thread has read of it already. */
  async readEntries(
    dir: SafeDir,
    ahead: FolderAnswer | undefined,
    excluded: (name: string) => boolean,
    signal: AbortSignal | undefined,
    breathe: () => Promise<void>,
  ): Promise<FoundFolder[]> {
    const own = dir.stat();
    const believed = ahead && !this.stored && isSame(ahead.own, statNumbers(own)) ? ahead : undefined;
    // A name that comes right after the listing could not be told from the folder's times.
    if (!isRacy(own, believed?.listedAtMs ?? Date.now())) this.own = statNumbers(own);
    // Without a record there is nothing to compare a stat with: files are opened at once.
    const { names, files } =
      believed ?? (this.stored ? { names: dir.names(), files: NO_NAMES } : dir.typedNames());
    const taken = this.takeOver(believed);
    this.names = names;
    const siblings = new Set(names);
    const folders: FoundFolder[] = [];
    for (const name of names) {
      const done = taken.has(name) || (files.has(name) && this.fresh(dir, name));
      const found = done ? undefined : await this.entry(dir, name, siblings, excluded, signal);
      if (found) folders.push(found);
      await breathe();
    }
    return folders;
  }

  /** Captures what another thread has read; returns the names. */
  private takeOver(ahead: FolderAnswer | undefined): ReadonlySet<string> {
    if (!ahead) return NO_NAMES;
    const taken = new Set<string>();
    const all = Buffer.from(ahead.bytes);
    let from = 0;
    for (const { name, size, hash, stat, settled, readAtMs } of ahead.read) {
      if (this.isPlain(name)) {
        const bytes = this.batch.allocate(size);
        all.copy(bytes, 0, from, from + size);
        this.batch.add(new HashedBlob(bytes, hash));
        this.keepFile(name, { stat, settled, hash, size }, readAtMs);
        taken.add(name);
      }
      from += size;
    }
    return taken;
  }

  private isPlain(name: string): boolean {
    return !isPublishTemp(name) && utf8Length(joinPath(this.path, name)) <= CAPTURED_PATH_LIMIT;
  }

  /** Reads a file of which nothing is known; false where it is not as simple as that. */
  private fresh(dir: SafeDir, name: string): boolean {
    if (!this.isPlain(name)) return false;
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

  /** Undefined for all that is captured already or never. What vanishes meanwhile was deleted, which is no error. */
  private async entry(
    dir: SafeDir,
    name: string,
    siblings: ReadonlySet<string>,
    excluded: (name: string) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<FoundFolder | undefined> {
    if (isPublishTemp(name)) return this.leave(name, 'it is left over from a publish', 'unfinished');
    const path = joinPath(this.path, name);
    if (utf8Length(path) > CAPTURED_PATH_LIMIT)
      return this.skip(name, `its path is longer than ${CAPTURED_PATH_LIMIT} bytes`, 'long-path');
    try {
      const stat = lstatSync(dir.at(name), { bigint: true });
      if (stat.isDirectory()) return this.folderOf(name, stat, siblings, excluded);
      if (stat.isSymbolicLink()) this.link(dir, name, stat);
      else if (stat.isFile()) await this.file(dir, name, stat, signal);
      else this.skip(name, specialReason(stat), 'special');
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EACCES' || code === 'EPERM') this.skip(name, NO_ACCESS, 'unreadable');
      else if (!isGone(code)) throw error;
    }
    return undefined;
  }

  private folderOf(
    name: string,
    stat: BigIntStats,
    siblings: ReadonlySet<string>,
    excluded: (name: string) => boolean,
  ): FoundFolder | undefined {
    const path = joinPath(this.path, name);
    const rule = heavyFolder(path, siblings, this.deps.rules);
    if (rule) {
      this.deps.observer?.left({ path: `${path}/`, kind: 'heavy', rule });
      this.totals.heavy.push(heavyEntry(path, rule.reason));
      this.rows.push({ name, kind: 'h', stat: statNumbers(stat), hash: undefined, times: undefined });
      return undefined;
    }
    if (excluded(name)) {
      return this.skip(`${name}/`, 'it is the data of Kintsugi', 'own-data');
    }
    return { name, stat };
  }

  /** A folder that holds what is not captured is looked at entry by entry each time. */
  skip(name: string, reason: string, kind: LeftKind): undefined {
    this.totals.special.push({ path: joinPath(this.path, name), reason });
    this.leave(name, reason, kind);
  }

  private leave(name: string, reason: string, kind: LeftKind): undefined {
    this.deps.observer?.left({ path: joinPath(this.path, name), kind, reason });
  }

  addFolder(name: string, stat: BigIntStats, captured: Captured): void {
    const { tree, times } = captured;
    const entry: TreeEntry = { name, type: 'dir', mode: modeOf(stat), hash: tree, size: 0 };
    this.keep(entry, stat, true, times);
    add(this.totals, captured);
  }

  private link(dir: SafeDir, name: string, stat: BigIntStats): void {
    const target = new HashedBlob(readlinkSync(dir.at(name), { encoding: 'buffer' }));
    this.batch.add(target);
    this.totals.files += 1;
    const settled = !isRacy(stat, Date.now());
    this.keep({ name, type: 'link', mode: 0, hash: target.hash, size: 0 }, stat, settled);
  }

  private async file(
    dir: SafeDir,
    name: string,
    stat: BigIntStats,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const known = await this.known(name, stat);
    if (known !== undefined) {
      this.keepFile(name, { hash: known, size: Number(stat.size), stat, settled: true }, Infinity);
      return;
    }
    const readAtMs = Date.now();
    const small = Number(stat.size) > STREAM_LIMIT ? 'large' : this.small(dir, name);
    const read = small === 'large' ? await this.large(dir, name, signal) : small;
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
    const index = this.positions.get(name);
    if (index === undefined || !this.stored?.isFile(index, statNumbers(stat))) return undefined;
    const hash = this.stored.hashOf(index);
    return (await this.batch.has(hash)) ? hash : undefined;
  }

  private small(dir: SafeDir, name: string): Read | 'large' | undefined {
    const read = readSmall(dir, name, this.batch.allocate);
    if (!read || read === 'large') return read;
    const { bytes, stat, settled } = read;
    const blob = new HashedBlob(bytes);
    this.batch.add(blob);
    return { stat, settled, hash: blob.hash, size: blob.bytes.byteLength };
  }

  private async large(
    dir: SafeDir,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<Read | undefined> {
    const file = new LargeFile(dir, name, signal);
    const stored = await this.deps.blobs.putStream(file.chunks());
    return file.result && { ...file.result, ...stored };
  }

  /** Listing and times, put into the batch, and the rows in the order of the folder's names. */
  finish(): { captured: Captured; own: StatNumbers; rows: readonly Row[] } {
    this.kept.sort((a, b) => compareNames(a.entry.name, b.entry.name));
    const entries = this.kept.map(({ entry }) => entry);
    this.deps.observer?.captured(this.path, entries);
    const listing = new HashedBlob<TreeHash>(encodeListing(entries));
    const times = new HashedBlob(encodeTimes(this.kept.map(({ time }) => time)));
    this.batch.add(listing);
    this.batch.add(times);
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

function isSame(one: StatNumbers | undefined, other: StatNumbers): boolean {
  return one !== undefined && one.every((value, column) => value === other[column]);
}
