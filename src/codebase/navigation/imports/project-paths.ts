/** Paths of a tree as imports look at them: by name, by folder, by their last segments. */
import { baseName, parentPath } from '../../../domain/files/paths';

export class ProjectPaths {
  private readonly paths: ReadonlySet<string>;
  private readonly folders = new Map<string, string[]>();
  private readonly byName = new Map<string, string[]>();

  constructor(paths: Iterable<string>) {
    this.paths = new Set(paths);
    for (const path of this.paths) {
      put(this.folders, parentPath(path), path);
      put(this.byName, baseName(path), path);
    }
  }

  /** The first of some paths that there is. */
  first(candidates: Iterable<string>): string | undefined {
    for (const path of candidates) if (this.paths.has(path)) return path;
    return undefined;
  }

  filesIn(folder: string): readonly string[] {
    return this.folders.get(folder) ?? [];
  }

  /** Paths that end in these segments; `near` first: the one with the longest beginning in common. */
  endingIn(segments: string, near: string): string[] {
    const found = (this.byName.get(baseName(segments)) ?? []).filter(
      (path) => path === segments || path.endsWith(`/${segments}`),
    );
    return found.sort(
      (left, right) => common(right, near) - common(left, near) || left.length - right.length,
    );
  }

  /** Folders that end in these segments and hold files. */
  foldersEndingIn(segments: string): string[] {
    return [...this.folders.keys()].filter((one) => one === segments || one.endsWith(`/${segments}`));
  }

  named(name: RegExp): string[] {
    return [...this.byName].flatMap(([one, paths]) => (name.test(one) ? paths : []));
  }
}

/** A path with `.` and `..` taken away; undefined where it leaves the tree. */
export function normalPath(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Folders above a path, the innermost first, '' last. */
export function foldersAbove(path: string): string[] {
  const found: string[] = [];
  for (let folder = parentPath(path); ; folder = parentPath(folder)) {
    found.push(folder);
    if (folder === '') return found;
  }
}

/** A path below a folder, of which '' is the root. */
export function below(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function common(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}
