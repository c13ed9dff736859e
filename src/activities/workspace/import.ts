import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { heavyFolder } from '../../domain/heavy-folders';
import { joinPath, PATH_LIMIT, utf8Length } from '../../domain/paths';
import type { ImportedTree } from '../../domain/workspace';
import { errorCode } from '../../store/errors';
import { HashedBlob } from '../../store/hash';
import { encodeListing } from '../../store/tree-listing';
import type { BulkBlobStore, StatCache, StatRow, TreeEntry } from '../../store/types';
import { BlobBatch } from './blob-batch';
import { DirectoryError } from './errors';
import { FolderStats } from './folder-stats';
import { Pace } from './pace';
import { LargeFile, readSmall, STREAM_LIMIT, type ReadFile } from './read-file';
import { SafeDir } from './safe-dir';
import { isPublishTemp } from './temp-names';

/** How many paths a result lists. */
const LISTED = 20;

export interface ImportDeps {
  blobs: BulkBlobStore;
  stats: StatCache;
  /** Real paths that are never captured: Kintsugi's own data. */
  exclude?: readonly string[];
}

export interface ImportOptions {
  signal?: AbortSignal;
  progress?: (detail: unknown) => void;
}

/**
 * Captures a directory as a tree: files, permission bits, links as links, empty folders. Nothing outside it is
 * read, whatever links point to. Rejects with `DirectoryError` where there is no such directory.
 */
export async function importDirectory(
  deps: ImportDeps,
  directory: string,
  options: ImportOptions = {},
): Promise<ImportedTree> {
  const path = await realDirectory(directory);
  const capture = new Capture(deps, path, options);
  const root = SafeDir.openRoot(path);
  try {
    return await capture.run(root);
  } finally {
    root.close();
  }
}

/** The real path of a directory that may be captured or published to. Rejects with `DirectoryError`. */
export async function realDirectory(directory: string): Promise<string> {
  let path: string;
  try {
    path = await realpath(directory);
    if (!(await stat(path)).isDirectory())
      throw new DirectoryError(`${directory} is a file; name the folder that holds it.`);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new DirectoryError(`There is no folder ${directory}.`);
    if (code === 'EACCES') throw new DirectoryError(`${directory} cannot be read: permission denied.`);
    throw error;
  }
  if (parse(path).root === path)
    throw new DirectoryError(`${path} is the root of the file system; name a project's folder.`);
  return path;
}

/** One capture under way. */
class Capture {
  private readonly batch: BlobBatch;
  private readonly pace: Pace;
  private readonly news: { key: Buffer; rows: StatRow[] }[] = [];
  private readonly special: ImportedTree['skipped'] = [];
  private readonly heavy: ImportedTree['skipped'] = [];
  private fileCount = 0;
  private byteCount = 0;

  constructor(
    private readonly deps: ImportDeps,
    private readonly root: string,
    private readonly options: ImportOptions,
  ) {
    this.batch = new BlobBatch(deps.blobs);
    this.pace = new Pace(options.signal);
  }

  async run(root: SafeDir): Promise<ImportedTree> {
    const tree = await this.folder(root, '');
    await this.batch.settle();
    // After the blobs: a row promises that the store has its blob.
    await this.deps.stats.setMany(this.news);
    const skipped = [...this.special, ...this.heavy].slice(0, LISTED);
    return { tree, fileCount: this.fileCount, byteCount: this.byteCount, skipped };
  }

  private async folder(dir: SafeDir, path: string): Promise<TreeHash> {
    const names = dir.names();
    const siblings = new Set(names);
    const stats = new FolderStats(this.deps.stats, this.root, path);
    const entries: TreeEntry[] = [];
    for (const name of names) {
      const entry = await this.entry(dir, name, joinPath(path, name), siblings, stats);
      if (entry) entries.push(entry);
      if (this.batch.full) await this.batch.flush();
      if (this.pace.due) await this.rest();
    }
    const listing = new HashedBlob(encodeListing(entries));
    this.batch.add(listing);
    const news = stats.news();
    if (news) this.news.push(news);
    return listing.hash;
  }

