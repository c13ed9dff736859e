/** Blob and File: bytes with a type. */
import { globals } from '../libs/support';
import { brandClasses } from '../node/brand';
import { nodeError } from '../node/errors';
import { isArrayBuffer } from '../node/kinds';

interface BlobOptions {
  type?: unknown;
  endings?: unknown;
}

const contents = new WeakMap<Blob, Uint8Array>();

function toBytes(part: unknown, native: boolean): Uint8Array {
  const known = part instanceof Blob ? contents.get(part) : undefined;
  if (known) return known;
  if (isArrayBuffer(part)) return new Uint8Array(part as ArrayBuffer).slice();
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice();
  const text = `${part as string}`;
  return new globals.TextEncoder().encode(native ? text.replace(/\r\n|\r/g, '\n') : text);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function toType(type: unknown): string {
  const text = type === undefined ? '' : `${type as string}`;
  return /[^\x20-\x7e]/.test(text) ? '' : text.toLowerCase();
}

/** Bytes of a blob, for this library. */
export function bytesOfBlob(blob: Blob): Uint8Array {
  return contents.get(blob) ?? new Uint8Array(0);
}

export class Blob {
  readonly #type: string;

  constructor(parts: unknown = [], options: BlobOptions = {}) {
    const iterable = typeof parts === 'object' && parts !== null && Symbol.iterator in parts;
    if (!iterable)
      throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'Value cannot be converted to sequence.');
    const native = options?.endings === 'native';
    contents.set(this, join([...(parts as Iterable<unknown>)].map((part) => toBytes(part, native))));
    this.#type = toType(options?.type);
  }

  get size(): number {
    return bytesOfBlob(this).length;
  }
  get type(): string {
    return this.#type;
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return bytesOfBlob(this).slice().buffer;
  }
  async bytes(): Promise<Uint8Array> {
    return bytesOfBlob(this).slice();
  }
  async text(): Promise<string> {
    return new globals.TextDecoder().decode(bytesOfBlob(this));
  }
  slice(start?: number, end?: number, type?: unknown): Blob {
    return new Blob([bytesOfBlob(this).slice(start, end)], { type });
  }
}

export class File extends Blob {
  readonly #name: string;
  readonly #lastModified: number;

  constructor(parts: unknown, name: unknown, options: BlobOptions & { lastModified?: number } = {}) {
    super(parts, options);
    this.#name = `${name as string}`.toWellFormed();
    this.#lastModified =
      options?.lastModified === undefined ? Date.now() : Math.trunc(Number(options.lastModified)) || 0;
  }

  get name(): string {
    return this.#name;
  }
  get lastModified(): number {
    return this.#lastModified;
  }
}

brandClasses({ Blob, File });
