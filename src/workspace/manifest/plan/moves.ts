import { ancestorPaths } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';

/** Folders that go to another path, as they are or with changes inside: by their old paths, and by their new ones. */
export interface FolderMoves {
  from: ReadonlyMap<string, string>;
  to: ReadonlyMap<string, string>;
}

/** Path of something once the folders around it have moved, by their old paths. */
export function pathAfter(path: string, moved: ReadonlyMap<string, string>): string {
  const folder = [...ancestorPaths(path), path].findLast((each) => moved.has(each));
  return folder === undefined ? path : (moved.get(folder) ?? '') + path.slice(folder.length);
}

/** A folder of one side. */
export interface FolderPlace {
  path: string;
  hash: TreeHash;
  /** A folder stands here on the other side too. */
  stays: boolean;
}

/** Folders that may be taken for others, though they were changed. */
export interface MoveRules {
  /** Listings of folders that are kept whole. */
  keptFolders: ReadonlySet<TreeHash>;
  /** True if a folder that was changed can be renamed from one path to another. */
  mayMove(from: string, to: string): boolean;
}
