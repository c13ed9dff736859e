import { join } from 'node:path/posix';
import { encodedName, toMode, toOptions, toPath } from './args';
import { Dirent } from './stats';
import type { FileSystem } from './system';
import { SystemError } from './system-error';
import type { Node } from './nodes';
import type { Prepare } from './prepare';

export function folderOperations(system: FileSystem): Record<string, Prepare> {
  return {
    mkdir: (path, given) => {
      const folder = toPath(path);
      const options =
        typeof given === 'number' || typeof given === 'string' ? { mode: given } : toOptions(given);
      const mode = toMode(options.mode, 'mode', 0o777);
      return () =>
        'recursive' in options && options.recursive
          ? system.mkdirAll(folder, mode)
          : system.mkdir(folder, mode);
    },
    mkdtemp: (prefix, given) => {
      const start = toPath(prefix, 'prefix');
      const { encoding } = toOptions(given);
      return () => encodedName(system.mkdtemp(start), encoding);
    },
    readdir: (path, given) => {
      const folder = toPath(path);
      const { encoding, withFileTypes, recursive } = toOptions(given);
      return () =>
        listFolder(system, folder, {
          encoding,
          withFileTypes: Boolean(withFileTypes),
          recursive: Boolean(recursive),
        });
    },
    rmdir: (path, given) => {
      const folder = toPath(path);
      const { recursive } = toOptions(given);
      return () => {
        if (recursive && system.stat(folder, false).kind === 'folder') system.removeAll(folder);
        else system.rmdir(folder);
      };
    },
    rm: (path, given) => {
      const target = toPath(path);
      const { force, recursive } = toOptions(given);
      return () => remove(system, target, Boolean(force), Boolean(recursive));
    },
  };
}

function remove(system: FileSystem, path: string, force: boolean, recursive: boolean): void {
  let node: Node;
  try {
    node = system.stat(path, false);
  } catch (error) {
    if (force && (error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (node.kind === 'folder' && !recursive)
    throw new SystemError('ERR_FS_EISDIR', 'Path is a directory', 'rm', 'EISDIR', 'is a directory', path);
  system.removeAll(path);
}

interface ListOptions {
  encoding: unknown;
  withFileTypes: boolean;
  recursive: boolean;
}

function listFolder(
  system: FileSystem,
  folder: string,
  { encoding, withFileTypes, recursive }: ListOptions,
): unknown[] {
  const entries = recursive ? [...system.walk(folder)] : system.readdir(folder);
  return entries.map(([path, node]) => {
    if (!withFileTypes) return encodedName(path, encoding);
    const slash = path.lastIndexOf('/');
    const parent = slash < 0 ? folder : join(folder, path.slice(0, slash));
    return new Dirent(encodedName(path.slice(slash + 1), encoding), parent, node.kind);
  });
}
