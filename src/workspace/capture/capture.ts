import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { folderRules, heavyFolder, type FolderRules } from '../../domain/files/heavy-folders';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import { ancestorPaths, joinPath } from '../../domain/files/paths';
import type { ImportedTree } from '../../domain/files/workspace';
import { type BlobStore, hashBytes, type StatCache } from '../../store';
import { compareNames } from '../../machine/file-names';
import { BlobBatch } from '../io/blob-batch';
import {
  add,
  heavyEntry,
  LISTED,
  noTotals,
  type Captured,
  type CaptureObserver,
  FolderCapture,
  type FoundFolder,
  type WholeCapture,
  FolderTimes,
} from './folder-capture';
import { encodeRecord, StoredFolder } from './folder-record';
import { Pace } from '../../machine/pace';
import { DirCursor, type SafeDir } from '../io/safe-dir';

/** Takes the place of a record that no longer holds where there can be no new one. */
const NO_RECORD = Buffer.from([0]);

const QUIET = { throwIfNoEntry: false } as const;

export interface CaptureDeps {
  blobs: BlobStore;
  stats: StatCache;
  /** Real paths that are never captured: Kintsugi's own data. */
  exclude?: readonly string[];
}

export interface CaptureOptions {
  signal?: AbortSignal;
  progress?: (detail: unknown) => void;
  /** Rules of the run; absent: the built-in ones. */
  heavyFolders?: HeavyRules;
  /** Observer of each folder that is read. With an empty stat cache these are all. */
  observer?: CaptureObserver;
  /** Paths that alone are looked at, with what stands beside them; folders elsewhere are taken as they were captured last. */
  only?: readonly string[];
}

/** One capture under way. */
export class Capture implements WholeCapture {
  readonly blobs: BlobStore;
  readonly batch: BlobBatch;
  readonly rules: FolderRules;
  private readonly pace: Pace;
  private readonly cursor: DirCursor;
  private readonly epoch: number;
  private readonly folderTimes: FolderTimes;
  /** True if the cache can be trusted: the root record, written last, names a stored blob. */
  private trusted = false;
  private readonly news: { key: Buffer; record: Buffer }[] = [];
  /** Folders to be looked at; undefined: all. */
  private readonly places: ReadonlySet<string> | undefined;
  /** Folders that are done, for a parent that turns out to be changed. */
  private readonly done = new Map<string, Captured>();
  private seen = 0;

  constructor(
    private readonly deps: CaptureDeps,
    private readonly path: string,
    root: SafeDir,
    readonly options: CaptureOptions,
  ) {
    this.blobs = deps.blobs;
    this.pace = new Pace(options.signal);
    this.cursor = new DirCursor(root);
    this.epoch = deps.stats.epoch();
    this.batch = new BlobBatch(deps.blobs, this.epoch);
    this.rules = folderRules(options.heavyFolders);
    this.folderTimes = new FolderTimes(path);
    this.places =
      options.only && new Set(['', ...options.only.flatMap((one) => [...ancestorPaths(one), one])]);
  }

  async run(): Promise<ImportedTree> {
    try {
      const known = StoredFolder.read(this.deps.stats.get(this.key('')));
      this.trusted = known !== undefined && (await this.batch.has(known.tree));
      const { tree, times, files, bytes, special, heavy } = await this.folder('');
      await this.batch.finish();
      // After the blobs: a record promises that the store has its blobs.
      if (this.news.length > 0) await this.deps.stats.setMany(this.news);
      const skipped = [...special, ...heavy].slice(0, LISTED);
      return { tree, times, fileCount: files, byteCount: bytes, skipped };
    } finally {
      this.cursor.reset();
    }
  }

  /** Under other rules the same folder is another tree. */
  private key(folder: string): Buffer {
    const { key } = this.rules;
    const text = `${this.path}\0${folder}\0${key}`;
    return Buffer.from(hashBytes(Buffer.from(text)), 'hex');
  }

  /** `stat` is of the folder, by its path; `isGiven`: it need not be looked at. */
  private async folder(path: string, stat?: Stats, isGiven = false): Promise<Captured> {
    const known = this.done.get(path);
    if (known) return known;
    const stored = StoredFolder.read(this.deps.stats.get(this.key(path)));
    const believed = stored && this.trusted && stored.epoch === this.epoch;
    const quick = believed ? await this.unchanged(path, stored, stat, !isGiven) : undefined;
    const captured = quick ?? (await this.changed(path, stored));
    this.done.set(path, captured);
    if (this.pace.due) await this.rest();
    return captured;
  }

