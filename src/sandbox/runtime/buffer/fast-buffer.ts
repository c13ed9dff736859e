/** The class behind all buffers. Its methods are those of Buffer's instances. */
import { CUSTOM } from '../node/brand';
import { invalidArgType, nodeError, outOfRange } from '../node/errors';
import { validateInteger } from '../node/validate';
import type { Encoding } from './encodings';
import { encodingOf, readText, writeText } from './encodings';
import { compareBytes, search } from './search';

/** Set by the module that makes buffers, which needs this class. */
export const late = {
  requireEncoding: undefined as unknown as (name: unknown) => Encoding,
  fromText: undefined as unknown as (text: string, encoding: unknown) => Uint8Array,
  fillBytes: undefined as unknown as (
    bytes: FastBuffer,
    value: unknown,
    start: number,
    end: number,
    encoding: unknown,
  ) => FastBuffer,
  inspectLimit: () => 50,
};

/** A place between 0 and `length`; negative ones count from the end. */
function place(value: unknown, length: number): number {
  const offset = Math.trunc(Number(value));
  if (!(offset === offset) || offset === 0) return 0;
  if (offset < 0) return Math.max(0, offset + length);
  return Math.min(offset, length);
}

function checkBytes(value: unknown, name: string): asserts value is Uint8Array {
  if (!(value instanceof Uint8Array)) throw invalidArgType(name, ['Buffer', 'Uint8Array'], value);
}

function whole(value: unknown): number {
  const number = Math.trunc(Number(value));
  return Number.isNaN(number) ? 0 : number;
}

function swap(bytes: Uint8Array, size: number): void {
  if (bytes.length % size !== 0) {
    const message = `Buffer size must be a multiple of ${size * 8}-bits`;
    throw nodeError(RangeError, 'ERR_INVALID_BUFFER_SIZE', message);
  }
  for (let start = 0; start < bytes.length; start += size) bytes.subarray(start, start + size).reverse();
}

function find(
  bytes: Uint8Array,
  value: unknown,
  offset: unknown,
  encodingName: unknown,
  forward: boolean,
): number {
  let at: unknown = offset;
  let name = encodingName;
  if (typeof at === 'string') [at, name] = [undefined, at];
  let from = Number(at);
  if (Number.isNaN(from)) from = forward ? 0 : bytes.length;
  from = Math.trunc(Math.min(0x7fffffff, Math.max(-0x80000000, from)));
  if (typeof value === 'number') return search(bytes, Uint8Array.of(value & 255), from, forward, 1);
  if (typeof value === 'string') {
    const encoding = name === undefined ? 'utf8' : late.requireEncoding(name);
    return search(bytes, late.fromText(value, encoding), from, forward, encoding === 'utf16le' ? 2 : 1);
  }
  if (!(value instanceof Uint8Array))
    throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
  const two = name !== undefined && encodingOf(`${name as string}`) === 'utf16le';
  return search(bytes, value, from, forward, two ? 2 : 1);
}

export class FastBuffer extends Uint8Array {
  /** ArrayBuffer of a buffer, by Node's name for it. Undefined for other objects. */
  get parent(): ArrayBufferLike {
    return this.buffer;
  }
  get offset(): number {
    return this.byteOffset;
  }

  override subarray(start?: unknown, end?: unknown): FastBuffer {
    const from = place(start, this.length);
    const to = end === undefined ? this.length : place(end, this.length);
    return new FastBuffer(this.buffer, this.byteOffset + from, Math.max(0, to - from));
  }

  override slice(start?: unknown, end?: unknown): FastBuffer {
    return this.subarray(start, end);
  }

  override toString(encoding?: unknown, start?: unknown, end?: unknown): string {
    const length = this.length;
    if (arguments.length === 0) return readText(this, 0, length, 'utf8');
    const from =
      start === undefined || Number(start) <= 0
        ? 0
        : Number(start) >= length
          ? length
          : Math.trunc(Number(start)) || 0;
    const to = end === undefined || Number(end) > length ? length : Math.trunc(Number(end)) || 0;
    if (to <= from) return '';
    return readText(this, from, to, encoding === undefined ? 'utf8' : late.requireEncoding(encoding));
  }

  override toLocaleString(encoding?: unknown, start?: unknown, end?: unknown): string {
    return this.toString(encoding, start, end);
  }

  equals(other: unknown): boolean {
    checkBytes(other, 'otherBuffer');
    return this === other || (this.length === other.length && compareBytes(this, other) === 0);
  }

  compare(target: unknown, ...bounds: unknown[]): number {
    checkBytes(target, 'target');
    const names = ['targetStart', 'targetEnd', 'sourceStart', 'sourceEnd'];
    const defaults = [0, target.length, 0, this.length];
    const limits = [undefined, target.length, undefined, this.length];
    const [ts = 0, te = 0, ss = 0, se = 0] = names.map((name, index) => {
      const value = bounds[index];
      if (value === undefined) return defaults[index] ?? 0;
      validateInteger(value, name, 0, limits[index]);
      return value;
    });
    if (ss >= se) return ts >= te ? 0 : -1;
    if (ts >= te) return 1;
    return compareBytes(Uint8Array.prototype.subarray.call(this, ss, se), target.subarray(ts, te));
  }

