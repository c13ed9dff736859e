import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import { ancestorPaths, baseName, parentPath } from '../../domain/files/paths';
import type { PathConflict } from '../../domain/files/workspace';
import { Pace } from '../../machine/pace';
import { errorCode } from '../../machine/system-errors';
import { hashBytes, type TreeChange, type TreeEntry } from '../../store';
import { hashFile } from '../io/read-file';
import type { DirCursor, SafeDir } from '../io/safe-dir';
import { shortHash } from '../../machine/hash';
import type { EffectKey } from '../../domain/ids';

const PATTERN = /^\.kintsugi-[0-9a-f]{16}-\d+(?:-old)?\.tmp$/;

/** A change that is still to be made, and the stat of the present entry at its path. */
export interface PlannedChange extends TreeChange {
  /** Position in the list of changes: names the temporary file. */
  index: number;
  found?: BigIntStats;
  /** Modification time that it shall have, whole µs since 1970. */
  afterUs?: number;
}

export type PublishConflict = PathConflict;

export interface PublishPlan {
  changes: PlannedChange[];
  conflicts: PublishConflict[];
}

/**
 * Compares the directory with a list of changes: a path as before is to be changed, a path as after is done, any other
 * is a conflict. `resuming` also accepts the states in between that a killed publish leaves.
 */
export async function planPublish(
  cursor: DirCursor,
  changes: readonly TreeChange[],
  resuming = false,
): Promise<PublishPlan> {
  const planner = new Planner(cursor, changes, resuming);
  const plan: PublishPlan = { changes: [], conflicts: [] };
  const pace = new Pace();
  for (const [index, change] of changes.entries()) {
    if (pace.due) await pace.rest();
    const verdict = await planner.verdictOn(change);
    if (typeof verdict === 'string') {
      plan.conflicts.push({ path: change.path, reason: verdict });
      planner.leave(change.path);
    } else if (verdict.todo) plan.changes.push({ ...change, index, found: verdict.found });
  }
  return plan;
}

/** Change that is to be done or is done already, or the reason of a conflict. */
type Verdict = { todo: boolean; found?: BigIntStats } | string;

/** Mode of a folder until all that it holds is in its place. */
export const NEW_FOLDER_MODE = 0o700;

const DONE: Verdict = { todo: false };

class Planner {
  /** Paths that become folders, and folders that go or become something else. */
  private readonly growing = new Set<string>();
  private readonly going = new Set<string>();
  private readonly removed = new Set<string>();

  constructor(
    private readonly cursor: DirCursor,
    changes: readonly TreeChange[],
    private readonly resuming: boolean,
  ) {
    for (const { path, before, after } of changes) {
      if (after?.type === 'dir' && before?.type !== 'dir') this.growing.add(path);
      if (before?.type === 'dir' && after?.type !== 'dir') this.going.add(path);
      if (!after) this.removed.add(path);
    }
  }

  /** Notes that a path is left as it is. When resuming, nothing can then be made in such a folder. */
  leave(path: string): void {
    if (this.resuming) this.growing.delete(path);
  }

  async verdictOn(change: TreeChange): Promise<Verdict> {
    let dir: SafeDir;
    try {
      dir = this.cursor.enter(parentPath(change.path));
    } catch (error) {
      return this.withoutFolder(change, errorCode(error) ?? '', error);
    }
    const found = statOf(dir, baseName(change.path));
    return found ? this.standing(dir, change, found) : this.absent(change);
  }

  /** The folder cannot be entered: it is gone (ENOENT), or a link or a file stands on the way. */
  private withoutFolder({ path, before, after }: TreeChange, code: string, error: unknown): Verdict {
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') throw error;
    const above = ancestorPaths(path);
    if (!before && above.some((folder) => this.growing.has(folder))) return { todo: true };
    if (!after && (code === 'ENOENT' || above.some((folder) => this.going.has(folder)))) return DONE;
    return code === 'ENOENT' ? 'its folder was deleted' : 'a folder on the way to it is a link or a file now';
  }

  private absent({ before, after }: TreeChange): Verdict {
    if (!after) return DONE;
    // Between removing a file and making the folder of its name there is a moment with neither.
    const between = this.resuming && before?.type !== after.type;
    return !before || between ? { todo: true } : 'it was deleted';
  }