  private async rest(): Promise<void> {
    this.options.progress?.(`${this.fileCount} files`);
    await this.pace.rest();
  }

  /** Undefined for what is not captured. What vanishes meanwhile was deleted, which is no error. */
  private async entry(
    dir: SafeDir,
    name: string,
    path: string,
    siblings: ReadonlySet<string>,
    stats: FolderStats,
  ): Promise<TreeEntry | undefined> {
    if (isPublishTemp(name)) return undefined;
    if (utf8Length(path) > PATH_LIMIT) return this.skip(path, `its path is longer than ${PATH_LIMIT} bytes`);
    try {
      const found = lstatSync(dir.at(name), { bigint: true });
      if (found.isDirectory()) return await this.subfolder(dir, name, path, siblings, found);
      if (found.isSymbolicLink()) return this.link(dir, name);
      if (found.isFile()) return await this.file(dir, name, stats, found);
      return this.skip(path, specialReason(found));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
      if (code === 'EACCES' || code === 'EPERM')
        return this.skip(path, 'it cannot be read: permission denied');
      throw error;
    }
  }

  private async subfolder(
    parent: SafeDir,
    name: string,
    path: string,
    siblings: ReadonlySet<string>,
    found: BigIntStats,
  ): Promise<TreeEntry | undefined> {
    const rule = heavyFolder(name, siblings);
    if (rule) {
      this.heavy.push({ path: `${path}/`, reason: rule.reason });
      return undefined;
    }
    if (this.deps.exclude?.includes(`${this.root}/${path}`))
      return this.skip(`${path}/`, 'it is the data of Kintsugi');
    const dir = parent.openDir(name);
    try {
      return { name, type: 'dir', mode: modeOf(found), hash: await this.folder(dir, path), size: 0 };
    } finally {
      dir.close();
    }
  }

  private link(dir: SafeDir, name: string): TreeEntry {
    const target = new HashedBlob(readlinkSync(dir.at(name), { encoding: 'buffer' }));
    this.batch.add(target);
    this.fileCount += 1;
    return { name, type: 'link', mode: 0, hash: target.hash, size: 0 };
  }

  private async file(
    dir: SafeDir,
    name: string,
    stats: FolderStats,
    found: BigIntStats,
  ): Promise<TreeEntry | undefined> {
    const row = stats.find(name, found);
    if (row && (await this.batch.has(row.hash))) {
      stats.keep(row);
      return this.counted({ name, type: 'file', mode: modeOf(found), hash: row.hash, size: row.size });
    }
    const readAtMs = Date.now();
    const read = Number(found.size) > STREAM_LIMIT ? await this.large(dir, name) : this.small(dir, name);
    if (!read) return undefined;
    if (read.settled) stats.learn(name, read.stat, read.hash, readAtMs);
    return this.counted({ name, type: 'file', mode: modeOf(read.stat), hash: read.hash, size: read.size });
  }

  private small(dir: SafeDir, name: string): (ReadFile & { hash: BlobHash; size: number }) | undefined {
    const read = readSmall(dir, name);
    if (!read) return undefined;
    this.batch.add(read.blob);
    return { ...read, hash: read.blob.hash, size: read.blob.bytes.byteLength };
  }

  private async large(
    dir: SafeDir,
    name: string,
  ): Promise<(ReadFile & { hash: BlobHash; size: number }) | undefined> {
    const file = new LargeFile(dir, name, this.options.signal);
    const stored = await this.deps.blobs.putStream(file.chunks());
    return file.result && { ...file.result, ...stored };
  }

  private counted(entry: TreeEntry): TreeEntry {
    this.fileCount += 1;
    this.byteCount += entry.size;
    return entry;
  }

  private skip(path: string, reason: string): undefined {
    this.special.push({ path, reason });
  }
}

function modeOf(found: BigIntStats): number {
  return Number(found.mode) & 0o7777;
}

function specialReason(found: BigIntStats): string {
  if (found.isSocket()) return 'it is a socket';
  if (found.isFIFO()) return 'it is a FIFO';
  return 'it is a device';
}