  override indexOf(value: unknown, offset?: unknown, encoding?: unknown): number {
    return find(this, value, offset, encoding, true);
  }
  override lastIndexOf(value: unknown, offset?: unknown, encoding?: unknown): number {
    return find(this, value, offset, encoding, false);
  }
  override includes(value: unknown, offset?: unknown, encoding?: unknown): boolean {
    return find(this, value, offset, encoding, true) !== -1;
  }

  override fill(value?: unknown, offset?: unknown, end?: unknown, encoding?: unknown): this {
    let [from, to, name]: unknown[] = [offset, end, encoding];
    if (typeof value === 'string') {
      if (typeof from === 'string') [name, from, to] = [from, 0, this.length];
      else if (typeof to === 'string') [name, to] = [to, this.length];
      if (typeof name === 'string' && encodingOf(name) === undefined) late.requireEncoding(name);
    }
    if (from === undefined) [from, to] = [0, this.length];
    else {
      validateInteger(from, 'offset', 0);
      if (to === undefined) to = this.length;
      else validateInteger(to, 'end', 0, this.length);
    }
    if ((from as number) >= (to as number)) return this;
    late.fillBytes(this, value, from as number, to as number, name);
    return this;
  }

  write(text: unknown, offset?: unknown, length?: unknown, encoding?: unknown): number {
    if (typeof text !== 'string')
      throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
    let [at, count, name]: unknown[] = [offset, length, encoding];
    if (typeof at === 'string') [name, at, count] = [at, undefined, undefined];
    else if (typeof count === 'string') [name, count] = [count, undefined];
    const start = at === undefined ? 0 : at;
    validateInteger(start, 'offset', 0, this.length);
    const rest = this.length - start;
    let limit = rest;
    if (count !== undefined) {
      validateInteger(count, 'length', 0, this.length);
      limit = Math.min(count, rest);
    }
    return writeText(text, this, start, start + limit, name ? late.requireEncoding(name) : 'utf8');
  }

  copy(target: unknown, targetStart?: unknown, sourceStart?: unknown, sourceEnd?: unknown): number {
    checkBytes(target, 'target');
    const to = whole(targetStart);
    if (to < 0) throw outOfRange('targetStart', '>= 0', to);
    const from = whole(sourceStart);
    if (from < 0 || from > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, from);
    const end = sourceEnd === undefined ? this.length : whole(sourceEnd);
    if (end < 0) throw outOfRange('sourceEnd', '>= 0', end);
    if (to >= target.length || from >= end) return 0;
    const count = Math.min(end - from, target.length - to, this.length - from);
    Uint8Array.prototype.set.call(target, Uint8Array.prototype.subarray.call(this, from, from + count), to);
    return count;
  }

  toJSON(): { type: string; data: number[] } {
    return { type: 'Buffer', data: Array.from(this) };
  }

  swap16(): this {
    swap(this, 2);
    return this;
  }
  swap32(): this {
    swap(this, 4);
    return this;
  }
  swap64(): this {
    swap(this, 8);
    return this;
  }

  [CUSTOM](
    _depth: unknown,
    options?: object,
    inspect?: (value: unknown, options?: object) => string,
  ): string {
    const limit = late.inspectLimit();
    const bytes = Array.from(Uint8Array.prototype.subarray.call(this, 0, limit), (byte) =>
      byte.toString(16).padStart(2, '0'),
    );
    const rest = this.length - limit;
    const more = rest > 0 ? ` ... ${rest} more byte${rest > 1 ? 's' : ''}` : '';
    const extras = Object.keys(this).filter((key) => !/^\d+$/.test(key));
    const shown = extras.map(
      (key) =>
        `${key}: ${inspect ? inspect((this as unknown as Record<string, unknown>)[key], options) : ''}`,
    );
    const head = `<${this.constructor.name} ${bytes.join(' ')}${more}`;
    return `${[head, ...shown].join(', ')}>`;
  }
}

/** Tests see the same class as the code that they test: how many bytes a buffer holds, and which, is not its to say. */
const views = Object.getPrototypeOf(Uint8Array.prototype) as object;
for (const name of ['length', 'byteLength', 'byteOffset', 'buffer', Symbol.toStringTag]) {
  const inherited = Object.getOwnPropertyDescriptor(views, name) as PropertyDescriptor;
  Object.defineProperty(FastBuffer.prototype, name, { ...inherited, configurable: false });
}

Object.defineProperty(FastBuffer.prototype, 'inspect', {
  value: FastBuffer.prototype[CUSTOM],
  writable: true,
  configurable: true,
});