  private async standing(dir: SafeDir, change: TreeChange, found: BigIntStats): Promise<Verdict> {
    const { before, after } = change;
    if (after && (await this.isDone(dir, change, found))) return DONE;
    if (this.resuming && after?.type === 'dir' && found.isDirectory()) return { todo: true, found };
    if (!before) return 'it was created meanwhile';
    if (!(await isEntry(dir, before, found)) && !this.isUnfinished(before, found))
      return differenceOf(before, found);
    return this.strangerIn(change) ?? { todo: true, found };
  }

  /** A folder that a publish made and did not live to give its mode. */
  private isUnfinished(before: TreeEntry, found: BigIntStats): boolean {
    const fresh = found.isDirectory() && (Number(found.mode) & 0o7777) === NEW_FOLDER_MODE;
    return this.resuming && before.type === 'dir' && fresh;
  }

  /** A folder that is to be made and is there already is done, whatever its mode: it is the user's. */
  private async isDone(dir: SafeDir, { before, after }: TreeChange, found: BigIntStats): Promise<boolean> {
    if (after === undefined) return false;
    if (after.type === 'dir' && !before && !this.resuming) return found.isDirectory();
    return isEntry(dir, after, found);
  }

  /** Reason not to remove a folder: it holds a path that is not removed with it. Undefined: it holds none. */
  private strangerIn({ path, before, after }: TreeChange): string | undefined {
    if (before?.type !== 'dir' || after?.type === 'dir') return undefined;
    const names = this.cursor.enter(path).names();
    const stranger = names.find((name) => !this.removed.has(`${path}/${name}`) && !isPublishTemp(name));
    return stranger === undefined
      ? undefined
      : `it holds ${JSON.stringify(stranger)}, which the run does not know`;
  }
}

/** Stat of a name, links not followed; undefined where there is none. */
export function statOf(dir: SafeDir, name: string): BigIntStats | undefined {
  return lstatSync(dir.at(name), { bigint: true, throwIfNoEntry: false });
}

/** True if what stands there is this entry, with its bytes and its mode. */
async function isEntry(dir: SafeDir, entry: TreeEntry, found: BigIntStats): Promise<boolean> {
  if (entry.type === 'link') {
    return (
      found.isSymbolicLink() &&
      hashBytes(readlinkSync(dir.at(entry.name), { encoding: 'buffer' })) === entry.hash
    );
  }
  if ((Number(found.mode) & 0o7777) !== entry.mode) return false;
  if (entry.type === 'dir') return found.isDirectory();
  return (
    found.isFile() && Number(found.size) === entry.size && (await hashFile(dir, entry.name)) === entry.hash
  );
}

function differenceOf(before: TreeEntry, found: BigIntStats): string {
  const type = found.isDirectory()
    ? 'dir'
    : found.isSymbolicLink()
      ? 'link'
      : found.isFile()
        ? 'file'
        : 'other';
  if (type !== before.type) return 'something else stands in its place';
  const sameSize = type === 'dir' || Number(found.size) === before.size;
  const sameMode = (Number(found.mode) & 0o7777) === before.mode;
  return sameSize && !sameMode ? 'its permissions were changed' : 'it was changed';
}

/** Name of the file that a publish writes before it takes its place: known from the journal alone. */
export function publishTemp(id: string, change: number): string {
  return `.kintsugi-${id}-${change}.tmp`;
}

/** Second name of a file that a change replaces or removes, in the root of the directory. */
export function publishAside(id: string, change: number): string {
  return `.kintsugi-${id}-${change}-old.tmp`;
}

/** True if a file is one of those: it is never captured. */
export function isPublishTemp(name: string): boolean {
  return PATTERN.test(name);
}

export function isTempOf(id: string, name: string): boolean {
  return isPublishTemp(name) && name.startsWith(`.kintsugi-${id}-`);
}

/** Id of a publish: the same for every attempt of the same change. */
export function publishId(directory: string, key: EffectKey): string {
  return shortHash(JSON.stringify([directory, key.run, key.effect]));
}
