/** Functions that Node's modules of files take from C++, over the tree in memory. */
import type { Buffer as NodeBuffer } from 'node:buffer';
import { invalidArgType, nodeError, refusal } from '../node/errors';
import { validateInteger } from '../node/validate';
import type { Node } from './nodes';
import { bound } from './sides';
import type { FileSystem } from './system';

type Work<T = unknown> = (...args: never[]) => T;
type Path = string | Uint8Array;
type Encoding = BufferEncoding | 'buffer' | undefined;

const { Buffer } = loadStandIn('buffer') as { Buffer: typeof NodeBuffer };

/** Call of which the caller is told later. */
class FSReqCallback {
  oncomplete: (error: unknown, value?: unknown) => void = () => undefined;
}

const kUsePromises = Symbol('fs_use_promises_symbol');

/** Does the work in a macrotask of its own, for the side that asks now. */
function later(work: () => unknown, done: (error: unknown, ...value: unknown[]) => void): void {
  const ready = bound(work);
  sandboxHost.defer(() => {
    let value: unknown;
    try {
      value = ready();
    } catch (error) {
      done(error);
      return;
    }
    done(null, ...(value === undefined ? [] : [value]));
  });
}

function promised(work: () => unknown): Promise<unknown> {
  return new Promise((resolve, reject) =>
    later(work, (error, value) => (error === null ? resolve(value) : reject(error))),
  );
}

/** A function in Node's three versions: the argument at `at` says who is told, and when. */
function inVersions(at: number, work: Work): (...args: unknown[]) => unknown {
  return (...args) => {
    const request = args[at];
    const call = (): unknown => work(...(args as never[]));
    if (request === kUsePromises) return promised(call);
    if (!(request instanceof FSReqCallback)) return call();
    later(call, (error, ...value) => request.oncomplete(error, ...value));
    return undefined;
  };
}

function text(path: Path): string {
  return typeof path === 'string' ? path : Buffer.from(path).toString();
}

function named(name: string, encoding: Encoding): unknown {
  if (encoding === undefined || encoding === null || encoding === 'utf8') return name;
  return encoding === 'buffer' ? Buffer.from(name) : Buffer.from(name).toString(encoding);
}

function bytesOf(view: ArrayBufferView, offset = 0, length = view.byteLength - offset): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + offset, length);
}

const placeOf = (position: unknown): number | null =>
  position === null || position === undefined || Number(position) < 0 ? null : Number(position);

/** C++ checks the number of a file that is to be closed. */
function descriptorOf(fd: unknown): number {
  if (typeof fd !== 'number') throw invalidArgType('fd', 'number', fd);
  validateInteger(fd, 'fd', 0, 2 ** 31 - 1);
  return fd;
}

/** Mode that a question or a copy goes by: C++ checks it. */
function modeOf(mode: unknown): number {
  if (mode === undefined || mode === null) return 0;
  if (typeof mode !== 'number') throw invalidArgType('mode', 'integer', mode);
  if (!Number.isInteger(mode) || mode < 0 || mode > 7)
    throw nodeError(RangeError, 'ERR_OUT_OF_RANGE', 'mode is out of range: >= 0 && <= 7');
  return mode;
}

const BLOCK = 4_096;

/** The numbers of a node in the order of Node's binding. */
function statsOf(node: Node, bigint: boolean): Float64Array | BigInt64Array {
  const size = node.kind === 'file' ? node.size : node.kind === 'link' ? node.target.length : BLOCK;
  const blocks = node.kind === 'link' ? 0 : Math.ceil(size / BLOCK) * 8;
  const times = [node.atime, node.mtime, node.ctime, node.birthtime].flatMap((ms) => {
    const seconds = Math.floor(ms / 1_000);
    return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
  });
  const { mode, nlink, uid, gid, ino } = node;
  const fields = [1, mode, nlink, uid, gid, 0, BLOCK, ino, size, blocks, ...times];
  return bigint
    ? BigInt64Array.from(fields, (field) => BigInt(Math.round(field)))
    : Float64Array.from(fields);
}

