import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import { joinPath } from '../../domain/files/paths';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { errorCode } from '../../machine/system-errors';
import { hashBytes, type TreeEntry } from '../../store';
import { importDirectory, realDirectory } from './import';
import { NOTHING_KEPT, NOTHING_SEEN } from './nothing-kept';

export interface ListRequest {
  directory: string;
  /** Real paths that are never captured: Kintsugi's own data. */
  exclude: readonly string[];
  heavyFolders?: HeavyRules;
  /** Files above this, in bytes, are left out. */
  longest: number;
}

/** Files of a directory as a capture would take them; they stay where they are. */
export interface ListedDirectory {
  /** Real path. */
  readonly directory: string;
  /** Tree that a capture would make. */
  readonly tree: TreeHash;
  /** Regular files by path, sorted. */
  readonly files: ReadonlyMap<string, BlobHash>;
  /** Bytes of a file; undefined where they are not those that were listed. */
  read(path: string): Buffer | undefined;
}

/** Lists a directory by the rules of a capture, into a store that keeps nothing. Rejects with `DirectoryError` if a capture would. */
export async function listDirectory(request: ListRequest): Promise<ListedDirectory> {
  const { heavyFolders, exclude, longest } = request;
  const found: [string, BlobHash][] = [];
  const captured = (folder: string, entries: readonly TreeEntry[]): void => {
    for (const { name, type, hash, size } of entries)
      if (type === 'file' && size <= longest) found.push([joinPath(folder, name), hash]);
  };
  const observer = { captured, left: () => undefined };
  const deps = { blobs: NOTHING_KEPT, stats: NOTHING_SEEN, exclude };
  const directory = await realDirectory(request.directory);
  const { tree } = await importDirectory(deps, directory, { heavyFolders, observer });
  const files = new Map(found.sort(([left], [right]) => (left < right ? -1 : 1)));
  return {
    directory,
    tree,
    files,
    read: (path) => {
      const hash = files.get(path);
      const bytes = hash === undefined ? undefined : readRegular(join(directory, path));
      return bytes && hashBytes(bytes) === hash ? bytes : undefined;
    },
  };
}

/** Bytes of a regular file; undefined where there is none any more. */
function readRegular(path: string): Buffer | undefined {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return fstatSync(fd).isFile() ? readFileSync(fd) : undefined;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
