import {
  chmodSync,
  linkSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs';
import { encodeName } from '../../../machine/file-names';
import type { Pace } from '../../../machine/pace';
import { errorCode } from '../../../machine/system-errors';
import { identityOf } from '../../../store';
import { ChangedMeanwhileError } from '../../publish/publish-apply';
import { SafeDir } from '../../io/safe-dir';
import { CHANGED_INSIDE } from '../check/entry-on-disk';
import type { Disk } from '../disk';
import { FolderLister, isOwnName } from '../list-folder';
import type { Inode, Step } from './journal';

/** Mode of a folder until all that it holds is in its place. */
export const NEW_FOLDER_MODE = 0o700;
export const OWNER_WRITES = 0o200;
export const EMPTY = 'empty';

type Take = Extract<Step, { do: 'take' }>;
type Put = Extract<Step, { do: 'put' }>;

/** True if a step is done, whatever was done besides: its own path tells. */
export function isDone(disk: Disk, step: Step): boolean {
  const stat = statIfThere(disk, step.path);
  switch (step.do) {
    case 'take':
      return !isInode(stat, step.inode);
    case 'put':
      return isInode(stat, step.inode);
    case 'make':
      return stat !== undefined && stat.isDirectory() && String(stat.ino) !== step.before;
    case 'mode':
      return stat !== undefined && (Number(stat.mode) & 0o7777) === step.after;
  }
}

/** Does a step. Throws `ChangedMeanwhileError` where the disk is not as it was when it was planned. */
export function carryOut(disk: Disk, step: Step): void {
  try {
    asChange(step.path, () => {
      switch (step.do) {
        case 'take':
          return take(disk, step);
        case 'put':
          return putNew(disk, step);
        case 'make':
          return make(disk, step);
        case 'mode':
          return chmodSync(disk.pathOf(step.path), step.after);
      }
    });
  } catch (error) {
    const reason = FORBIDDEN[errorCode(error) ?? ''];
    throw reason === undefined ? error : changed(step.path, reason);
  }
}

/** Errors of a path that cannot be changed, while others can. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  EPERM: 'it, or its folder, may not be changed: permission denied',
  EACCES: 'it, or its folder, may not be changed: permission denied',
  EBUSY: 'it is a mount point, or in use by the system',
  EROFS: 'it lies on a file system that is read-only',
};

/** Takes a step back that is done. Throws `ChangedMeanwhileError` where somebody is in the way. */
export function takeBack(disk: Disk, step: Step): void {
  asChange(step.path, () => {
    switch (step.do) {
      case 'take':
        disk.reset();
        return putNew(disk, step);
      case 'put':
        return takeAgain(disk, step);
      case 'make':
        disk.reset();
        return rmdirSync(disk.pathOf(step.path));
      case 'mode':
        return chmodSync(disk.pathOf(step.path), step.before);
    }
  });
}

/** Gives a folder its own permissions again, wherever a kill has left it. */
export function settleMode(disk: Disk, step: Step): void {
  if ((step.do !== 'take' && step.do !== 'put') || step.mode === undefined) return;
  const held = encodeName(step.held);
  if (isInode(statIfThere(disk, step.path), step.inode)) chmodSync(disk.pathOf(step.path), step.mode);
  else if (isInode(lstatSync(held, { bigint: true, throwIfNoEntry: false }), step.inode))
    chmodSync(held, step.mode);
}

function take(disk: Disk, { path, held, expected, mode }: Take): void {
  // It may be a folder that is open on the way to the last one.
  if (expected === undefined || expected === EMPTY) disk.reset();
  rename(disk.pathOf(path), encodeName(held), mode);
}

/**
 * Looks at what was taken: it may have become another thing since it was looked at. `isPut`: true if it has its new path already.
 * Throws `ChangedMeanwhileError`; then all is undone, and nothing of it is lost.
 */
export async function expectTaken(
  disk: Disk,
  { path, held, inode, expected, listed }: Take,
  isPut: () => boolean,
  pace: Pace,
): Promise<void> {
  const stat = lstatSync(encodeName(held), { bigint: true, throwIfNoEntry: false });
  if (!stat) {
    if (isPut()) return;
    throw changed(path, 'it was moved or deleted');
  }
  if (!isInode(stat, inode)) throw changed(path, 'something else stands in its place');
  if (expected === EMPTY) {
    if (readdirSync(encodeName(held)).some((name) => !isOwnName(name)))
      throw changed(path, 'something was put into it');
  } else if (expected !== undefined && identityOf(stat) !== expected) throw changed(path, 'it was changed');
  if (listed === undefined) return;
  const dir = SafeDir.openRoot(held);
  try {
    const { tree } = await new FolderLister({ exclude: [], pace }).list(dir, disk.placeOf(path));
    if (tree !== listed) throw changed(path, CHANGED_INSIDE);
  } finally {
    dir.close();
  }
}

function takeAgain(disk: Disk, { path, held, inode, mode }: Put): void {
  disk.reset();
  const target = disk.pathOf(path);
  const there = lstatSync(encodeName(held), { bigint: true, throwIfNoEntry: false });
  // A kill came between its two names.
  if (isInode(there, inode)) unlinkSync(target);
  else if (there) throw changed(path, `${held} is taken`);
  else rename(target, encodeName(held), mode);
}

/** Gives something its path, and fails where that is not free: a rename would overwrite. */
function putNew(disk: Disk, { held, path, mode }: Take | Put): void {
  const source = encodeName(held);
  const target = disk.pathOf(path);
  const stat = lstatSync(source, { bigint: true });
  // Elsewhere a link to a link may be one to its target.
  if (!stat.isDirectory() && (process.platform === 'linux' || !stat.isSymbolicLink())) {
    try {
      linkSync(source, target);
      unlinkSync(source);
      return;
    } catch (error) {
      if (!NO_LINKS.has(errorCode(error) ?? '')) throw error;
    }
  }
  if (lstatSync(target, { throwIfNoEntry: false })) throw changed(path, CREATED);
  rename(source, target, mode);
}

/** Renames; `mode` is that of a folder which has to be opened for it. */
function rename(from: string | Buffer, to: string | Buffer, mode: number | undefined): void {
  if (mode !== undefined) chmodSync(from, mode | OWNER_WRITES);
  renameSync(from, to);
  if (mode !== undefined) chmodSync(to, mode);
}

/** Some file systems have no hard links, some files may have no more of them, and some users none of others' files. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'ENOSYS',
]);
const CREATED = 'it was created meanwhile';

function make(disk: Disk, { path, owner: { uid, gid } }: Extract<Step, { do: 'make' }>): void {
  const { dir, name } = disk.at(path);
  mkdirSync(dir.at(name), NEW_FOLDER_MODE);
  // A service that runs as root must not take folders over.
  if (process.geteuid?.() === 0) lchownSync(dir.at(name), uid, gid);
}

function asChange(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
      throw changed(path, 'it, or its folder, was moved or deleted');
    if (code === 'EEXIST') throw changed(path, CREATED);
    if (code === 'ENOTEMPTY') throw changed(path, 'something was put into it');
    throw error;
  }
}

function statIfThere(disk: Disk, path: string): BigIntStats | undefined {
  try {
    return disk.stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

export function inodeOf({ dev, ino }: BigIntStats): Inode {
  return { dev: String(dev), ino: String(ino) };
}

function isInode(stat: BigIntStats | undefined, { dev, ino }: Inode): boolean {
  return stat !== undefined && String(stat.dev) === dev && String(stat.ino) === ino;
}

function changed(path: string, reason: string): ChangedMeanwhileError {
  return new ChangedMeanwhileError({ path, reason });
}
