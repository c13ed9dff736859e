import { readlinkSync, type BigIntStats } from 'node:fs';
import { isModeOf, joinPath } from '../../../domain/files/paths';
import type { Pace } from '../../../machine/pace';
import { errorCode } from '../../../machine/system-errors';
import { hashBytes, identityOf, identityTimeUs, type TreeEntry, type TreeStore } from '../../../store';
import { hashFile } from '../../io/read-file';
import type { Disk } from '../disk';
import { timeOf } from '../list-folder';

/** Disk to look at, and how to do it without keeping the event loop. */
export interface LookDeps {
  trees: TreeStore;
  disk: Disk;
  pace: Pace;
}

/** Present state of a path: what stands there, nothing, or the reason why it can't be reached. */
export type Standing = { stat: BigIntStats } | { blocked: string } | 'absent';

export function standingAt(disk: Disk, path: string): Standing {
  try {
    const stat = disk.stat(path);
    return stat ? { stat } : 'absent';
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return 'absent';
    if (code === 'ENOTDIR' || code === 'ELOOP')
      return { blocked: 'a folder on the way to it is a link or a file now' };
    if (code === 'EACCES') return { blocked: 'its folder cannot be read: permission denied' };
    throw error;
  }
}

export const CHANGED_INSIDE = 'something in it was changed';

/** How what stands at a path differs from an entry of a manifest. Undefined: it is that entry. */
export async function differenceAt(
  { disk, pace }: LookDeps,
  path: string,
  entry: TreeEntry,
  stat: BigIntStats,
): Promise<string | undefined> {
  if (!isOfType(entry, stat)) return 'something else stands in its place';
  if (entry.type === 'link') return leadsTo(disk, path) === entry.hash ? undefined : 'it leads elsewhere now';
  if (entry.type === 'identity' && identityOf(stat) !== entry.hash) return 'it was changed';
  if (entry.type !== 'dir' && Number(stat.size) !== entry.size) return 'it was changed';
  if (entry.type === 'file' && (await bytesAt(disk, path)) !== entry.hash) return 'it was changed';
  if (modeOf(stat) !== entry.mode) return 'its permissions were changed';
  if (entry.type === 'dir' && (await disk.list(path, pace)).tree !== entry.hash) return CHANGED_INSIDE;
  return undefined;
}

/**
 * True if an entry has come to a path: as itself or, in the case of an identity, as a copy with its size, its time and
 * its permissions. A copy has an identity of its own, which no manifest knows before it is made.
 */
export async function hasArrived(deps: LookDeps, path: string, entry: TreeEntry): Promise<boolean> {
  const { disk, pace, trees } = deps;
  if (pace.due) await pace.rest();
  const standing = standingAt(disk, path);
  if (standing === 'absent' || 'blocked' in standing) return false;
  const { stat } = standing;
  if (!isOfType(entry, stat)) return false;
  if (entry.type === 'link') return leadsTo(disk, path) === entry.hash;
  if (!isModeOf(modeOf(stat), entry.mode)) return false;
  if (entry.type === 'dir') {
    for (const child of await trees.readDir(entry.hash))
      if (!(await hasArrived(deps, joinPath(path, child.name), child))) return false;
    return true;
  }
  if (entry.type === 'identity' && identityOf(stat) === entry.hash) return true;
  if (!stat.isFile() || Number(stat.size) !== entry.size) return false;
  if (entry.type === 'identity') return timeOf(stat) === identityTimeUs(entry.hash);
  return (await bytesAt(disk, path)) === entry.hash;
}

function isOfType({ type }: TreeEntry, stat: BigIntStats): boolean {
  if (type === 'dir') return stat.isDirectory();
  if (type === 'link') return stat.isSymbolicLink();
  // An identity may be a folder that nobody can list, or a device.
  return type === 'file' ? stat.isFile() : !stat.isSymbolicLink();
}

/** Permission bits. */
export function modeOf(stat: BigIntStats): number {
  return Number(stat.mode) & 0o7777;
}

function leadsTo(disk: Disk, path: string): string {
  return hashBytes(readlinkSync(disk.pathOf(path), { encoding: 'buffer' }));
}

function bytesAt(disk: Disk, path: string): Promise<string | undefined> {
  const { dir, name } = disk.at(path);
  return hashFile(dir, name);
}
