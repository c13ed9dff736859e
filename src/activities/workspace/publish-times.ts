import { ancestorPaths, parentPath } from '../../domain/paths';
import { errorCode } from '../../store/errors';
import { SnapshotTimes } from '../../store/times';
import type { PublishDeps, PublishRequest } from './publish';
import type { JournalFolderTime, JournalStep } from './publish-journal';
import type { PublishPlan } from './publish-plan';
import type { DirCursor } from './safe-dir';

/**
 * Modification times for a journal: those that the directory has now, to be put back where the publish is undone, and
 * those that it shall have: of the snapshot that is restored, else the given one for files.
 */
export async function timesOf(
  deps: PublishDeps,
  request: PublishRequest,
  plan: PublishPlan,
  cursor: DirCursor,
): Promise<{ steps: JournalStep[]; folders: JournalFolderTime[] }> {
  const snapshot = new SnapshotTimes(deps, { tree: request.tree, times: request.times });
  const steps: JournalStep[] = [];
  for (const { path, before, after, found } of plan.steps) {
    const beforeUs = found && Number(found.mtimeNs / 1_000n);
    const restored = after && (await snapshot.mtimeUs(path));
    const afterUs = restored ?? (after?.type === 'file' ? request.mtimeUs : undefined);
    steps.push({ path, before, after, beforeUs, afterUs });
  }
  const folders: JournalFolderTime[] = [];
  for (const path of touchedFolders(plan))
    folders.push({ path, beforeUs: timeNow(cursor, path), afterUs: await snapshot.mtimeUs(path) });
  return { steps, folders };
}

/** Folders in which something is written or removed, temporary files included; what a folder holds before it. */
function touchedFolders(plan: PublishPlan): string[] {
  const touched = new Set<string>();
  for (const { path, after } of plan.steps) {
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
