/** Functions over bytes that Node's modules `buffer` and `string_decoder` take from C++. */
import { byteLength, isUtf8, readText, unfinished, writeText } from './encodings';
import type { Encoding } from './encodings';
import { nodeError, outOfRange } from '../node/errors';
import { bytesOf as bytesOfView, compareViews, isArrayBuffer } from '../node/kinds';
import { ENCODINGS } from '../node/utf8';

type Bytes = ArrayBufferView | ArrayBuffer;

function bytesOf(value: Bytes): Uint8Array {
  return isArrayBuffer(value) ? new Uint8Array(value as ArrayBuffer) : bytesOfView(value);
}

function encodingOf(number: number): Encoding {
  const name = ENCODINGS[number] ?? 'utf8';
  return name === 'buffer' ? 'utf8' : name;
}

function encoded(text: string, encoding: Encoding): Uint8Array {
  const bytes = new Uint8Array(byteLength(text, encoding));
  return bytes.subarray(0, writeText(text, bytes, 0, bytes.length, encoding));
}

function compareOffset(
  source: Bytes,
  target: Bytes,
  from: number,
  start: number,
  to: number,
  end: number,
): number {
  const [left, right] = [bytesOf(source), bytesOf(target)];
  if (start > left.length) throw outOfRange('sourceStart', `<= ${left.length}`, start);
  if (from > right.length) throw outOfRange('targetStart', `<= ${right.length}`, from);
  return compareViews(left.subarray(start, end), right.subarray(from, to));
}

function copy(source: Bytes, target: Bytes, at: number, start: number, count: number): void {
  bytesOf(target).set(bytesOf(source).subarray(start, start + count), at);
}

/** -2: out of bounds, -1: nothing to fill with. */
function fill(
  target: Bytes,
  value: unknown,
  start: number,
  end: number,
  encoding?: string,
): number | undefined {
  const bytes = bytesOf(target);
  if (start > end || end > bytes.length) return -2;
  if (typeof value !== 'string' && !ArrayBuffer.isView(value)) {
    bytes.fill(Number(value) & 255, start, end);
    return undefined;
  }
  const name = (encoding ?? 'utf8').toLowerCase();
  const pattern =
    typeof value === 'string' ? encoded(value, ALIASES[name] ?? (name as Encoding)) : bytesOf(value);
  if (pattern.length === 0) return -1;
  for (let at = start; at < end; at++) bytes[at] = pattern[(at - start) % pattern.length] ?? 0;
  return undefined;
}

const ALIASES: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf8',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  'utf-16le': 'utf16le',
  binary: 'latin1',
};

/** Offset to begin at, as Node understands offsets outside of the buffer. -1: nowhere. */
function startOf(length: number, offset: number, needle: number, forward: boolean): number {
  if (offset < 0) {
    if (offset + length >= 0) return offset + length;
    return forward || needle === 0 ? 0 : -1;
  }
  if (offset + needle <= length) return offset;
  if (needle === 0) return length;
  return forward ? -1 : length - 1;
}

function matchesAt(hay: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let index = 0; index < needle.length; index++) if (hay[at + index] !== needle[index]) return false;
  return true;
}

/** Place of `needle`; that of UTF-16 only at even distances. */
function search(
  all: Uint8Array,
  needle: Uint8Array,
  offset: number,
  stride: number,
  forward: boolean,
  end?: number,
): number {
  const hay = end === undefined ? all : all.subarray(0, end);
  const start = startOf(hay.length, offset, needle.length, forward);
  if (needle.length === 0) return start;
  if (start < 0 || hay.length === 0 || needle.length > hay.length) return -1;
  const last = hay.length - needle.length;
  let at = forward ? start : Math.min(start, last);
  if (!forward && stride === 2) at -= at & 1;
  for (; at >= 0 && at <= last; at += forward ? stride : -stride) if (matchesAt(hay, needle, at)) return at;
  return -1;
}

type Find<T> = (
  bytes: Bytes,
  value: T,
  offset: number,
  encoding: number,
  forward: boolean,
  end?: number,
) => number;

const strideOf = (encoding: number): number => (encodingOf(encoding) === 'utf16le' ? 2 : 1);

const indexOfString: Find<string> = (bytes, text, offset, encoding, forward, end) =>
  search(bytesOf(bytes), encoded(text, encodingOf(encoding)), offset, strideOf(encoding), forward, end);

const indexOfBuffer: Find<Bytes> = (bytes, value, offset, encoding, forward, end) =>
  search(bytesOf(bytes), bytesOf(value), offset, strideOf(encoding), forward, end);

function indexOfNumber(bytes: Bytes, value: number, offset: number, forward: boolean, end?: number): number {
  return search(bytesOf(bytes), Uint8Array.of(value), offset, 1, forward, end);
}

