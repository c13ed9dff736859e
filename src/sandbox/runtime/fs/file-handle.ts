/** FileHandle: an open file of fs/promises. */
import { nameClasses } from '../node/brand';
import { EventEmitter } from 'node:events';
import { closedFile } from './descriptors';
import type { Prepare } from './prepare';
import { toBuffers, toPosition, toRead, toWrite } from './transfer';
import { readAll, writeAll } from './transfer';
import { as } from './sides';
import type { Side } from './sides';
import type { FileSystem } from './system';

/** Parts of the module that a handle needs. */
export interface HandleParts {
  system: FileSystem;
  operations: Record<string, Prepare>;
  /** Does prepared work in a macrotask of its own. */
  later<T>(prepare: () => () => T): Promise<T>;
  createReadStream(path: unknown, options: object): unknown;
  createWriteStream(path: unknown, options: object): unknown;
}

/** Functions of a descriptor that a handle has under a name without `f`. */
const RENAMED: Readonly<Record<string, string>> = {
  stat: 'fstat',
  truncate: 'ftruncate',
  chmod: 'fchmod',
  chown: 'fchown',
  utimes: 'futimes',
  sync: 'fsync',
  datasync: 'fdatasync',
  readFile: 'readFile',
  writeFile: 'writeFile',
  appendFile: 'writeFile',
};

export class FileHandle extends EventEmitter {
  #fd: number;
  readonly #parts: HandleParts;
  readonly #side: Side;

  /** `side`: for whom it was opened. */
  constructor(fd: number, parts: HandleParts, side: Side) {
    super();
    this.#fd = fd;
    this.#parts = parts;
    this.#side = side;
  }

  get fd(): number {
    return this.#fd;
  }

  /** Calls a function of the module with this file's descriptor. */
  call(name: string, args: unknown[]): Promise<unknown> {
    const prepare = this.#parts.operations[name];
    return this.#later(() => prepare?.(this.#fd, ...args) ?? (() => undefined));
  }

  #later<T>(prepare: () => () => T): Promise<T> {
    if (this.#fd < 0) return Promise.reject(closedFile());
    return as(this.#side, () => this.#parts.later(prepare));
  }

  read(...args: unknown[]): Promise<unknown> {
    const { descriptors } = this.#parts.system;
    return this.#later(() => {
      const { buffer, bytes, position } = toRead(args);
      return () => ({ __proto__: null, bytesRead: descriptors.read(this.#fd, bytes, position), buffer });
    });
  }

  write(...args: unknown[]): Promise<unknown> {
    const { descriptors } = this.#parts.system;
    return this.#later(() => {
      const { bytes, position } = toWrite(args);
      return () => ({
        __proto__: null,
        bytesWritten: descriptors.write(this.#fd, bytes, position),
        buffer: args[0],
      });
    });
  }

  readv(buffers: unknown, position?: unknown): Promise<unknown> {
    const { descriptors } = this.#parts.system;
    return this.#later(() => {
      const [list, start] = [toBuffers(buffers), toPosition(position)];
      return () => ({ __proto__: null, bytesRead: readAll(descriptors, this.#fd, list, start), buffers });
    });
  }

  writev(buffers: unknown, position?: unknown): Promise<unknown> {
    const { descriptors } = this.#parts.system;
    return this.#later(() => {
      const [list, start] = [toBuffers(buffers), toPosition(position)];
      return () => ({ __proto__: null, bytesWritten: writeAll(descriptors, this.#fd, list, start), buffers });
    });
  }

  createReadStream(options: object = {}): unknown {
    return this.#parts.createReadStream(undefined, { ...options, fd: this.#fd });
  }

  createWriteStream(options: object = {}): unknown {
    return this.#parts.createWriteStream(undefined, { ...options, fd: this.#fd });
  }

  /** Lines of the rest of the file. */
  async *readLines(): AsyncGenerator<string> {
    const text = (await this.call('readFile', ['utf8'])) as string;
    const lines = text.split(/\r\n|\n|\r/);
    if (lines[lines.length - 1] === '') lines.pop();
    yield* lines;
  }

  close(): Promise<void> {
    if (this.#fd < 0) return Promise.resolve();
    const fd = this.#fd;
    this.#fd = -1;
    const { later, system } = this.#parts;
    const closed = as(this.#side, () => later(() => () => system.descriptors.close(fd)));
    return closed.then(() => void this.emit('close'));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

for (const [name, operation] of Object.entries(RENAMED)) {
  const value = function (this: FileHandle, ...args: unknown[]): Promise<unknown> {
    return this.call(operation, args);
  };
  Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(FileHandle.prototype, name, { value, writable: true, configurable: true });
}

nameClasses({ FileHandle });
sandboxHost.lock(FileHandle);
