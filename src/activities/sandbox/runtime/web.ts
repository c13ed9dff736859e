/** Small versions of the web's globals that Node has and a bare isolate lacks. */

/** A deep copy of plain data, with cycles; functions and symbols are refused. */
export function structuredClone(value: unknown): unknown {
  return cloneValue(value, new Map());
}

function dataCloneError(value: unknown): Error {
  const error = new Error(`${typeof value === 'symbol' ? String(value) : typeof value} could not be cloned.`);
  error.name = 'DataCloneError';
  return error;
}

function cloneValue(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw dataCloneError(value);
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  const copy = emptyCopy(value);
  seen.set(value, copy);
  if (value instanceof Map) {
    for (const [key, item] of value)
      (copy as Map<unknown, unknown>).set(cloneValue(key, seen), cloneValue(item, seen));
  } else if (value instanceof Set) {
    for (const item of value) (copy as Set<unknown>).add(cloneValue(item, seen));
  } else if (Array.isArray(value) || isPlain(value)) {
    for (const key of Object.keys(value)) {
      (copy as Record<string, unknown>)[key] = cloneValue((value as Record<string, unknown>)[key], seen);
    }
  }
  return copy;
}

/** Objects whose own enumerable properties are copied. */
function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function emptyCopy(value: object): object {
  if (Array.isArray(value)) return new Array<unknown>(value.length);
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice();
  if (value instanceof Error) return copyError(value);
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
    throw dataCloneError(value);
  return {};
}

function copyError(error: Error): Error {
  const types = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
  const type = types.find((candidate) => error instanceof candidate) ?? Error;
  const copy = new type(error.message);
  Object.defineProperty(copy, 'stack', { value: error.stack, writable: true, configurable: true });
  return copy;
}

export class TextEncoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    const bytes: number[] = [];
    for (const character of String(text)) {
      const code = character.codePointAt(0) ?? 0;
      const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
      if (point < 0x80) bytes.push(point);
      else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
      else if (point < 0x10000)
        bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
      else
        bytes.push(
          0xf0 | (point >> 18),
          0x80 | ((point >> 12) & 63),
          0x80 | ((point >> 6) & 63),
          0x80 | (point & 63),
        );
    }
    return Uint8Array.from(bytes);
  }
}

export class TextDecoder {
  readonly encoding = 'utf-8';

  decode(input?: ArrayBuffer | Uint8Array): string {
    if (!input) return '';
    const bytes = input instanceof ArrayBuffer ? new Uint8Array(input) : input;
    const parts: string[] = [];
    for (let index = 0; index < bytes.length;) {
      const { point, length } = decodePoint(bytes, index);
      parts.push(String.fromCodePoint(point));
      index += length;
    }
    return parts.join('');
  }
}

/** The code point at `index`; one byte that begins none gives the replacement character. */
function decodePoint(bytes: Uint8Array, index: number): { point: number; length: number } {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return { point: first, length: 1 };
  const length =
    first >= 0xf0 && first < 0xf5
      ? 4
      : first >= 0xe0 && first < 0xf0
        ? 3
        : first >= 0xc2 && first < 0xe0
          ? 2
          : 0;
  let point = length === 0 ? 0 : first & (0x7f >> length);
  for (let offset = 1; offset < length; offset++) {
    const next = bytes[index + offset] ?? 0;
    if ((next & 0xc0) !== 0x80) return { point: 0xfffd, length: 1 };
    point = (point << 6) | (next & 63);
  }
  return length === 0 || point > 0x10ffff ? { point: 0xfffd, length: 1 } : { point, length };
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function btoa(input: unknown): string {
  const text = String(input);
  let output = '';
  for (let index = 0; index < text.length; index += 3) {
    const codes = [0, 1, 2].map((offset) => text.charCodeAt(index + offset));
    if (codes.some((code) => code > 255)) throw new Error('Invalid character');
    const [a = 0, b = NaN, c = NaN] = codes;
    const bits = (a << 16) | ((b || 0) << 8) | (c || 0);
    output += `${BASE64[bits >> 18]}${BASE64[(bits >> 12) & 63]}`;
    output += Number.isNaN(b) ? '=' : BASE64[(bits >> 6) & 63];
    output += Number.isNaN(c) ? '=' : BASE64[bits & 63];
  }
  return output;
}

export function atob(input: unknown): string {
  const text = String(input)
    .replace(/[\t\n\f\r ]/g, '')
    .replace(/={1,2}$/, '');
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text))
    throw new Error('The string to be decoded is not correctly encoded.');
  let output = '';
  let bits = 0;
  let count = 0;
  for (const character of text) {
    bits = ((bits << 6) | BASE64.indexOf(character)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    output += String.fromCharCode((bits >> count) & 255);
  }
  return output;
}
