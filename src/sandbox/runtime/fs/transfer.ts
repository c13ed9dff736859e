/** `fs.read` and `fs.write` with all the ways to say what is to be moved where. */
import { Buffer } from 'node:buffer';
import { invalidArgType, outOfRange } from '../node/errors';
import { validateInteger } from '../node/validate';
import type { Descriptors } from './descriptors';

interface Part {
  bytes: Uint8Array;
  position: number | null;
}

interface ReadOptions {
  buffer?: unknown;
  offset?: unknown;
  length?: unknown;
  position?: unknown;
}

function bytesOf(buffer: unknown): Uint8Array {
  if (!ArrayBuffer.isView(buffer))
    throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

export function toPosition(value: unknown): number | null {
  if (value === undefined || value === null || value === -1 || value === -1n) return null;
  if (typeof value === 'bigint') return Number(value);
  validateInteger(value, 'position', -1);
  return value;
}

function sliceOf(buffer: unknown, offset: unknown, length: unknown): Uint8Array {
  const bytes = bytesOf(buffer);
  const start = offset ?? 0;
  validateInteger(start, 'offset', 0);
  const count = length ?? bytes.length - start;
  validateInteger(count, 'length');
  if (start > bytes.length) throw outOfRange('offset', `<= ${bytes.length}`, start);
  if (count < 0) throw outOfRange('length', '>= 0', count);
  if (count > bytes.length - start) throw outOfRange('length', `<= ${bytes.length - start}`, count);
  return bytes.subarray(start, start + count);
}

/** Arguments after the descriptor of a read: a buffer with places, or an object of them. */
export function toRead(args: readonly unknown[]): Part & { buffer: unknown } {
  const [first, second] = args;
  const inOptions =
    first === undefined || first === null || (typeof first === 'object' && !ArrayBuffer.isView(first));
  let options: ReadOptions;
  if (inOptions) options = first ?? {};
  else if (typeof second === 'object' && second !== null)
    options = { ...(second as ReadOptions), buffer: first };
  else options = { buffer: first, offset: second, length: args[2], position: args[3] };
  const buffer = options.buffer ?? Buffer.alloc(16_384);
  return {
    buffer,
    bytes: sliceOf(buffer, options.offset, options.length),
    position: toPosition(options.position),
  };
}

/** Arguments after the descriptor of a write: a text with position and encoding, or a buffer with places. */
export function toWrite(args: readonly unknown[]): Part {
  const [data, second, third, fourth] = args;
  if (typeof data === 'string') {
    const encoding = (third ?? 'utf8') as BufferEncoding;
    return { bytes: Buffer.from(data, encoding), position: toPosition(second) };
  }
  if (!ArrayBuffer.isView(data))
    throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  if (typeof second === 'object' && second !== null) {
    const { offset, length, position } = second as ReadOptions;
    return { bytes: sliceOf(data, offset, length), position: toPosition(position) };
  }
  return { bytes: sliceOf(data, second, third), position: toPosition(fourth) };
}

export function toBuffers(value: unknown): Uint8Array[] {
  if (!Array.isArray(value)) throw invalidArgType('buffers', 'ArrayBufferView[]', value);
  return value.map((item) => {
    if (!ArrayBuffer.isView(item)) throw invalidArgType('buffers', 'ArrayBufferView[]', value);
    return bytesOf(item);
  });
}

/** Reads into one buffer after the other, until one stays unfilled. */
export function readAll(
  descriptors: Descriptors,
  fd: number,
  buffers: readonly Uint8Array[],
  position: number | null,
): number {
  let total = 0;
  for (const buffer of buffers) {
    const count = descriptors.read(fd, buffer, position === null ? null : position + total);
    total += count;
    if (count < buffer.length) break;
  }
  return total;
}

export function writeAll(
  descriptors: Descriptors,
  fd: number,
  buffers: readonly Uint8Array[],
  position: number | null,
): number {
  let total = 0;
  for (const buffer of buffers)
    total += descriptors.write(fd, buffer, position === null ? null : position + total);
  return total;
}
