/** How buffers come to be: `Buffer.from`, `alloc`, `concat` and what they share. */
import { invalidArgType, invalidArgValue, nodeError } from '../node/errors';
import { isArrayBuffer } from '../node/kinds';
import { validateArray, validateInteger, validateNumber } from '../node/validate';
import { byteLength, encodingOf, writeText } from './encodings';
import type { Encoding } from './encodings';
import { FastBuffer } from './fast-buffer';
import { outOfBounds } from './numbers';

/** Largest buffer. The heap of a run ends long before. */
export const MAX_LENGTH = 2 ** 31 - 1;

export function unknownEncoding(name: unknown): TypeError {
  return nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(name)}`);
}

/** The encoding named; UTF-8 for none. */
export function requireEncoding(name: unknown): Encoding {
  if (name === undefined || name === null || name === '') return 'utf8';
  const found = encodingOf(`${name as string}`);
  if (found === undefined) throw unknownEncoding(name);
  return found;
}

export function fromText(text: string, encodingName: unknown): FastBuffer {
  const encoding =
    typeof encodingName === 'string' && encodingName !== '' ? requireEncoding(encodingName) : 'utf8';
  const bytes = new FastBuffer(byteLength(text, encoding));
  const written = writeText(text, bytes, 0, bytes.length, encoding);
  return written === bytes.length ? bytes : new FastBuffer(bytes.buffer, 0, written);
}

function fromArrayBuffer(buffer: ArrayBuffer, offset: unknown, length: unknown): FastBuffer {
  const start = offset === undefined ? 0 : Number(offset) || 0;
  const rest = buffer.byteLength - start;
  if (rest < 0) throw outOfBounds('offset');
  if (length === undefined) return new FastBuffer(buffer, start, rest);
  const count = Math.max(0, Number(length) || 0);
  if (count > rest) throw outOfBounds('length');
  return new FastBuffer(buffer, start, count);
}

function fromList(list: ArrayLike<unknown>): FastBuffer {
  const bytes = new FastBuffer(list.length > 0 ? list.length : 0);
  for (let index = 0; index < bytes.length; index++) bytes[index] = Number(list[index]) & 255;
  return bytes;
}

interface Source {
  length?: unknown;
  buffer?: unknown;
  type?: unknown;
  data?: unknown;
}

function fromObject(source: Source): FastBuffer | undefined {
  if (source.length !== undefined || isArrayBuffer(source.buffer))
    return typeof source.length === 'number' ? fromList(source as ArrayLike<unknown>) : new FastBuffer(0);
  if (source.type === 'Buffer' && Array.isArray(source.data)) return fromList(source.data);
  return undefined;
}

/** `Buffer.from`. */
export function from(value: unknown, encodingOrOffset?: unknown, length?: unknown): FastBuffer {
  if (typeof value === 'string') return fromText(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isArrayBuffer(value)) return fromArrayBuffer(value as ArrayBuffer, encodingOrOffset, length);
    const inner = (value as { valueOf?: () => unknown }).valueOf?.();
    const isSource = typeof inner === 'string' || (typeof inner === 'object' && inner !== null);
    if (inner !== value && isSource) return from(inner, encodingOrOffset, length);
    const made = fromObject(value);
    if (made) return made;
    const convert = (value as Record<PropertyKey, unknown>)[Symbol.toPrimitive];
    if (typeof convert === 'function') {
      const primitive: unknown = convert.call(value, 'string');
      if (typeof primitive === 'string') return fromText(primitive, encodingOrOffset);
    }
  }
  const expected = ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'];
  throw invalidArgType('first argument', expected, value);
}

/** Node fills unsafe buffers with what was in memory; here they are empty. */
export function allocate(size: unknown): FastBuffer {
  validateNumber(size, 'size', 0, MAX_LENGTH);
  return new FastBuffer(size);
}

export function alloc(size: unknown, fill?: unknown, encoding?: unknown): FastBuffer {
  const bytes = allocate(size);
  if (fill === undefined || fill === 0 || bytes.length === 0) return bytes;
  return fillBytes(bytes, fill, 0, bytes.length, encoding);
}

/** The bytes that a value repeats when a buffer is filled with it. */
function patternOf(value: unknown, encodingName: unknown): Uint8Array | number {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) & 255;
  if (typeof value === 'string') {
    if (encodingName !== undefined && typeof encodingName !== 'string')
      throw invalidArgType('encoding', 'string', encodingName);
    return value === '' ? 0 : fromText(value, encodingName);
  }
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return Number(value) & 255;
}

export function fillBytes<T extends Uint8Array>(
  bytes: T,
  value: unknown,
  start: number,
  end: number,
  encoding: unknown,
): T {
  const pattern = patternOf(value, encoding);
  if (typeof pattern === 'number') {
    Uint8Array.prototype.fill.call(bytes, pattern, start, end);
    return bytes;
  }
  if (pattern.length === 0) throw invalidArgValue('value', value);
  for (let index = start; index < end; index++) bytes[index] = pattern[(index - start) % pattern.length] ?? 0;
  return bytes;
}

export function concat(list: unknown, length?: unknown): FastBuffer {
  validateArray(list, 'list');
  const items = list.map((item, index) => {
    if (!(item instanceof Uint8Array)) throw invalidArgType(`list[${index}]`, ['Buffer', 'Uint8Array'], item);
    return item;
  });
  if (items.length === 0) return new FastBuffer(0);
  if (length !== undefined) validateInteger(length, 'length', 0, MAX_LENGTH);
  const total = length ?? items.reduce((sum, item) => sum + item.length, 0);
  const bytes = allocate(total);
  let at = 0;
  for (const item of items) {
    if (at >= total) break;
    const part = at + item.length > total ? item.subarray(0, total - at) : item;
    Uint8Array.prototype.set.call(bytes, part, at);
    at += part.length;
  }
  return bytes;
}

/** `Buffer.copyBytesFrom`: the bytes of some items of a typed array. */
export function copyBytesFrom(view: unknown, offset: unknown = 0, length?: unknown): FastBuffer {
  if (!ArrayBuffer.isView(view) || view instanceof DataView)
    throw invalidArgType('view', ['TypedArray'], view);
  validateInteger(offset, 'offset', 0);
  if (length !== undefined) validateInteger(length, 'length', 0);
  const list = view as Uint8Array;
  const end = length === undefined ? list.length : Math.min(list.length, offset + length);
  if (offset >= end) return new FastBuffer(0);
  const part = list.slice(offset, end);
  return new FastBuffer(part.buffer, part.byteOffset, part.byteLength);
}
