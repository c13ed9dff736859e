/** Bytes that functions of node:crypto take and give. */
import { Buffer } from 'node:buffer';
import { invalidArgType } from '../node/errors';
import { isArrayBuffer } from '../node/kinds';

/** The bytes of anything that holds some; undefined for what holds none. */
export function viewBytes(value: unknown): Uint8Array | undefined {
  if (isArrayBuffer(value)) return new Uint8Array(value as ArrayBuffer);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return undefined;
}

/** Bytes of a text in an encoding, or of what holds some. */
export function bytesOf(
  value: unknown,
  name: string,
  expected: readonly string[],
  encoding?: string,
): Uint8Array {
  const known = encoding !== undefined && encoding !== 'buffer' && Buffer.isEncoding(encoding);
  const bytes = typeof value === 'string' ? Buffer.from(value, known ? encoding : 'utf8') : viewBytes(value);
  if (!bytes) throw invalidArgType(name, expected, value);
  return bytes;
}

export const DATA = ['string', 'Buffer', 'TypedArray', 'DataView'];
export const SECRET = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
export const KEY = [...SECRET, 'KeyObject', 'CryptoKey'];

/** As a buffer, or as text where an encoding is named. */
export function encode(bytes: Uint8Array, encoding?: unknown): Buffer | string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = typeof encoding === 'string' && encoding !== 'buffer' && Buffer.isEncoding(encoding);
  return text ? buffer.toString(encoding) : buffer;
}
