/**
 * Node's file functions, each in two parts: it checks its arguments at once and returns the work, which the
 * synchronous, the callback and the promise version each do at their own time.
 */
import { validateInteger } from '../node/validate';
import {
  encoded,
  encodedName,
  OPEN,
  toAccessMode,
  toBytes,
  toDescriptor,
  toFlags,
  toMode,
  toOptions,
  toPath,
  toTime,
} from './args';
import { copyTree } from './copy';
import { statsOf } from './stats';
import type { FileSystem } from './system';
import type { Node } from './nodes';
import type { Prepare } from './prepare';
import { folderOperations } from './folder-operations';

function isDescriptor(value: unknown): value is number {
  return typeof value === 'number' && value >>> 0 === value;
}

/** Runs with an open file and closes it, whatever happens. */
function withFile<T>(
  system: FileSystem,
  path: string,
  flags: number,
  mode: number,
  work: (fd: number) => T,
): T {
  const fd = system.descriptors.openFile(path, flags, mode);
  try {
    return work(fd);
  } finally {
    system.descriptors.close(fd);
  }
}

function contentOperations(system: FileSystem): Record<string, Prepare> {
  const { descriptors } = system;
  const write =
    (defaultFlag: string): Prepare =>
    (target, data, given) => {
      const options = toOptions(given, { encoding: 'utf8', mode: 0o666, flag: defaultFlag });
      const flags = toFlags(options.flag, 'flags');
      const bytes = toBytes(data, options.encoding);
      const mode = toMode(options.mode, 'mode', 0o666);
      if (isDescriptor(target)) return () => void descriptors.write(toDescriptor(target), bytes, null);
      const path = toPath(target);
      return () => withFile(system, path, flags, mode, (fd) => void descriptors.write(fd, bytes, null));
    };
  return {
    readFile: (source, given) => {
      const options = toOptions(given, { flag: 'r' });
      const flags = toFlags(options.flag, 'flags');
      if (isDescriptor(source))
        return () => encoded(descriptors.readRest(toDescriptor(source)), options.encoding);
      const path = toPath(source);
      return () =>
        encoded(
          withFile(system, path, flags, 0o666, (fd) => descriptors.readRest(fd)),
          options.encoding,
        );
    },
    writeFile: write('w'),
    appendFile: write('a'),
    truncate: (target, length = 0) => {
      if (length !== null) validateInteger(length, 'len');
      const size = Number(length ?? 0);
      const path = toPath(target);
      return () => withFile(system, path, OPEN.both, 0o666, (fd) => descriptors.truncate(fd, size));
    },
    copyFile: (from, to, mode = 0) => {
      const [source, target] = [toPath(from, 'src'), toPath(to, 'dest')];
      validateInteger(mode, 'mode', 0, 7);
      return () => system.copyFile(source, target, (mode & 1) !== 0);
    },
    cp: (from, to, options) => {
      const [source, target] = [toPath(from, 'src'), toPath(to, 'dest')];
      return () => copyTree(system, source, target, toOptions(options));
    },
  };
}

function descriptorOperations(system: FileSystem): Record<string, Prepare> {
  const { descriptors } = system;
  return {
    open: (path, flags = 'r', mode = 0o666) => {
      const [file, bits, mask] = [toPath(path), toFlags(flags), toMode(mode, 'mode', 0o666)];
      return () => descriptors.openFile(file, bits, mask);
    },
    close: (value) => {
      const fd = toDescriptor(value);
      return () => descriptors.close(fd);
    },
    ftruncate: (value, length = 0) => {
      const fd = toDescriptor(value);
      validateInteger(length ?? 0, 'len');
      return () => descriptors.truncate(fd, Number(length ?? 0));
    },
    fstat: (value, options) => {
      const fd = toDescriptor(value);
      return () => {
        const { node } = descriptors.get(fd, 'fstat');
        if (node.kind === 'file') system.tree.load(node);
        return statsOf(node, Boolean(toOptions(options).bigint));
      };
    },
    fsync: (value) => {
      const fd = toDescriptor(value);
      return () => void descriptors.get(fd, 'fsync');
    },
    fdatasync: (value) => {
      const fd = toDescriptor(value);
      return () => void descriptors.get(fd, 'fdatasync');
    },
    fchmod: (value, mode) => {
      const [fd, bits] = [toDescriptor(value), toMode(mode, 'mode')];
      return () => descriptors.change(fd, 'fchmod', (node) => setMode(node, bits));
    },
    fchown: (value, uid, gid) => {
      const fd = toDescriptor(value);
      const owner = toOwner(uid, gid);
      return () => descriptors.change(fd, 'fchown', (node) => void Object.assign(node, owner));
    },
    futimes: (value, atime, mtime) => {
      const fd = toDescriptor(value);
      const times = { atime: toTime(atime), mtime: toTime(mtime) };
      return () => descriptors.change(fd, 'futime', (node) => void Object.assign(node, times));
    },
  };
}

