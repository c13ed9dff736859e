/** Captures that only look: nothing is kept, and nothing was seen before. */

import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { ImportedTree } from '../../domain/files/workspace';
import {
  type BlobStore,
  HashingStream,
  putWith,
  type StatCache,
  hashBytes,
  type TreeEntry,
} from '../../store';
import type { CaptureObserver } from './folder-capture';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { joinPath } from '../../domain/files/paths';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { errorCode } from '../../machine/system-errors';
import { READ_FLAGS, SafeDir } from '../io/safe-dir';
import { realpath, stat } from 'node:fs/promises';
import { Capture, type CaptureDeps, type CaptureOptions } from './capture';
import { DirectoryError } from '../errors';

interface ListRequest extends LookRequest {
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

export interface LookRequest {
  directory: string;
  /** Real paths that are never captured: Kintsugi's own data. */
  exclude: readonly string[];
  heavyFolders?: HeavyRules;
}

/** Captures a directory for the observer alone. Every file is read. Rejects with `DirectoryError` if a capture would. */
export function lookAt(
  { directory, exclude, heavyFolders }: LookRequest,
  observer: CaptureObserver,
): Promise<ImportedTree> {
  const deps = { blobs: NOTHING_KEPT, stats: NOTHING_SEEN, exclude };
  return importDirectory(deps, directory, { heavyFolders, observer });
}

/** A store that forgets all it is given. */
const NOTHING_KEPT: BlobStore = {
  put: putWith(
    () => Promise.resolve(),
    async (chunks) => {
      const hashing = new HashingStream();
      for await (const chunk of chunks) hashing.update(chunk);
      return hashing.digest();
    },
  ),
  load: () => unwanted('load'),
  stream: () => {
    throw new Error('a capture reads no blobs');
  },
  has: () => Promise.resolve(false),
  size: () => Promise.resolve(undefined),
  pin: () => Promise.resolve(false),
  release: () => Promise.resolve(),
  prefetch: () => Promise.resolve(),
};

function unwanted(name: string): Promise<never> {
  return Promise.reject(new Error(`a capture calls no ${name}`));
}

/** A cache that is empty and stays so: every folder is looked into. */
const NOTHING_SEEN: StatCache = {
  get: () => undefined,
  setMany: () => Promise.resolve(),
  epoch: () => 0,
};

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

/**
 * Captures a directory as a tree: files, permission bits, links as links, empty folders. Nothing outside of it is read,
 * wherever links point. Rejects with `DirectoryError` if there is no such directory.
 */
export async function importDirectory(
  deps: CaptureDeps,
  directory: string,
  options: CaptureOptions = {},
): Promise<ImportedTree> {
  const path = await realDirectory(directory);
  const root = SafeDir.openRoot(path);
  try {
    return await new Capture(deps, path, root, options).run();
  } finally {
    root.close();
  }
}

/** The real path of a directory that may be captured or published to. Rejects with `DirectoryError`. */
export async function realDirectory(directory: string): Promise<string> {
  let path: string;
  try {
    path = await realpath(directory);
    if (!(await stat(path)).isDirectory())
      throw new DirectoryError(`${directory} is a file; name the folder that holds it.`);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new DirectoryError(`There is no folder ${directory}.`);
    if (code === 'EACCES') throw new DirectoryError(`${directory} cannot be read: permission denied.`);
    throw error;
  }
  if (parse(path).root === path)
    throw new DirectoryError(`${path} is the root of the file system; name a project's folder.`);
  // What stands there is run by git itself: its hooks.
  if (path.split(sep).some((part) => part.toLowerCase() === '.git'))
    throw new DirectoryError(`${path} belongs to git itself; name the folder of the project.`);
  return path;
}
