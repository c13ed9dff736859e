/** The exports of node:fs and node:fs/promises: every operation in its three versions. */
import { PROMISIFY } from '../node/brand';
import { invalidArgType, notInSandbox } from '../node/errors';
import { FILE_CONSTANTS } from '../node/signals';
import { validateFunction } from '../node/validate';
import { toBuffers, toPosition, toRead, toWrite, readAll, writeAll } from './transfer';
import { toDescriptor, toOptions, toPath } from './args';
import { Dir } from './dir';
import { FileHandle } from './file-handle';
import type { HandleParts } from './file-handle';
import type { Prepare } from './prepare';
import { operationsOf } from './operations';
import { BigIntStats, Dirent, Stats } from './stats';
import { as, bound, sideNow } from './sides';
import { createStreams } from './streams';
import { FileSystem } from './system';
import { systemError } from '../node/system-errors';

type AnyFunction = (...args: unknown[]) => unknown;
type Exports = Record<string, unknown>;
type Callback = (error: Error | null, ...values: unknown[]) => void;

function named(name: string, fn: AnyFunction): AnyFunction {
  return Object.defineProperty(fn, 'name', { value: name });
}

/** The synchronous version. */
function sync(name: string, prepare: Prepare): AnyFunction {
  return named(`${name}Sync`, (...args) => as('tests', () => prepare(...args)()));
}

/** Runs prepared work in a macrotask of its own; wrong arguments are told at once. */
function callLater(work: () => unknown, callback: Callback, values: (result: unknown) => unknown[]): void {
  const ready = bound(work);
  sandboxHost.defer(() => {
    let result: unknown;
    try {
      result = ready();
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(null, ...values(result));
  });
}

/** The version with a callback, which is the last of the arguments. */
function withCallback(name: string, prepare: Prepare): AnyFunction {
  return named(name, (...args) => {
    const callback = args.findLast((arg) => typeof arg === 'function');
    validateFunction(callback, 'cb');
    as('tests', () => {
      const work = prepare(...args.slice(0, args.lastIndexOf(callback)));
      callLater(work, callback, (result) => (result === undefined ? [] : [result]));
    });
  });
}

function later<T>(prepare: () => () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const work = bound(prepare());
    sandboxHost.defer(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
  });
}

function promised(name: string, prepare: Prepare): AnyFunction {
  return named(name, async (...args) => as('tests', () => later(() => prepare(...args))));
}

/** Reading and writing by descriptor; the callbacks also get the buffer. */
function transfers({ descriptors }: FileSystem): Exports {
  const prepareRead = (fd: unknown, args: unknown[]): { buffer: unknown; work: () => number } => {
    const file = toDescriptor(fd);
    const { buffer, bytes, position } = toRead(args);
    return { buffer, work: () => (bytes.length === 0 ? 0 : descriptors.read(file, bytes, position)) };
  };
  const prepareWrite = (fd: unknown, args: unknown[]): (() => number) => {
    const file = toDescriptor(fd);
    const { bytes, position } = toWrite(args);
    return () => descriptors.write(file, bytes, position);
  };
  const prepareAll = (
    all: typeof readAll,
    fd: unknown,
    buffers: unknown,
    position: unknown,
  ): (() => number) => {
    const [file, list, start] = [toDescriptor(fd), toBuffers(buffers), toPosition(position)];
    return () => all(descriptors, file, list, start);
  };
  const splitCallback = (args: unknown[]): [unknown[], Callback] => {
    const callback = args[args.length - 1];
    validateFunction(callback, 'cb');
    return [args.slice(0, -1), callback];
  };
  const read = (fd: unknown, ...args: unknown[]): void => {
    const [rest, callback] = splitCallback(args);
    const { buffer, work } = prepareRead(fd, rest);
    callLater(work, callback, (count) => [count, buffer]);
  };
  const write = (fd: unknown, ...args: unknown[]): void => {
    const [rest, callback] = splitCallback(args);
    callLater(prepareWrite(fd, rest), callback, (count) => [count, rest[0]]);
  };
  const readv = (fd: unknown, buffers: unknown, ...args: unknown[]): void => {
    const [rest, callback] = splitCallback(args);
    callLater(prepareAll(readAll, fd, buffers, rest[0]), callback, (count) => [count, buffers]);
  };
  const writev = (fd: unknown, buffers: unknown, ...args: unknown[]): void => {
    const [rest, callback] = splitCallback(args);
    callLater(prepareAll(writeAll, fd, buffers, rest[0]), callback, (count) => [count, buffers]);
  };
  const names = {
    read: ['bytesRead', 'buffer'],
    write: ['bytesWritten', 'buffer'],
    readv: ['bytesRead', 'buffers'],
    writev: ['bytesWritten', 'buffers'],
  };
  const functions: Exports = { read, write, readv, writev };
  for (const [name, [count = '', given = '']] of Object.entries(names)) {
    const call = functions[name] as AnyFunction;
    const value = (...args: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const done: Callback = (error, first, second) =>
          error ? reject(error) : resolve({ [count]: first, [given]: second });
        call(...args, done);
      });
    Object.defineProperty(call, PROMISIFY, { value, configurable: true });
  }
  return {
    ...functions,
    readSync: (fd: unknown, ...args: unknown[]) => {
      if (!ArrayBuffer.isView(args[0]))
        throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], args[0]);
      return prepareRead(fd, args).work();
    },
    writeSync: (fd: unknown, ...args: unknown[]) => prepareWrite(fd, args)(),
    readvSync: (fd: unknown, buffers: unknown, position?: unknown) =>
      prepareAll(readAll, fd, buffers, position)(),
    writevSync: (fd: unknown, buffers: unknown, position?: unknown) =>
      prepareAll(writeAll, fd, buffers, position)(),
  };
}