function setMode(node: Node, mode: number): void {
  node.mode = (node.mode & 0o170000) | (mode & 0o7777);
}

function toOwner(uid: unknown, gid: unknown): { uid: number; gid: number } {
  validateInteger(uid, 'uid', -1, 2 ** 32 - 1);
  validateInteger(gid, 'gid', -1, 2 ** 32 - 1);
  return { uid, gid };
}

function factOperations(system: FileSystem): Record<string, Prepare> {
  const stat =
    (follow: boolean): Prepare =>
    (path, given) => {
      const file = toPath(path);
      const options = toOptions(given);
      return () => {
        try {
          return statsOf(system.stat(file, follow), Boolean(options.bigint));
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          if (options.throwIfNoEntry === false && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
          throw error;
        }
      };
    };
  const chown =
    (syscall: string, follow: boolean): Prepare =>
    (path, uid, gid) => {
      const [file, owner] = [toPath(path), toOwner(uid, gid)];
      return () => system.change(syscall, file, follow, (node) => void Object.assign(node, owner));
    };
  const utimes =
    (syscall: string, follow: boolean): Prepare =>
    (path, atime, mtime) => {
      const file = toPath(path);
      const times = { atime: toTime(atime), mtime: toTime(mtime) };
      return () => system.change(syscall, file, follow, (node) => void Object.assign(node, times));
    };
  return {
    stat: stat(true),
    lstat: stat(false),
    access: (path, mode) => {
      const [file, bits] = [toPath(path), toAccessMode(mode)];
      return () => system.access(file, bits);
    },
    chmod: (path, mode) => {
      const [file, bits] = [toPath(path), toMode(mode, 'mode')];
      return () => system.change('chmod', file, true, (node) => setMode(node, bits));
    },
    chown: chown('chown', true),
    lchown: chown('lchown', false),
    utimes: utimes('utime', true),
    lutimes: utimes('lutime', false),
    statfs: (path) => {
      const file = toPath(path);
      return () => {
        system.stat(file, true);
        return {
          type: 61_267,
          bsize: 4_096,
          frsize: 4_096,
          blocks: 16_384,
          bfree: 8_192,
          bavail: 8_192,
          files: 100_000,
          ffree: 50_000,
        };
      };
    },
  };
}

function pathOperations(system: FileSystem): Record<string, Prepare> {
  const pair =
    (call: (from: string, to: string) => void, first: string, second: string): Prepare =>
    (from, to) => {
      const [source, target] = [toPath(from, first), toPath(to, second)];
      return () => call(source, target);
    };
  return {
    rename: pair((from, to) => system.rename(from, to), 'oldPath', 'newPath'),
    link: pair((from, to) => system.link(from, to), 'existingPath', 'newPath'),
    symlink: pair((target, path) => system.symlink(target, path), 'target', 'path'),
    unlink: (path) => {
      const file = toPath(path);
      return () => system.unlink(file);
    },
    readlink: (path, options) => {
      const file = toPath(path);
      const { encoding } = toOptions(options);
      return () => encodedName(system.readlink(file), encoding);
    },
    realpath: (path, options) => {
      const file = toPath(path);
      const { encoding } = toOptions(options);
      return () => encodedName(system.realpath(file, 'lstat'), encoding);
    },
  };
}

/** All of them by name. */
export function operationsOf(system: FileSystem): Record<string, Prepare> {
  return {
    ...factOperations(system),
    ...contentOperations(system),
    ...descriptorOperations(system),
    ...folderOperations(system),
    ...pathOperations(system),
  };
}
