import { realpathSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import type { TreeFiles } from './tree-files';

/** Home of a path: a file of the tree, or a real path of this machine. */
type Place = { tree: string } | { disk: string };

/**
 * Files as a compiler sees them: the tree's, TypeScript's own, and those of installed packages; nothing else of the disk.
 * A compiler follows links and puts paths together from a project's settings, so every path is checked here, by its real path.
 */
export class Disk {
  readonly root: string;
  private readonly hasPackages: boolean;
  private readonly library = posix.dirname(ts.getDefaultLibFilePath({}));
  private isRefused = false;

  constructor(directory: string | undefined) {
    this.root = directory ?? '/project';
    this.hasPackages =
      directory !== undefined && this.isPackage(realpathOf(`${directory}/node_modules`) ?? '');
  }

  /** True if every package that was asked for could be read: only then is one that is not found a mistake. */
  get knowsPackages(): boolean {
    return this.hasPackages && !this.isRefused;
  }

  /** Major version of the project's own compiler. */
  compiler(): number | undefined {
    const path = `${this.root}/node_modules/typescript/package.json`;
    const text = this.hasPackages ? this.onDisk(path, ts.sys.readFile) : undefined;
    const version = /"version"\s*:\s*"(\d{1,4})\./.exec(text ?? '')?.[1];
    return version === undefined ? undefined : Number(version);
  }

  /** Path below the root; undefined where it is none. */
  inTree(path: string): string | undefined {
    if (path === this.root) return '';
    return path.startsWith(`${this.root}/`) ? path.slice(this.root.length + 1) : undefined;
  }

  /** The real path, where it is one that may be read: packages of a workspace are links into it. */
  realpath(files: TreeFiles, path: string): string {
    const place = this.placeOf(files, path);
    if (!place) return path;
    return 'disk' in place ? place.disk : posix.join(this.root, place.tree);
  }

  /** Host that settings are read through. */
  over(files: TreeFiles): ts.ParseConfigHost {
    return {
      useCaseSensitiveFileNames: true,
      // Files are taken in one by one, when they are asked for.
      readDirectory: () => [],
      fileExists: (path) => this.fileExists(files, path),
      readFile: (path) => this.read(files, path),
    };
  }

  fileExists(files: TreeFiles, path: string): boolean {
    const place = this.placeOf(files, path);
    if (!place) return false;
    return 'disk' in place ? ts.sys.fileExists(place.disk) : files.hash(place.tree) !== undefined;
  }

  read(files: TreeFiles, path: string): string | undefined {
    const place = this.placeOf(files, path);
    if (!place) return undefined;
    return 'disk' in place ? ts.sys.readFile(place.disk) : files.text(place.tree);
  }

  directoryExists(files: TreeFiles, path: string): boolean {
    const place = this.placeOf(files, path);
    if (!place) return false;
    return 'disk' in place ? ts.sys.directoryExists(place.disk) : files.isFolder(place.tree);
  }

  directories(files: TreeFiles, path: string): string[] {
    const place = this.placeOf(files, path);
    if (!place) return [];
    return 'disk' in place ? ts.sys.getDirectories(place.disk) : files.foldersIn(place.tree);
  }

  /** Home of a path; undefined where it is none that may be read, or nothing is there. */
  private placeOf(files: TreeFiles, path: string): Place | undefined {
    // `a/../../b` begins with the root and leads out of it.
    if (posix.normalize(path) !== path) return undefined;
    if (path.startsWith(`${this.library}/`)) return { disk: path };
    const inTree = this.inTree(path);
    if (inTree === undefined) return undefined;
    if (!this.hasPackages || !isInstalled(inTree)) return { tree: inTree };
    const real = realpathOf(path);
    if (real === undefined) return undefined;
    if (this.isPackage(real)) return { disk: real };
    // A package of the project itself is the tree's, as far as the tree holds it.
    const own = this.inTree(real);
    const isThere = own !== undefined && (files.hash(own) !== undefined || files.isFolder(own));
    if (!isThere) this.isRefused = true;
    return isThere ? { tree: own } : undefined;
  }

  private isPackage(real: string): boolean {
    return isInstalled(this.inTree(real) ?? '');
  }

  private onDisk<T>(path: string, read: (real: string) => T): T | undefined {
    const real = realpathOf(path);
    return real !== undefined && this.isPackage(real) ? read(real) : undefined;
  }
}

/** True for paths in folders of installed packages, and for these folders. */
function isInstalled(path: string): boolean {
  return /(^|\/)node_modules(\/|$)/.test(path);
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
