/** Streams of files. */
import { Readable, Writable } from 'node:stream';
import { Buffer } from 'node:buffer';
import { invalidArgType, invalidArgValue, outOfRange } from '../node/errors';
import { validateFunction, validateInteger } from '../node/validate';
import { toFlags, toMode, toPath } from './args';
import { as, bound, sideNow } from './sides';
import type { Side } from './sides';
import type { FileSystem } from './system';

interface FileStreamOptions {
  flags?: string | number;
  encoding?: BufferEncoding;
  fd?: number | { fd: number } | null;
  mode?: number;
  autoClose?: boolean;
  emitClose?: boolean;
  start?: number;
  end?: number;
  highWaterMark?: number;
  signal?: AbortSignal;
  flush?: boolean;
}

type Callback = (error?: Error | null) => void;

const CHUNK = 64 * 1024;

function toStreamOptions(options: unknown): FileStreamOptions {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'string' && typeof options !== 'object')
    throw invalidArgType('options', ['string', 'Object'], options);
  const given =
    typeof options === 'string' ? { encoding: options as BufferEncoding } : (options as FileStreamOptions);
  if (given.encoding && !Buffer.isEncoding(given.encoding))
    throw invalidArgValue('encoding', given.encoding, 'is invalid encoding');
  for (const name of ['start', 'end'] as const) {
    if (given[name] !== undefined && given[name] !== Infinity) validateInteger(given[name], name, 0);
  }
  if (given.start !== undefined && given.end !== undefined && given.start > given.end)
    throw outOfRange('start', `<= "end" (here: ${given.end})`, given.start);
  return given;
}

interface File {
  fd: number | null;
  path: string | undefined;
  mode: number;
}

/** File of a stream: an open one, or a path. */
function toFile(path: unknown, { fd: given, flags, mode }: FileStreamOptions): File {
  const fd = typeof given === 'object' && given !== null ? given.fd : (given ?? null);
  toFlags(flags);
  return { fd, path: fd === null ? toPath(path) : undefined, mode: toMode(mode, 'mode', 0o666) };
}

/** Does the work in a macrotask of its own and tells how it went. */
function later<T>(side: Side, work: () => T, done: (error: Error | null, value?: T) => void): void {
  const ready = as(side, () => bound(work));
  sandboxHost.defer(() => {
    let value: T;
    try {
      value = ready();
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, value);
  });
}

type StreamConstructor = new (path: unknown, options?: unknown) => object;

/** A class that old code also calls without `new`. */
function callable(type: StreamConstructor): StreamConstructor {
  const wrapper = function (path: unknown, options?: unknown): object {
    return new type(path, options);
  } as unknown as StreamConstructor;
  Object.defineProperties(wrapper, {
    name: { value: type.name },
    prototype: { value: type.prototype as object },
  });
  Object.defineProperty(type.prototype, 'constructor', {
    value: wrapper,
    writable: true,
    configurable: true,
  });
  return Object.setPrototypeOf(wrapper, Object.getPrototypeOf(type) as object) as StreamConstructor;
}

/** Parts of both kinds of streams that opening a file needs. */
interface OpenableStream {
  fd: number | null;
  readonly path: string | undefined;
  readonly flags: unknown;
  readonly mode: number;
  emit(event: string, ...args: unknown[]): boolean;
}

