/** The exports of node:buffer. */
import { inspect } from 'node:util';
import { invalidArgType, nodeError, setInspect } from '../node/errors';
import { isArrayBuffer } from '../node/kinds';
import { byteLength as textLength, encodingOf, readText } from './encodings';
import { FastBuffer, late } from './fast-buffer';
import {
  alloc,
  allocate,
  concat,
  copyBytesFrom,
  fillBytes,
  from,
  fromText,
  MAX_LENGTH,
  requireEncoding,
} from './make';
import { numberMethods } from './numbers';
import { compareBytes } from './search';

setInspect((value) => inspect(value));

let inspectLimit = 50;
Object.assign(late, { requireEncoding, fromText, fillBytes, inspectLimit: () => inspectLimit });

/** Longest text that V8 makes. */
const MAX_STRING_LENGTH = 536_870_888;

/** `Buffer(…)` and `new Buffer(…)`, the old ways. */
function Buffer(value: unknown, encodingOrOffset?: unknown, length?: unknown): FastBuffer {
  if (typeof value !== 'number') return from(value, encodingOrOffset, length);
  if (typeof encodingOrOffset === 'string') throw invalidArgType('string', 'string', value);
  return allocate(value);
}

function byteLength(value: unknown, encoding?: unknown): number {
  if (typeof value !== 'string') {
    if (ArrayBuffer.isView(value) || isArrayBuffer(value)) return (value as ArrayBuffer).byteLength;
    throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'], value);
  }
  return textLength(value, encodingOf(`${encoding as string}`) ?? 'utf8');
}

function checkBytes(value: unknown, name: string): asserts value is Uint8Array {
  if (!(value instanceof Uint8Array)) throw invalidArgType(name, ['Buffer', 'Uint8Array'], value);
}

function compare(left: unknown, right: unknown): number {
  checkBytes(left, 'buf1');
  checkBytes(right, 'buf2');
  return left === right ? 0 : compareBytes(left, right);
}

const statics = {
  poolSize: 8_192,
  from,
  of: (...items: number[]): FastBuffer => from(items),
  alloc,
  allocUnsafe: allocate,
  allocUnsafeSlow: allocate,
  copyBytesFrom,
  byteLength,
  compare,
  concat,
  isBuffer: (value: unknown): boolean => value instanceof FastBuffer,
  isEncoding: (name: unknown): boolean =>
    typeof name === 'string' && name !== '' && encodingOf(name) !== undefined,
};

Object.setPrototypeOf(Buffer, Uint8Array);
// The bundler may have given it another.
Object.defineProperty(Buffer, 'name', { value: 'Buffer', configurable: true });
for (const [name, value] of Object.entries(statics)) {
  if (typeof value === 'function') Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(Buffer, name, { value, writable: true, enumerable: true, configurable: true });
}
Object.defineProperty(Buffer, 'prototype', { value: FastBuffer.prototype });
// Built-in methods make their results by it; of typed arrays V8 expects a class.
Object.defineProperty(Buffer, Symbol.species, { get: () => FastBuffer, configurable: true });

const { prototype } = FastBuffer;
Object.defineProperty(prototype, 'constructor', { value: Buffer, writable: true, configurable: true });
for (const [name, value] of numberMethods())
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });

/** `buf.utf8Slice(…)` and so on, which some packages use. */
for (const name of ['ascii', 'base64', 'base64url', 'hex', 'latin1', 'ucs2', 'utf8'] as const) {
  const encoding = encodingOf(name);
  const slice = function (this: FastBuffer, start?: number, end?: number): string {
    return this.toString(encoding, start, end);
  };
  const write = function (this: FastBuffer, text: string, offset?: number, length?: number): number {
    return this.write(text, offset, length, encoding);
  };
  for (const [suffix, value] of Object.entries({ Slice: slice, Write: write }))
    Object.defineProperty(prototype, `${name}${suffix}`, { value, writable: true, configurable: true });
}

function bytesOf(value: unknown): Uint8Array {
  if (isArrayBuffer(value)) return new Uint8Array(value as ArrayBuffer);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw invalidArgType('input', ['TypedArray', 'Buffer'], value);
}

function isUtf8(value: unknown): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    decoder.decode(bytesOf(value));
    return true;
  } catch {
    return false;
  }
}

function transcode(source: unknown, fromEncoding: unknown, toEncoding: unknown): FastBuffer {
  checkBytes(source, 'source');
  const [before, after] = [encodingOf(String(fromEncoding)), encodingOf(String(toEncoding))];
  const known = (name: string | undefined): boolean =>
    name !== undefined && ['utf8', 'utf16le', 'latin1', 'ascii'].includes(name);
  if (!before || !after || !known(before) || !known(after)) {
    const error = nodeError(
      Error,
      'U_ILLEGAL_ARGUMENT_ERROR',
      'Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]',
    );
    throw Object.assign(error, { errno: 1 });
  }
  const text = readText(source, 0, source.length, before);
  const limit = after === 'ascii' ? 127 : 255;
  const narrow = after === 'latin1' || after === 'ascii';
  return fromText(
    narrow ? [...text].map((one) => ((one.codePointAt(0) ?? 0) > limit ? '?' : one)).join('') : text,
    after,
  );
}

const isAscii = (value: unknown): boolean => bytesOf(value).every((byte) => byte < 128);

export { Buffer };

export const bufferModule = {
  Buffer,
  SlowBuffer: allocate,
  transcode,
  isUtf8,
  isAscii,
  kMaxLength: MAX_LENGTH,
  kStringMaxLength: MAX_STRING_LENGTH,
  constants: Object.freeze({ MAX_LENGTH, MAX_STRING_LENGTH }),
};

Object.defineProperty(bufferModule, 'INSPECT_MAX_BYTES', {
  enumerable: true,
  configurable: true,
  get: () => inspectLimit,
  set: (value: number) => {
    inspectLimit = value;
  },
});
