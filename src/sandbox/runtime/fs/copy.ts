/** `fs.cp`: copies files and whole folders. */
import { join, resolve } from 'node:path/posix';
import { coded, nodeError } from '../node/errors';
import type { FileSystem } from './system';
import type { Node } from './nodes';

interface CopyOptions {
  recursive?: boolean;
  force?: boolean;
  errorOnExist?: boolean;
  dereference?: boolean;
  filter?: (source: string, target: string) => unknown;
}

function refuse(code: string, text: string): never {
  throw nodeError(Error, code, text);
}

function find(system: FileSystem, path: string, follow: boolean): Node | undefined {
  try {
    return system.stat(path, follow);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function copyTree(system: FileSystem, from: string, to: string, given: Record<string, unknown>): void {
  const options = given as CopyOptions;
  if (options.filter && !options.filter(from, to)) return;
  const source = system.stat(from, Boolean(options.dereference));
  const target = find(system, to, Boolean(options.dereference));
  if (source === target) refuse('ERR_FS_CP_EINVAL', `src and dest cannot be the same ${to}`);
  if (source.kind === 'folder') {
    if (!options.recursive)
      refuse('ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: ${from}/`);
    if (`${resolve('/', to)}/`.startsWith(`${resolve('/', from)}/`))
      refuse('ERR_FS_CP_EINVAL', `Cannot copy ${from}/ to a subdirectory of self ${to}`);
    if (target && target.kind !== 'folder')
      refuse('ERR_FS_CP_DIR_TO_NON_DIR', `Cannot overwrite non-directory ${to} with directory ${from}`);
    system.mkdirAll(to, 0o777);
    for (const [name] of system.readdir(from)) copyTree(system, join(from, name), join(to, name), given);
    return;
  }
  if (target?.kind === 'folder')
    refuse('ERR_FS_CP_NON_DIR_TO_DIR', `Cannot overwrite directory ${to} with non-directory ${from}`);
  copyLeaf(system, source, from, to, target !== undefined, options);
}

function copyLeaf(
  system: FileSystem,
  source: Node,
  from: string,
  to: string,
  exists: boolean,
  options: CopyOptions,
): void {
  if (exists && options.force === false) {
    if (options.errorOnExist)
      throw coded('ERR_FS_CP_EEXIST', {
        ...{ message: `${to} already exists`, path: to, syscall: 'cp', errno: 17, code: 'EEXIST' },
      });
    return;
  }
  const folder = to.slice(0, to.lastIndexOf('/'));
  if (folder !== '') system.mkdirAll(folder, 0o777);
  if (source.kind === 'link') {
    if (exists) system.unlink(to);
    system.symlink(source.target, to);
  } else {
    system.copyFile(from, to, false);
  }
}