/** The classes over one file system. */
export function createStreams(system: FileSystem): {
  ReadStream: StreamConstructor;
  WriteStream: StreamConstructor;
} {
  const { descriptors } = system;

  class ReadStream extends Readable {
    path: string | undefined;
    fd: number | null;
    readonly flags: unknown;
    readonly mode: number;
    readonly start: number | undefined;
    readonly end: number;
    bytesRead = 0;
    #position: number | null;
    readonly #side = sideNow();

    constructor(path: unknown, given?: unknown) {
      // All is checked before the stream begins to exist: it would open something by itself.
      const options = toStreamOptions(given);
      const file = toFile(path, options);
      const { autoClose = true, emitClose = true, highWaterMark = CHUNK, signal, encoding } = options;
      super({ autoDestroy: autoClose, emitClose, highWaterMark, signal, encoding });
      this.fd = file.fd;
      this.path = file.path;
      this.flags = options.flags ?? 'r';
      this.mode = file.mode;
      this.start = options.start;
      this.end = options.end ?? Infinity;
      this.#position = options.start ?? null;
    }

    override _construct(done: Callback): void {
      openAndTell(this, this.#side, done);
    }

    override _read(size: number): void {
      const left = this.#position === null ? this.end - this.bytesRead + 1 : this.end - this.#position + 1;
      const count = Math.min(size, left);
      if (count <= 0) return void this.push(null);
      const buffer = Buffer.alloc(Math.min(count, CHUNK));
      later(
        this.#side,
        () => descriptors.read(this.fd ?? -1, buffer, this.#position),
        (error, read = 0) => {
          if (error) return void this.destroy(error);
          if (this.#position !== null) this.#position += read;
          this.bytesRead += read;
          this.push(read > 0 ? buffer.subarray(0, read) : null);
        },
      );
    }

    override _destroy(error: Error | null, done: Callback): void {
      closeAndTell(this, this.#side, error, done);
    }

    close(done?: Callback): void {
      closeStream(this, done);
    }
    get pending(): boolean {
      return this.fd === null;
    }
  }

  class WriteStream extends Writable {
    path: string | undefined;
    fd: number | null;
    readonly flags: unknown;
    readonly mode: number;
    readonly start: number | undefined;
    bytesWritten = 0;
    #position: number | null;
    readonly #side = sideNow();

    constructor(path: unknown, given?: unknown) {
      const options = toStreamOptions(given);
      const file = toFile(path, options);
      const { autoClose = true, emitClose = true, highWaterMark, signal, encoding } = options;
      super({ autoDestroy: autoClose, emitClose, highWaterMark, signal, decodeStrings: true });
      this.fd = file.fd;
      this.path = file.path;
      this.flags = options.flags ?? 'w';
      this.mode = file.mode;
      this.start = options.start;
      this.#position = options.start ?? null;
      if (encoding) this.setDefaultEncoding(encoding);
    }

    override _construct(done: Callback): void {
      openAndTell(this, this.#side, done);
    }

    override _write(chunk: Uint8Array, _encoding: string, done: Callback): void {
      later(
        this.#side,
        () => descriptors.write(this.fd ?? -1, chunk, this.#position),
        (error, written = 0) => {
          if (error) return done(error);
          if (this.#position !== null) this.#position += written;
          this.bytesWritten += written;
          done();
        },
      );
    }

    override _destroy(error: Error | null, done: Callback): void {
      closeAndTell(this, this.#side, error, done);
    }

    close(done?: Callback): void {
      if (done) validateFunction(done, 'cb');
      if (this.closed && done) return sandboxHost.nextTick(done, []);
      if (done) this.once('close', done);
      this.end();
    }
    destroySoon(): void {
      this.end();
    }
    get pending(): boolean {
      return this.fd === null;
    }
  }

  function openAndTell(stream: OpenableStream, side: Side, done: Callback): void {
    if (stream.fd !== null) return done();
    later(
      side,
      () => descriptors.openFile(stream.path ?? '', toFlags(stream.flags), stream.mode),
      (error, fd) => {
        if (error) return done(error);
        stream.fd = fd ?? null;
        done();
        stream.emit('open', fd);
        stream.emit('ready');
      },
    );
  }

  function closeAndTell(
    stream: { fd: number | null },
    side: Side,
    error: Error | null,
    done: Callback,
  ): void {
    const { fd } = stream;
    stream.fd = null;
    if (fd === null) return done(error);
    later(
      side,
      () => descriptors.close(fd),
      (problem) => done(error ?? problem),
    );
  }

  function closeStream(stream: Readable, done: Callback | undefined): void {
    if (done) stream.once('close', done);
    stream.destroy();
  }

  return {
    ReadStream: callable(ReadStream),
    WriteStream: callable(WriteStream),
  };
}
