import {
  constants,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  openSync,
  type BigIntStats,
} from 'node:fs';
import { lstat, copyFile, open, rm } from 'node:fs/promises';
import { withoutSetId } from '../../../domain/files/paths';
import { encodeName, isPlainName } from '../../../machine/file-names';
import { errorCode } from '../../../machine/system-errors';
import { type BlobStore, identityOf, type TreeEntry } from '../../../store';
import { openFile, type Likeness, type OpenFile } from '../../io/copy-attributes';
import { READ_FLAGS, SafeDir } from '../../io/safe-dir';
import { utimesSeconds, writeEntry } from '../../io/write-entry';
import { ChangedMeanwhileError } from '../../publish/publish-apply';
import type { Disk } from '../disk';
import { inodeOf } from './carry-out';
import type { Inode } from './journal';
import { copyChunks, hasHoles } from '../../../machine/file-holes';

/** A new file or link that is made beside, before anything of the user's is touched. */
export interface Staged {
  path: string;
  entry: TreeEntry;
  /** Folder and name of the place where it is made. */
  folder: string;
  name: string;
  /** Original that it is a copy of: a path of the tree, or a kept file by its absolute path. Absent: made of its blob. */
  copyOf?: { path: string } | { kept: string };
  /** Modification time, whole µs since 1970; that of the original, or now, by default. */
  mtimeUs?: number;
  owner: { uid: number; gid: number };
  /** File that it is the new text of, whose extended attributes it gets. */
  like?: { path: string; found: BigIntStats };
}

/** Makes a file in its place; resolves to its inode. Throws `ChangedMeanwhileError` where its original changed. */
export async function stage(blobs: BlobStore, disk: Disk, staged: Staged): Promise<Inode> {
  const { entry, folder, name, owner, mtimeUs, copyOf } = staged;
  if (copyOf) await copyOriginal(disk, staged, copyOf);
  else {
    const dir = SafeDir.openRoot(folder);
    try {
      await writeEntry(blobs, dir, name, entry, { durable: true, owner, mtimeUs });
    } finally {
      dir.close();
    }
  }
  return inodeOf(await lstat(`${folder}/${name}`, { bigint: true }));
}

/** A staged file with the one that it is to be like, besides its bytes; undefined where there is none. */
export function likenessOf(disk: Disk, staged: Staged, { dev, ino }: Inode): Likeness | undefined {
  const { entry, folder, name } = staged;
  const model = entry.type === 'link' ? undefined : modelOf(disk, staged);
  const made = model && openFile(`${folder}/${name}`, { dev: BigInt(dev), ino: BigInt(ino) });
  if (model && made) return { model, made };
  if (model) closeSync(model.fd);
  return undefined;
}

function modelOf(disk: Disk, { entry, copyOf, like }: Staged): OpenFile | undefined {
  try {
    if (like) return openFile(disk.pathOf(like.path), like.found);
    const model = copyOf && openFile(pathOf(disk, copyOf));
    if (!model || identityOf(model.stat) === entry.hash) return model;
    closeSync(model.fd);
  } catch {
    // A folder on the way is gone: that shows when the file is taken.
  }
  return undefined;
}

async function copyOriginal(
  disk: Disk,
  { path, entry, folder, name, owner, mtimeUs }: Staged,
  copyOf: NonNullable<Staged['copyOf']>,
): Promise<void> {
  const shown = 'path' in copyOf ? copyOf.path : path;
  const source = openOriginal(disk, shown, copyOf);
  const target = `${folder}/${name}`;
  try {
    const before = fstatSync(source, { bigint: true });
    if (!before.isFile()) throw changed(shown, 'it is no file that can be copied');
    if (identityOf(before) !== entry.hash) throw changed(shown, 'it was changed');
    // By its descriptor where that has a path: its name may be another file's by now.
    const from = process.platform === 'linux' ? `/proc/self/fd/${source}` : pathOf(disk, copyOf);
    await copyOpenFile(source, from, target);
    const after = fstatSync(source, { bigint: true });
    if (identityOf(after) !== entry.hash) throw changed(shown, 'it was changed while it was copied');
    const times = { mtimeUs: mtimeUs ?? Number(before.mtimeNs / 1_000n) };
    finish(target, { mode: copiedMode(entry, before, owner), owner, ...times }, before.size, shown);
  } finally {
    closeSync(source);
  }
}

/** Permissions of a copy: it does not run with the rights of another owner than its original did. */
function copiedMode({ mode }: TreeEntry, original: BigIntStats, owner: Staged['owner']): number {
  const { uid, gid } =
    process.geteuid?.() === 0 ? owner : { uid: process.geteuid?.(), gid: process.getegid?.() };
  return Number(original.uid) === uid && Number(original.gid) === gid ? mode : withoutSetId(mode);
}

/** Gives a copy what it has besides its bytes, and waits until it is on disk. */
function finish(
  target: string,
  { mode, owner: { uid, gid }, mtimeUs }: { mode: number; owner: Staged['owner']; mtimeUs: number },
  size: bigint,
  shown: string,
): void {
  const fd = openSync(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    if (fstatSync(fd, { bigint: true }).size !== size)
      throw changed(shown, 'it was changed while it was copied');
    if (process.geteuid?.() === 0) fchownSync(fd, uid, gid);
    fchmodSync(fd, mode);
    futimesSync(fd, utimesSeconds(mtimeUs), utimesSeconds(mtimeUs));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function openOriginal(disk: Disk, shown: string, copyOf: NonNullable<Staged['copyOf']>): number {
  try {
    return openSync(pathOf(disk, copyOf), READ_FLAGS);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
      throw changed(shown, 'it was moved or deleted');
    if (code === 'EACCES' || code === 'EPERM')
      throw changed(shown, 'it cannot be read to be copied: permission denied');
    if (code === 'ENXIO') throw changed(shown, 'it is no file that can be copied');
    throw error;
  }
}

function pathOf(disk: Disk, copyOf: NonNullable<Staged['copyOf']>): string | Buffer {
  if ('path' in copyOf) return disk.pathOf(copyOf.path);
  return isPlainName(copyOf.kept) ? copyOf.kept : encodeName(copyOf.kept);
}

function changed(path: string, reason: string): ChangedMeanwhileError {
  return new ChangedMeanwhileError({ path, reason });
}

/**
 * Copies an open file to a path where nothing is. Blocks are shared where the file system can; else what holds nothing but zeros is a
 * hole in the copy. `from`: a path of the same file.
 */
export async function copyOpenFile(
  source: number,
  from: string | Buffer,
  target: string | Buffer,
): Promise<void> {
  if (!hasHoles(fstatSync(source)))
    return copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  if (await isCloned(from, target)) return;
  const copy = await open(target, 'wx', 0o600);
  try {
    await copyChunks(source, copy.fd);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await copy.close();
  }
}

/** True if the copy shares the blocks of its original; where that can't be, nothing is there. */
async function isCloned(from: string | Buffer, target: string | Buffer): Promise<boolean> {
  try {
    await copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    return false;
  }
}