/** Node's oldest question, which has no error. */
function existence(system: FileSystem): Exports {
  const existsSync = (path: unknown): boolean => {
    try {
      as('tests', () => system.access(toPath(path), 0));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== undefined) return false;
      throw error;
    }
  };
  const exists = (path: unknown, callback: unknown): void => {
    validateFunction(callback, 'cb');
    const ask = as('tests', () => bound(() => existsSync(path)));
    sandboxHost.defer(() => void callback(ask()));
  };
  const promise = (path: unknown): Promise<boolean> => as('tests', () => later(() => () => existsSync(path)));
  Object.defineProperty(exists, PROMISIFY, { value: promise, configurable: true });
  return { exists, existsSync };
}

function absent(...names: string[]): Exports {
  return Object.fromEntries(
    names.map((name) => [
      name,
      named(name, () => {
        throw notInSandbox(`fs.${name}()`, 'Nothing changes files behind the back of a test here.');
      }),
    ]),
  );
}

function realpaths(system: FileSystem, fs: Exports): void {
  const native: Prepare = (path) => {
    const file = toPath(path);
    return () => system.realpath(file, 'realpath');
  };
  Object.assign(fs.realpathSync as object, { native: sync('native', native) });
  Object.assign(fs.realpath as object, { native: withCallback('native', native) });
}

export function createFs(): { fs: Exports; promises: Exports } {
  const system = new FileSystem();
  const operations = operationsOf(system);
  const { ReadStream, WriteStream } = createStreams(system);
  const createReadStream = (path: unknown, options?: unknown): unknown =>
    as('tests', () => new ReadStream(path, options));
  const createWriteStream = (path: unknown, options?: unknown): unknown =>
    as('tests', () => new WriteStream(path, options));
  const opendir: Prepare = (path, options) => {
    const folder = toPath(path);
    const { recursive } = toOptions(options);
    return () => {
      try {
        return new Dir(system, folder, Boolean(recursive));
      } catch (error) {
        const { code, syscall } = error as NodeJS.ErrnoException;
        throw syscall === 'opendir' && code !== undefined ? systemError(code, 'opendir') : error;
      }
    };
  };
  const all: Record<string, Prepare> = { ...operations, opendir };
  const fs: Exports = {};
  const promises: Exports = {};
  for (const [name, prepare] of Object.entries(all)) {
    fs[name] = withCallback(name, prepare);
    fs[`${name}Sync`] = sync(name, prepare);
    if (!/^f(?!s)[a-z]/.test(name) || name === 'fsync') promises[name] = promised(name, prepare);
  }
  for (const name of ['close', 'fsync', 'fstat']) Reflect.deleteProperty(promises, name);
  const parts: HandleParts = { system, operations, later, createReadStream, createWriteStream };
  promises.open = named('open', async (...args) => {
    const side = as('tests', sideNow);
    const fd = await as(side, () => later(() => operations.open?.(...args) ?? (() => -1)));
    return new FileHandle(fd as number, parts, side);
  });
  // A handle stands for its descriptor.
  for (const name of ['readFile', 'writeFile', 'appendFile']) {
    const plain = promises[name] as AnyFunction;
    promises[name] = named(name, async (target, ...args) =>
      target instanceof FileHandle
        ? target.call(name === 'readFile' ? name : 'writeFile', args)
        : plain(target, ...args),
    );
  }
  const constants = Object.freeze({ __proto__: null, ...FILE_CONSTANTS });
  Object.assign(promises, absent('watch', 'glob'), { constants });
  Object.assign(
    fs,
    transfers(system),
    existence(system),
    absent('watch', 'watchFile', 'glob', 'globSync', 'openAsBlob'),
    {
      unwatchFile: () => undefined,
      createReadStream,
      createWriteStream,
      ReadStream,
      WriteStream,
      FileReadStream: ReadStream,
      FileWriteStream: WriteStream,
      Stats,
      BigIntStats,
      Dirent,
      Dir,
      constants,
      promises,
      F_OK: 0,
      R_OK: 4,
      W_OK: 2,
      X_OK: 1,
    },
  );
  realpaths(system, fs);
  return { fs, promises };
}