  /** True if a folder need not be looked at, and its record is what the folder above was captured with: a record may be older. */
  private isGiven(path: string, parent: StoredFolder | undefined, index: number | undefined): boolean {
    if (!this.places || this.places.has(path) || !parent || index === undefined) return false;
    const record = StoredFolder.read(this.deps.stats.get(this.key(path)));
    return record !== undefined && parent.holds(index, record.tree, record.times);
  }

  private async rest(): Promise<void> {
    this.options.progress?.(`${this.seen} files`);
    await this.pace.rest();
  }

  /**
   * The folder as it was captured before, if its own stat or its names, and the stats of its entries, show no change, or if
   * nobody `looks`. It looks paths up by name, which is a third faster than by descriptor. If a link is put in the way, its
   * target is only compared with the earlier stats, and no byte of it is read.
   */
  private async unchanged(
    path: string,
    stored: StoredFolder,
    own: Stats | undefined,
    looks: boolean,
  ): Promise<Captured | undefined> {
    const plain = path === '' ? this.path : `${this.path}/${path}`;
    const isOwn = own !== undefined && this.folderTimes.tell(own) && stored.isOwn(own);
    const settles = looks && own !== undefined && !isOwn && this.folderTimes.areSettled(own);
    const names = isOwn || !looks ? stored.names() : sameNames(plain, stored);
    if (!names) return undefined;
    const totals = noTotals();
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? '';
      const stat = looks ? lstatSync(`${plain}/${name}`, QUIET) : undefined;
      if (looks && !(stat && stored.matches(index, stat))) return undefined;
      const kind = stored.kind(index);
      if (kind === 'f') {
        totals.files += 1;
        totals.bytes += stored.size(index);
      } else if (kind === 'l') {
        totals.files += 1;
      } else if (kind === 'd') {
        const child = joinPath(path, name);
        const isGiven = this.isGiven(child, stored, index);
        // It has to be looked at, and nobody has seen yet that it is there.
        if (!looks && !isGiven) return undefined;
        const below = await this.folder(child, stat, isGiven);
        if (!stored.holds(index, below.tree, below.times)) return undefined;
        add(totals, below);
      } else if (kind === 'h') {
        const heavy = joinPath(path, name);
        totals.heavy.push(heavyEntry(heavy, heavyFolder(heavy, new Set(names), this.rules)?.reason));
      } else return undefined;
    }
    this.batch.useRecorded(stored.named());
    if (settles) this.news.push({ key: this.key(path), record: stored.withOwn(own) });
    this.seen += totals.files;
    return { tree: stored.tree, times: stored.times, ...totals };
  }

  /** Captures a folder entry by entry; files whose stat is known are not read. */
  private async changed(path: string, stored: StoredFolder | undefined): Promise<Captured> {
    const folder = new FolderCapture(this, path, stored);
    const folders = await folder.readEntries(this.cursor.enter(path));
    // In the order of trees: what a checkout reads one after the other is stored side by side.
    folders.sort((a, b) => compareNames(a.name, b.name));
    for (const found of folders) await this.below(folder, path, found, stored);
    const { captured, own, rows } = folder.finish();
    const record = encodeRecord({
      epoch: this.epoch,
      tree: captured.tree,
      times: captured.times,
      own,
      rows,
    });
    if (record ? !stored?.bytes.equals(record) : stored)
      this.news.push({ key: this.key(path), record: record ?? NO_RECORD });
    this.seen += captured.files;
    return captured;
  }

  private async below(
    folder: FolderCapture,
    parent: string,
    { name, stat }: FoundFolder,
    stored: StoredFolder | undefined,
  ): Promise<void> {
    const path = joinPath(parent, name);
    try {
      const isGiven = this.isGiven(path, stored, stored?.indexOf(name));
      folder.addFolder(name, stat, await this.folder(path, undefined, isGiven));
    } catch (error) {
      folder.skipFailed(name, error);
    }
  }

  isExcluded(path: string): boolean {
    return this.deps.exclude?.includes(`${this.path}/${path}`) ?? false;
  }

  breathe(): Promise<void> | undefined {
    if (this.batch.full) return this.batch.flush();
    return this.pace.due ? this.rest() : undefined;
  }
}

/** Names of a folder where they are those of its record. */
function sameNames(path: string, stored: StoredFolder): string[] | undefined {
  const names = namesAt(path);
  return names?.length === stored.count && names.join('\0') === stored.joinedNames ? names : undefined;
}

/** Names of a folder by its path; undefined where it cannot be listed, or holds a name that is no UTF-8. */
function namesAt(path: string): string[] | undefined {
  try {
    const names = readdirSync(path, 'utf8');
    return names.some((name) => name.includes('\ufffd')) ? undefined : names;
  } catch {
    return undefined;
  }
}
