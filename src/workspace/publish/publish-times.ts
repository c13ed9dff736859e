import { ancestorPaths, parentPath } from '../../domain/files/paths';
import type { TreeHash } from '../../domain/ids';
import type { SnapshotRef } from '../../domain/run/checkpoints';
import { errorCode, isReadOnly } from '../../machine/system-errors';
import { SnapshotTimes, type TreeEntry, type BlobStore, type TreeStore } from '../../store';
import type { PublishRequest } from '../../domain/files/workspace';
import type { JournalFolderTime, JournalledChange } from './publish-journal';
import type { PublishPlan } from './publish-plan';
import { DirCursor, type SafeDir } from '../io/safe-dir';
import { Pace } from '../../machine/pace';
import { utimesSeconds } from '../io/write-entry';

export interface PublishDeps {
  blobs: BlobStore;
  trees: TreeStore;
  /** Folder of the journals, in Kintsugi's own data. */
  journals: string;
  /** How long to wait for another publish to the same directory; 30 s by default. */
  lockWaitMs?: number;
}

/**
 * Modification times for a journal: the present ones, to be restored if the publish is undone, and the new ones: those
 * of the snapshot that is restored, else the given one for files.
 */
export async function timesOf(
  deps: PublishDeps,
  request: PublishRequest,
  plan: PublishPlan,
  cursor: DirCursor,
): Promise<{ changes: JournalledChange[]; folders: JournalFolderTime[] }> {
  const { mtimeMs } = request;
  const madeUs = mtimeMs === undefined ? undefined : Math.trunc(mtimeMs * 1000);
  const restored = request.restored && new RestoredTimes(deps, request.tree, request.restored);
  const changes: JournalledChange[] = [];
  for (const { path, before, after, found } of plan.changes) {
    const beforeUs = found && Number(found.mtimeNs / 1_000n);
    const afterUs =
      (after && (await restored?.of(path, after))) ?? (after?.type === 'file' ? madeUs : undefined);
    changes.push({ path, before, after, beforeUs, afterUs });
  }
  const folders: JournalFolderTime[] = [];
  for (const path of touchedFolders(plan))
    folders.push({ path, beforeUs: timeNow(cursor, path), afterUs: await restored?.ofFolder(path) });
  return { changes, folders };
}

/** Times of a snapshot for what is in a tree as it was in the snapshot. */
class RestoredTimes {
  private readonly times: SnapshotTimes;

  constructor(
    private readonly deps: PublishDeps,
    private readonly tree: TreeHash,
    private readonly snapshot: SnapshotRef,
  ) {
    this.times = new SnapshotTimes(deps, snapshot);
  }

  async of(path: string, entry: TreeEntry): Promise<number | undefined> {
    if (this.snapshot.times === undefined) return undefined;
    const was = await this.deps.trees.find(this.snapshot.tree, path);
    // Times of folders depend on what they hold, and are asked for last.
    return entry.type !== 'dir' && was?.type === entry.type && was.hash === entry.hash
      ? this.times.mtimeUs(path)
      : undefined;
  }

  /** A folder that holds something else than in the snapshot has changed since. */
  async ofFolder(path: string): Promise<number | undefined> {
    if (path === '' || this.snapshot.times === undefined) return undefined;
    const [was, is] = await Promise.all([
      this.deps.trees.find(this.snapshot.tree, path),
      this.deps.trees.find(this.tree, path),
    ]);
    return was?.type === 'dir' && is?.type === 'dir' && was.hash === is.hash
      ? this.times.mtimeUs(path)
      : undefined;
  }
}

/** Folders in which something is written or removed, temporary files included; what a folder holds before it. */
function touchedFolders(plan: PublishPlan): string[] {
  const touched = new Set<string>();
  for (const { path, after } of plan.changes) {
    touched.add(parentPath(path));
    for (const folder of ancestorPaths(path)) touched.add(folder);
    if (after?.type === 'dir') touched.add(path);
  }
  return [...touched].sort((a, b) => b.length - a.length);
}

/** Undefined where there is no such folder yet. */
function timeNow(cursor: DirCursor, path: string): number | undefined {
  try {
    return cursor.enter(path).mtimeUs();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Last, since every change in a folder gives it a new time. */
export async function setFolderTimes(root: SafeDir, folders: readonly JournalFolderTime[]): Promise<void> {
  const cursor = new DirCursor(root);
  const pace = new Pace();
  try {
    for (const { path, afterUs } of folders) {
      if (afterUs !== undefined) setFolderTime(cursor, path, afterUs);
      if (pace.due) await pace.rest();
    }
  } finally {
    cursor.reset();
  }
}

function setFolderTime(cursor: DirCursor, path: string, mtimeUs: number): void {
  try {
    cursor.enter(path).setTime(utimesSeconds(mtimeUs));
  } catch (error) {
    // The folder went with the change, may not be entered by its owner, or is on a read-only disk: its time is not worth a failure.
    if (!isReadOnly(error) && !['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) throw error;
  }
}
