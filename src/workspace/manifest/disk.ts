import { lstatSync, type BigIntStats } from 'node:fs';
import { baseName, parentPath } from '../../domain/files/paths';
import { placeOf, realPlace } from '../../domain/goal/places';
import type { Pace } from '../../machine/pace';
import { DirCursor, SafeDir } from '../io/safe-dir';
import { FolderLister, type ListedFolder } from './list-folder';

/** A name in a folder that is held open until the next look. */
export interface DiskPlace {
  dir: SafeDir;
  name: string;
}

/** Roots of a manifest on disk, by the paths of its tree. */
export class Disk {
  private readonly opened: { root: SafeDir; cursor: DirCursor }[] = [];

  constructor(
    readonly roots: readonly string[],
    readonly exclude: readonly string[],
  ) {
    try {
      for (const place of roots) {
        const root = SafeDir.openRoot(place);
        this.opened.push({ root, cursor: new DirCursor(root) });
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The folder at a path of the tree, valid until the next call. Throws ENOENT, ENOTDIR or ELOOP. */
  enter(path: string): SafeDir {
    const { root, path: inside } = placeOf(path);
    const opened = this.opened[root];
    if (!opened) throw new Error(`There is no root ${root}.`);
    return opened.cursor.enter(inside);
  }

  /** Folder and name of a path that is no root. */
  at(path: string): DiskPlace {
    return { dir: this.enter(parentPath(path)), name: baseName(path) };
  }

  /** Path for system calls, valid until the next call; a link in its last part is not followed. */
  pathOf(path: string): string | Buffer {
    const { dir, name } = this.at(path);
    return dir.at(name);
  }

  /** Undefined where there is nothing; throws where a folder on the way is missing or is none. */
  stat(path: string): BigIntStats | undefined {
    if (!path.includes('/')) return this.enter(path).stat();
    return lstatSync(this.pathOf(path), { bigint: true, throwIfNoEntry: false });
  }

  /** Real path, as long as nobody moves its folders. */
  placeOf(path: string): string {
    return realPlace(this.roots, path);
  }

  /** Lists a folder as it is now; nothing of that is stored. */
  async list(path: string, pace: Pace): Promise<ListedFolder> {
    const dir = this.enter(path).again();
    try {
      return await new FolderLister({ exclude: this.exclude, pace }).list(dir, this.placeOf(path));
    } finally {
      dir.close();
    }
  }

  /** Forgets which folders are open: needed before one of them is replaced. */
  reset(): void {
    for (const { cursor } of this.opened) cursor.reset();
  }

  close(): void {
    this.reset();
    for (const { root } of this.opened.splice(0)) root.close();
  }
}
