import { realpath, stat } from 'node:fs/promises';
import { parse, sep } from 'node:path';
import type { ImportedTree } from '../../domain/files/workspace';
import { errorCode } from '../../machine/system-errors';
import { Capture, type CaptureDeps, type CaptureOptions } from './capture';
import { DirectoryError } from '../errors';
import { SafeDir } from '../io/safe-dir';

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