const swap =
  (size: number) =>
  (value: Bytes): void => {
    const bytes = bytesOf(value);
    for (let start = 0; start + size <= bytes.length; start += size)
      bytes.subarray(start, start + size).reverse();
  };

function placeOf(value: unknown, fallback: number, limit: number): number {
  const place = value === undefined ? fallback : Math.trunc(Number(value)) || 0;
  if (place < 0 || place > limit) throw nodeError(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range');
  return place;
}

const slice =
  (encoding: Encoding) =>
  (value: Bytes, start?: unknown, end?: unknown): string => {
    const bytes = bytesOf(value);
    const from = placeOf(start, 0, Infinity);
    return readText(bytes, from, Math.max(from, placeOf(end, bytes.length, bytes.length)), encoding);
  };

const write =
  (encoding: Encoding) =>
  (value: Bytes, text: unknown, offset?: unknown, length?: unknown): number => {
    if (typeof text !== 'string')
      throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
    const bytes = bytesOf(value);
    const start = placeOf(offset, 0, Infinity);
    if (start > bytes.length)
      throw nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
    const count = Math.min(placeOf(length, bytes.length - start, Infinity), bytes.length - start);
    return writeText(text, bytes, start, start + count, encoding);
  };

const NOT_LATIN = /[^\0-\xff]/;

/** -1: no character of Latin-1. */
function btoa(text: string): string | number {
  return NOT_LATIN.test(text) ? -1 : readText(encoded(text, 'latin1'), 0, text.length, 'base64');
}

/** -1: a digit too many, -2: another character. */
function atob(text: string): string | number {
  const whole = text.replace(/[\t\n\f\r ]/g, '');
  const digits = whole.length % 4 === 0 ? whole.replace(/={1,2}$/, '') : whole;
  if (/[^A-Za-z0-9+/]/.test(digits)) return digits.includes('=') ? -2 : -1;
  if (digits.length % 4 === 1) return -1;
  const bytes = encoded(digits, 'base64');
  return readText(bytes, 0, bytes.length, 'latin1');
}

export const buffer = {
  byteLengthUtf8: (text: string) => byteLength(text, 'utf8'),
  compare: compareViews,
  ...{ compareOffset, copy, fill, indexOfBuffer, indexOfNumber, indexOfString, atob, btoa },
  isUtf8: (value: Bytes) => isUtf8(bytesOf(value)),
  isAscii: (value: Bytes) => bytesOf(value).every((byte) => byte < 128),
  ...{ swap16: swap(2), swap32: swap(4), swap64: swap(8) },
  ...{ kMaxLength: Number.MAX_SAFE_INTEGER, kStringMaxLength: 536_870_888 },
  ...{
    asciiSlice: slice('ascii'),
    latin1Slice: slice('latin1'),
    hexSlice: slice('hex'),
    utf8Slice: slice('utf8'),
  },
  ...{ base64Slice: slice('base64'), base64urlSlice: slice('base64url'), ucs2Slice: slice('utf16le') },
  ...{
    asciiWriteStatic: write('latin1'),
    latin1WriteStatic: write('latin1'),
    utf8WriteStatic: write('utf8'),
  },
  ...{ base64Write: write('base64'), base64urlWrite: write('base64url') },
  ...{ hexWrite: write('hex'), ucs2Write: write('utf16le') },
  createUnsafeArrayBuffer: (size: number) => new ArrayBuffer(size),
  setDetachKey: () => undefined,
};

/** Places in the state of a decoder. */
const STATE = { missing: 4, buffered: 5, encoding: 6, size: 7 };

function decode(state: Uint8Array, chunk: ArrayBufferView): string {
  const encoding = encodingOf(state[STATE.encoding] ?? 1);
  const [before, added] = [state.subarray(0, state[STATE.buffered]), bytesOf(chunk)];
  const bytes = new Uint8Array(before.length + added.length);
  bytes.set(before);
  bytes.set(added, before.length);
  const [begun, missing] = unfinished(bytes, encoding);
  const end = bytes.length - begun;
  state.set(bytes.subarray(end));
  state[STATE.buffered] = begun;
  state[STATE.missing] = missing;
  return readText(bytes, 0, end, encoding);
}

function flush(state: Uint8Array): string {
  const encoding = encodingOf(state[STATE.encoding] ?? 1);
  const end = state[STATE.buffered] ?? 0;
  state[STATE.buffered] = state[STATE.missing] = 0;
  return readText(state, 0, encoding === 'utf16le' ? end - (end % 2) : end, encoding);
}

export const stringDecoder = {
  encodings: ENCODINGS,
  ...{ kIncompleteCharactersStart: 0, kIncompleteCharactersEnd: 4, kMissingBytes: STATE.missing },
  ...{
    kBufferedBytes: STATE.buffered,
    kEncodingField: STATE.encoding,
    kSize: STATE.size,
    kNumFields: STATE.size,
  },
  ...{ decode, flush },
};
