import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinPath } from '../../domain/files/paths';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { errorCode } from '../../machine/system-errors';
import { hashBytes, type TreeEntry } from '../../store';
import { READ_FLAGS } from '../io/safe-dir';
import { realDirectory } from './import';
import { lookAt, type LookRequest } from './nothing-kept';

export interface ListRequest extends LookRequest {
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
  const found: [string, BlobHash][] = [];
  const captured = (folder: string, entries: readonly TreeEntry[]): void => {
    for (const { name, type, hash, size } of entries)
      if (type === 'file' && size <= request.longest) found.push([joinPath(folder, name), hash]);
  };
  const directory = await realDirectory(request.directory);
  const { tree } = await lookAt({ ...request, directory }, { captured, left: () => undefined });
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
    const fd = openSync(path, READ_FLAGS);
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
