import { linkSync, lstatSync, renameSync, unlinkSync, type BigIntStats } from 'node:fs';
import { baseName, parentPath } from '../../domain/files/paths';
import type { Pace } from '../../machine/pace';
import { errorCode } from '../../machine/system-errors';
import { type PlannedChange, type PublishConflict, publishAside } from './publish-plan';
import { DirCursor, type SafeDir } from '../io/safe-dir';
import { utimesSeconds } from '../io/write-entry';

interface Aside {
  path: string;
  name: string;
  found: BigIntStats;
  /** Inode that took its place; undefined where the file was removed. */
  replacedBy: bigint | undefined;
}

/**
 * Second names of files that a publish replaces or removes, kept until it ends. A program that opened such a file
 * before goes on writing to it: its stat shows that, and under its second name the file can be restored.
 */
export class ReplacedFiles {
  private readonly kept: Aside[] = [];
  /** Modification time of the root before the first of them, whole µs since 1970. */
  private rootUs: number | undefined;

  /** They stand in the root: any other folder may be moved away while its files are published. */
  constructor(
    private readonly root: SafeDir,
    private readonly id: string,
  ) {}

  /** Gives the file of a change its second name. Does nothing where the file system has no such names. */
  keep(dir: SafeDir, { path, index, found }: PlannedChange, replacedBy?: bigint): void {
    if (!found?.isFile()) return;
    const name = publishAside(this.id, index);
    this.rootUs ??= this.root.mtimeUs();
    try {
      linkSync(dir.at(baseName(path)), this.root.at(name));
      this.kept.push({ path, name, found, replacedBy });
    } catch (error) {
      if (!UNSUPPORTED.has(errorCode(error) ?? '')) throw error;
    }
  }

  /**
   * Removes the second names. Files that were written to meanwhile are restored first and returned: their publish is in
   * conflict. The root gets its time back if the publish changes nothing else in it.
   */
  async end({ changesRoot, pace }: { changesRoot: boolean; pace: Pace }): Promise<PublishConflict[]> {
    const cursor = new DirCursor(this.root);
    const conflicts: PublishConflict[] = [];
    try {
      for (const aside of this.kept.splice(0)) {
        conflicts.push(...this.endOne(cursor, aside));
        if (pace.due) await pace.rest();
      }
      return conflicts;
    } finally {
      cursor.reset();
      if (this.rootUs !== undefined && !changesRoot) this.root.setTime(utimesSeconds(this.rootUs));
    }
  }

  private endOne(cursor: DirCursor, aside: Aside): PublishConflict[] {
    const written = this.wasWritten(aside);
    if (!written || !this.putBack(cursor, aside)) unlinkSync(this.root.at(aside.name));
    return written ? [{ path: aside.path, reason: 'a program that has it open wrote to it' }] : [];
  }

  private wasWritten({ name, found }: Aside): boolean {
    const now = lstatSync(this.root.at(name), { bigint: true });
    return now.ino !== found.ino || now.size !== found.size || now.mtimeNs !== found.mtimeNs;
  }

  /** False where something else than what the publish made stands in its place, or its folder is gone: nothing is overwritten. */
  private putBack(cursor: DirCursor, { path, name, replacedBy }: Aside): boolean {
    try {
      const target = cursor.enter(parentPath(path)).at(baseName(path));
      const there = lstatSync(target, { bigint: true, throwIfNoEntry: false });
      if (there?.ino !== replacedBy) return false;
      renameSync(this.root.at(name), target);
      return true;
    } catch (error) {
      if (GONE.has(errorCode(error) ?? '')) return false;
      throw error;
    }
  }
}

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** File systems without hard links, other file systems below the directory, and files that may have no more names. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'EPERM',
  'EXDEV',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'ENOENT',
  'ENOSYS',
]);
