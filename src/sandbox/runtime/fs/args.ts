/** Arguments of functions of node:fs, checked as Node checks them. */
import { Buffer } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { invalidArgType, invalidArgValue, nodeError } from '../node/errors';
import { validateInteger, validateUint32 } from '../node/validate';

/** The path as text. */
export function toPath(value: unknown, name = 'path'): string {
  let path: unknown = value;
  if (typeof value === 'object' && value !== null && typeof (value as { href?: unknown }).href === 'string')
    path = fileURLToPath(value as URL);
  if (value instanceof Uint8Array) path = Buffer.from(value).toString();
  if (typeof path !== 'string') throw invalidArgType(name, ['string', 'Buffer', 'URL'], value);
  if (path.includes('\0'))
    throw invalidArgValue(name, path, 'must be a string, Uint8Array, or URL without null bytes');
  return path;
}

export function toDescriptor(value: unknown): number {
  if (typeof value !== 'number') throw invalidArgType('fd', 'number', value);
  validateInteger(value, 'fd', 0, 2_147_483_647);
  return value;
}

type Options = Record<string, unknown>;

function checkEncoding(encoding: unknown): void {
  if (encoding === undefined || encoding === null || encoding === 'buffer') return;
  if (typeof encoding !== 'string' || !Buffer.isEncoding(encoding))
    throw invalidArgValue('encoding', encoding, 'is invalid encoding');
}

/** Options, of which a text is the encoding. */
export function toOptions(value: unknown, defaults: Options = {}): Options {
  if (value === undefined || value === null || typeof value === 'function') return defaults;
  if (typeof value !== 'string' && typeof value !== 'object')
    throw invalidArgType('options', ['string', 'Object'], value);
  const options = typeof value === 'string' ? { encoding: value } : (value as Options);
  checkEncoding(options.encoding);
  return { ...defaults, ...options };
}

const FLAGS: Readonly<Record<string, number>> = {
  r: 0,
  rs: 0,
  sr: 0,
  'r+': 2,
  'rs+': 2,
  'sr+': 2,
  w: 0o1101,
  wx: 0o1301,
  xw: 0o1301,
  'w+': 0o1102,
  'wx+': 0o1302,
  'xw+': 0o1302,
  a: 0o2101,
  ax: 0o2301,
  xa: 0o2301,
  as: 0o2101,
  sa: 0o2101,
  'a+': 0o2102,
  'ax+': 0o2302,
  'xa+': 0o2302,
  'as+': 0o2102,
  'sa+': 0o2102,
};

export const OPEN = {
  write: 1,
  both: 2,
  create: 0o100,
  exclusive: 0o200,
  truncate: 0o1000,
  append: 0o2000,
  folder: 0o200000,
};

export function toFlags(value: unknown, name = 'flags'): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number') {
    validateInteger(value, name, -(2 ** 31), 2 ** 31 - 1);
    return value;
  }
  const flags = typeof value === 'string' && Object.hasOwn(FLAGS, value) ? FLAGS[value] : undefined;
  if (flags === undefined) throw invalidArgValue(name, value);
  return flags;
}

/** A mode as number or octal text. */
export function toMode(value: unknown, name: string, fallback?: number): number {
  if ((value === undefined || value === null) && fallback !== undefined) return fallback;
  let mode: unknown = value;
  if (typeof value === 'string') {
    if (!/^[0-7]+$/.test(value))
      throw invalidArgValue(name, value, 'must be a 32-bit unsigned integer or an octal string');
    mode = parseInt(value, 8);
  }
  validateUint32(mode, name);
  return mode;
}

/** Mode that an `access` asks about. */
export function toAccessMode(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number') throw invalidArgType('mode', 'integer', value);
  if (!Number.isInteger(value) || value < 0 || value > 7)
    throw nodeError(RangeError, 'ERR_OUT_OF_RANGE', 'mode is out of range: >= 0 && <= 7');
  return value;
}

/** Milliseconds of a time that is given in seconds or as a date. */
export function toTime(value: unknown): number {
  if (typeof value === 'string' && Number.isFinite(Number(value)) && value.trim() !== '')
    return Number(value) * 1_000;
  if (typeof value === 'number' && Number.isFinite(value))
    return value < 0 ? sandboxHost.now() : value * 1_000;
  const time = value instanceof Date ? value.getTime() : undefined;
  if (time === undefined) throw invalidArgType('time', ['Date', 'Time in seconds'], value);
  return time;
}

/** Bytes to write. */
export function toBytes(data: unknown, encoding: unknown, name = 'data'): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, (encoding ?? 'utf8') as BufferEncoding);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw invalidArgType(name, ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

/** Text in the encoding, or a buffer where none is named. */
export function encoded(bytes: Uint8Array, encoding: unknown): string | Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const named = encoding !== undefined && encoding !== null && encoding !== 'buffer';
  return named ? buffer.toString(encoding as BufferEncoding) : buffer;
}

/** A name of a file: text unless a buffer was asked for. */
export function encodedName(name: string, encoding: unknown): string | Buffer {
  if (encoding === 'buffer') return Buffer.from(name);
  const named = encoding !== undefined && encoding !== null && encoding !== 'utf8';
  return named ? Buffer.from(name).toString(encoding as BufferEncoding) : name;
}
