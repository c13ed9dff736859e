import { linkSync, lstatSync, renameSync, unlinkSync, type BigIntStats } from 'node:fs';
import { ancestorPaths, baseName, parentPath } from '../../domain/paths';
import { errorCode } from '../../store/errors';
import type { PlannedStep, PublishConflict } from './publish-plan';
import { DirCursor, type SafeDir } from './safe-dir';
import { publishAside } from './temp-names';

interface Aside {
  path: string;
  folder: string;
  name: string;
  found: BigIntStats;
  /** Inode that took its place; undefined where the file was removed. */
  replacedBy: bigint | undefined;
}

/**
 * Second names of the files that a publish replaces or removes, kept until it ends. A program that opened such a file before
 * goes on writing to it: that shows in its stat, and under its second name the file can be put back as it is.
 */
export class ReplacedFiles {
  private readonly kept: Aside[] = [];
  private readonly cursor: DirCursor;
  /** Folders that go, or become something else. */
  private readonly going: ReadonlySet<string>;

  constructor(
    root: SafeDir,
    private readonly id: string,
    steps: readonly PlannedStep[],
  ) {
    this.cursor = new DirCursor(root);
    const gone = steps.filter(({ before, after }) => before?.type === 'dir' && after?.type !== 'dir');
    this.going = new Set(gone.map(({ path }) => path));
  }

  /** Gives the file of a step its second name. Does nothing where the file system has no such names. */
  keep(dir: SafeDir, { path, index, found }: PlannedStep, replacedBy?: bigint): void {
    if (!found?.isFile()) return;
    const aside = {
      path,
      folder: this.folderFor(path),
      name: publishAside(this.id, index),
      found,
      replacedBy,
    };
    try {
      linkSync(dir.at(baseName(path)), this.at(aside));
      this.kept.push(aside);
    } catch (error) {
      if (!UNSUPPORTED.has(errorCode(error) ?? '')) throw error;
    } finally {
      this.cursor.reset();
    }
  }

  /**
   * Removes the second names. The files that were written to since they were looked at are put back first; returns
   * them: their publish is in conflict.
   */
  end(): PublishConflict[] {
    try {
      return this.kept.splice(0).flatMap((aside) => this.endOne(aside));
    } finally {
      this.cursor.reset();
    }
  }

  private endOne(aside: Aside): PublishConflict[] {
    try {
      const written = this.wasWritten(aside);
      if (!written || !this.putBack(aside)) unlinkSync(this.at(aside));
      return written ? [{ path: aside.path, reason: 'a program that has it open wrote to it' }] : [];
    } catch (error) {
      // Its folder went meanwhile, which is a conflict of its own.
      if (GONE.has(errorCode(error) ?? '')) return [];
      throw error;
    }
  }

  /** The file's own folder, or the nearest one above it that stays: the publish changes its time anyway. */
  private folderFor(path: string): string {
    const folders = ancestorPaths(path);
    const firstGoing = folders.findIndex((folder) => this.going.has(folder));
    return firstGoing < 0 ? parentPath(path) : (folders[firstGoing - 1] ?? '');
  }

  private at({ folder, name }: Aside): string | Buffer {
    return this.cursor.enter(folder).at(name);
  }

  private wasWritten(aside: Aside): boolean {
    const now = lstatSync(this.at(aside), { bigint: true });
    const { ino, size, mtimeNs } = aside.found;
    return now.ino !== ino || now.size !== size || now.mtimeNs !== mtimeNs;
  }

  /** False where something else than what the publish made stands in its place: that is not overwritten. */
  private putBack({ path, folder, name, replacedBy }: Aside): boolean {
    // A path through a descriptor of its own: entering another folder closes this one.
    const home = this.cursor.enter(folder).again();
    try {
      const target = this.cursor.enter(parentPath(path)).at(baseName(path));
      const there = lstatSync(target, { bigint: true, throwIfNoEntry: false });
      if (there?.ino !== replacedBy) return false;
      renameSync(home.at(name), target);
      return true;
    } finally {
      home.close();
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