const TYPES = { file: 1, folder: 2, link: 3 } as const;

type Functions = Record<string, [at: number, work: Work]>;

/** Functions that ask and change facts of what is at a path. */
function factFunctions(system: FileSystem): Functions {
  const stat =
    (follow: boolean) =>
    (path: Path, bigint: boolean, _request: unknown, mustExist = true): unknown => {
      try {
        return statsOf(system.stat(text(path), follow), bigint);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (!mustExist && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
        throw error;
      }
    };
  return {
    access: [2, (path: Path, mode: unknown) => system.access(text(path), modeOf(mode))],
    stat: [2, stat(true)],
    lstat: [2, stat(false)],
    chmod: [
      2,
      (path: Path, mode: number) => system.change('chmod', text(path), (node) => setMode(node, mode)),
    ],
    utimes: [
      3,
      (path: Path, atime: number, mtime: number) =>
        system.change('utime', text(path), (node) => setTimes(node, atime, mtime)),
    ],
  };
}

/** Functions that make, move and list what is at a path. */
function nameFunctions(system: FileSystem): Functions {
  return {
    rename: [2, (from: Path, to: Path) => system.rename(text(from), text(to))],
    symlink: [3, (target: Path, path: Path) => system.symlink(text(target), text(path))],
    unlink: [1, (path: Path) => system.unlink(text(path))],
    readlink: [2, (path: Path, encoding: Encoding) => named(system.readlink(text(path)), encoding)],
    realpath: [2, (path: Path, encoding: Encoding) => named(system.realpath(text(path)), encoding)],
    copyFile: [
      3,
      (from: Path, to: Path, mode: unknown) =>
        system.copyFile(text(from), text(to), (modeOf(mode) & 1) !== 0),
    ],
    mkdir: [
      3,
      (path: Path, mode: number, recursive: boolean) =>
        recursive ? system.mkdirAll(text(path), mode) : system.mkdir(text(path), mode),
    ],
    mkdtemp: [2, (prefix: Path, encoding: Encoding) => named(system.mkdtemp(text(prefix)), encoding)],
    readdir: [
      3,
      (path: Path, encoding: Encoding, withTypes: boolean) => {
        const entries = system.readdir(text(path));
        const names = entries.map(([name]) => named(name, encoding));
        return withTypes ? [names, entries.map(([, node]) => TYPES[node.kind])] : names;
      },
    ],
    rmdir: [1, (path: Path) => system.rmdir(text(path))],
    rmSync: [4, (path: Path) => system.removeAll(text(path))],
    existsSync: [1, (path: Path) => isThere(system, text(path))],
    internalModuleStat: [
      1,
      (path: Path) =>
        isThere(system, text(path)) ? Number(system.stat(text(path), true).kind === 'folder') : -2,
    ],
  };
}

/** Nothing is there either where a path leads through a file. A content that is on its way is no answer. */
function isThere(system: FileSystem, path: string): boolean {
  try {
    system.access(path, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

function setMode(node: Node, mode: number): void {
  node.mode = (node.mode & 0o170000) | (mode & 0o7777);
}

function setTimes(node: Node, atime: number, mtime: number): void {
  Object.assign(node, { atime: atime * 1_000, mtime: mtime * 1_000 });
}

/** Functions over open files, and those that open one. */
function fileFunctions(system: FileSystem): Functions {
  const { descriptors } = system;
  const whole = <T>(file: Path | number, flags: number, mode: number, work: (fd: number) => T): T => {
    if (typeof file === 'number') return work(file);
    const fd = descriptors.openFile(text(file), flags, mode);
    try {
      return work(fd);
    } finally {
      descriptors.close(fd);
    }
  };
  const open = (path: Path, flags: number, mode: number): number =>
    descriptors.openFile(text(path), flags, mode);
  return {
    open: [3, open],
    openFileHandle: [
      3,
      (path: Path, flags: number, mode: number) => new Handle(system, open(path, flags, mode)),
    ],
    close: [1, (fd: unknown) => descriptors.close(descriptorOf(fd))],
    fstat: [
      2,
      (fd: number, bigint: boolean) => {
        const { node } = descriptors.get(fd, 'fstat');
        if (node.kind === 'file') system.tree.load(node);
        return statsOf(node, bigint);
      },
    ],
    fsync: [1, (fd: number) => void descriptors.get(fd, 'fsync')],
    fdatasync: [1, (fd: number) => void descriptors.get(fd, 'fdatasync')],
    ftruncate: [2, (fd: number, size: number) => descriptors.truncate(fd, size)],
    fchmod: [
      2,
      (fd: number, mode: number) => descriptors.change(fd, 'fchmod', (node) => setMode(node, mode)),
    ],
    futimes: [
      3,
      (fd: number, atime: number, mtime: number) =>
        descriptors.change(fd, 'futime', (node) => setTimes(node, atime, mtime)),
    ],
    readFileUtf8: [
      2,
      (file: Path | number, flags: number) =>
        whole(file, flags, 0o666, (fd) => Buffer.from(descriptors.readRest(fd)).toString()),
    ],
    writeFileUtf8: [
      4,
      (file: Path | number, data: string, flags: number, mode: number) =>
        whole(file, flags, mode, (fd) => void descriptors.write(fd, Buffer.from(data), null)),
    ],
  };
}

/** Functions that move bytes by an open file. */
function moveFunctions({ descriptors }: FileSystem): Functions {
  return {
    read: [
      5,
      (fd: number, view: ArrayBufferView, offset: number, length: number, position: unknown) =>
        descriptors.read(fd, bytesOf(view, offset, length), placeOf(position)),
    ],
    writeBuffer: [
      5,
      (fd: number, view: ArrayBufferView, offset: number, length: number, position: unknown) =>
        descriptors.write(fd, bytesOf(view, offset, length), placeOf(position)),
    ],
    writeBuffers: [
      3,
      (fd: number, views: ArrayBufferView[], position: unknown) => {
        let at = placeOf(position);
        let total = 0;
        for (const view of views) {
          total += descriptors.write(fd, bytesOf(view), at);
          if (at !== null) at += view.byteLength;
        }
        return total;
      },
    ],
    writeString: [
      4,
      (fd: number, data: string, position: unknown, encoding?: BufferEncoding) =>
        descriptors.write(fd, Buffer.from(data, encoding), placeOf(position)),
    ],
  };
}

/** An open file of fs/promises. */
class Handle {
  readonly #system: FileSystem;

  constructor(
    system: FileSystem,
    readonly fd: number,
  ) {
    this.#system = system;
  }

  close(): Promise<unknown> {
    return promised(() => this.closeSync());
  }
  closeSync(): void {
    this.#system.descriptors.close(this.fd);
  }
  getAsyncId(): number {
    return 1;
  }
}

for (const type of [FSReqCallback, Handle]) sandboxHost.lock(type);

/** A file has one name and one owner here. */
const ABSENT = ['chown', 'fchown', 'lchown', 'link', 'lutimes', 'readBuffers', 'statfs'];

/** Node's binding `fs`. */
export function bindingOf(system: FileSystem): object {
  const functions = Object.entries({
    ...factFunctions(system),
    ...nameFunctions(system),
    ...fileFunctions(system),
    ...moveFunctions(system),
  });
  return {
    ...Object.fromEntries(ABSENT.map((name) => [name, refusal(`fs.${name}()`)])),
    ...Object.fromEntries(functions.map(([name, [at, work]]) => [name, inVersions(at, work)])),
    ...{ FSReqCallback, FileHandle: Handle, kUsePromises, kFsStatsFieldsNumber: 18 },
    ...{ statValues: new Float64Array(36), bigintStatValues: new BigInt64Array(36) },
  };
}

export { later, promised };
