/** node:string_decoder: bytes that come in pieces to text, without breaking characters. */
import { invalidArgType } from '../node/errors';
import { pointAt } from '../node/url-encode';
import { readText } from './encodings';
import type { Encoding } from './encodings';
import { requireEncoding } from './make';

/** Bytes at the end that only begin a character. */
function unfinished(bytes: Uint8Array, encoding: Encoding): number {
  const { length } = bytes;
  switch (encoding) {
    case 'utf8':
      for (let back = Math.min(3, length); back > 0; back--) {
        const first = bytes[length - back] ?? 0;
        if (first >= 0xc2 && pointAt(bytes, length - back).cut) return back;
      }
      return 0;
    case 'utf16le': {
      const odd = length % 2;
      const high = bytes[length - odd - 1] ?? 0;
      return length - odd >= 2 && high >= 0xd8 && high <= 0xdb ? odd + 2 : odd;
    }
    case 'base64':
    case 'base64url':
      return length % 3;
    default:
      return 0;
  }
}

function bytesOf(value: unknown): Uint8Array {
  if (!ArrayBuffer.isView(value)) throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], value);
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** Node's class may also be called by old code that inherits from it. */
export interface StringDecoder {
  encoding: Encoding;
  write(chunk: unknown): string;
  end(chunk?: unknown): string;
  text(chunk: Uint8Array, offset: number): string;
}

const pending = new WeakMap<object, Uint8Array>();

export const StringDecoder = function StringDecoder(this: StringDecoder, encoding?: unknown): void {
  this.encoding = requireEncoding(encoding);
  pending.set(this, new Uint8Array(0));
} as unknown as { new (encoding?: unknown): StringDecoder; prototype: StringDecoder };

StringDecoder.prototype.write = function write(chunk) {
  if (typeof chunk === 'string') return chunk;
  const bytes = bytesOf(chunk);
  const before = pending.get(this) ?? new Uint8Array(0);
  const joined = new Uint8Array(before.length + bytes.length);
  joined.set(before);
  joined.set(bytes, before.length);
  const end = joined.length - unfinished(joined, this.encoding);
  pending.set(this, joined.slice(end));
  return readText(joined, 0, end, this.encoding);
};

StringDecoder.prototype.end = function end(chunk) {
  const text = chunk === undefined ? '' : this.write(chunk);
  const rest = pending.get(this) ?? new Uint8Array(0);
  pending.set(this, new Uint8Array(0));
  return text + readText(rest, 0, rest.length, this.encoding);
};

StringDecoder.prototype.text = function text(chunk, offset) {
  pending.set(this, new Uint8Array(0));
  return this.write(chunk.subarray(offset));
};

for (const [name, read] of Object.entries({
  lastChar: (bytes: Uint8Array) => bytes,
  lastNeed: (bytes: Uint8Array) => bytes.length,
  lastTotal: (bytes: Uint8Array) => bytes.length,
})) {
  Object.defineProperty(StringDecoder.prototype, name, {
    get(this: object) {
      return read(pending.get(this) ?? new Uint8Array(0));
    },
    configurable: true,
    enumerable: true,
  });
}
