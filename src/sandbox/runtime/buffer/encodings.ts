/** Texts to bytes and back, in the encodings that Node knows. */
import { pointAt } from '../node/utf8';

export type Encoding = 'utf8' | 'utf16le' | 'latin1' | 'ascii' | 'base64' | 'base64url' | 'hex';

/** Characters put together at a time: more are too many arguments. */
const CHUNK = 4_096;

/** Text of character codes, made in pieces. */
class Text {
  private codes: number[] = [];
  private text = '';

  add(code: number): void {
    this.codes.push(code);
    if (this.codes.length === CHUNK) this.flush();
  }

  addPoint(point: number): void {
    if (point > 0xffff) this.add(0xd800 + ((point - 0x10000) >> 10));
    this.add(point > 0xffff ? 0xdc00 + ((point - 0x10000) & 0x3ff) : point);
  }

  private flush(): void {
    this.text += String.fromCharCode.apply(null, this.codes);
    this.codes = [];
  }

  take(): string {
    this.flush();
    return this.text;
  }
}

function utf8Size(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** The code point at `index`; half of a pair counts as the replacement character. */
function wellFormedAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0xd800 || code > 0xdfff) return code;
  const point = text.codePointAt(index) ?? 0;
  return point > 0xffff ? point : 0xfffd;
}

function utf8Length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const point = wellFormedAt(text, index);
    length += utf8Size(point);
    if (point > 0xffff) index++;
  }
  return length;
}

/** Writes whole characters only; returns the number of bytes. */
function writeUtf8(text: string, target: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let index = 0; index < text.length; index++) {
    const point = wellFormedAt(text, index);
    const size = utf8Size(point);
    if (at + size > end) break;
    if (size === 1) target[at++] = point;
    else {
      target[at++] =
        size === 2 ? 0xc0 | (point >> 6) : size === 3 ? 0xe0 | (point >> 12) : 0xf0 | (point >> 18);
      for (let shift = (size - 2) * 6; shift >= 0; shift -= 6) target[at++] = 0x80 | ((point >> shift) & 63);
    }
    if (point > 0xffff) index++;
  }
  return at - start;
}

function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  const text = new Text();
  const part = end === bytes.length ? bytes : bytes.subarray(0, end);
  for (let index = start; index < end;) {
    const byte = part[index] ?? 0;
    if (byte < 0x80) {
      text.add(byte);
      index++;
      continue;
    }
    const { point, length } = pointAt(part, index);
    text.addPoint(point);
    index += length;
  }
  return text.take();
}

function writeUtf16(text: string, target: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let index = 0; index < text.length && at + 2 <= end; index++) {
    const code = text.charCodeAt(index);
    target[at++] = code & 255;
    target[at++] = code >> 8;
  }
  return at - start;
}

function writeLatin1(text: string, target: Uint8Array, start: number, end: number): number {
  const count = Math.min(text.length, end - start);
  for (let index = 0; index < count; index++) target[start + index] = text.charCodeAt(index) & 255;
  return count;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Stops at the first pair that is no number. */
function writeHex(text: string, target: Uint8Array, start: number, end: number): number {
  const count = Math.min(text.length >> 1, end - start);
  for (let index = 0; index < count; index++) {
    const high = hexDigit(text.charCodeAt(index * 2));
    const low = hexDigit(text.charCodeAt(index * 2 + 1));
    if (high < 0 || low < 0) return index;
    target[start + index] = high * 16 + low;
  }
  return count;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const STANDARD = `${ALPHABET}+/`;
const URL_SAFE = `${ALPHABET}-_`;

const DIGITS = new Int8Array(128).fill(-1);
for (const alphabet of [STANDARD, URL_SAFE])
  for (let digit = 0; digit < 64; digit++) DIGITS[alphabet.charCodeAt(digit)] = digit;

/** Takes both alphabets; skips what is in neither, up to the padding. */
function writeBase64(text: string, target: Uint8Array, start: number, end: number): number {
  let [bits, count, at] = [0, 0, start];
  for (let index = 0; index < text.length && at < end; index++) {
    const code = text.charCodeAt(index);
    if (code === 61) break;
    const digit = code < 128 ? (DIGITS[code] ?? -1) : -1;
    if (digit < 0) continue;
    bits = ((bits << 6) | digit) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    target[at++] = (bits >> count) & 255;
  }
  return at - start;
}

function decodeBase64(bytes: Uint8Array, start: number, end: number, safe: boolean): string {
  const alphabet = safe ? URL_SAFE : STANDARD;
  const text = new Text();
  const add = (digit: number): void => text.add(alphabet.charCodeAt(digit));
  for (let index = start; index < end; index += 3) {
    const left = end - index;
    const bits =
      ((bytes[index] ?? 0) << 16) |
      ((left > 1 ? (bytes[index + 1] ?? 0) : 0) << 8) |
      (left > 2 ? (bytes[index + 2] ?? 0) : 0);
    add(bits >> 18);
    add((bits >> 12) & 63);
    if (left > 1) add((bits >> 6) & 63);
    else if (!safe) text.add(61);
    if (left > 2) add(bits & 63);
    else if (!safe) text.add(61);
  }
  return text.take();
}

/** Bytes that a text takes at most: exact but for base64 with characters that are skipped. */
export function byteLength(text: string, encoding: Encoding): number {
  switch (encoding) {
    case 'utf8':
      return utf8Length(text);
    case 'utf16le':
      return text.length * 2;
    case 'latin1':
    case 'ascii':
      return text.length;
    case 'hex':
      return text.length >>> 1;
    default: {
      let { length } = text;
      if (length > 0 && text.charCodeAt(length - 1) === 61) length--;
      if (length > 1 && text.charCodeAt(length - 1) === 61) length--;
      return (length * 3) >>> 2;
    }
  }
}

/** Writes as many whole characters as fit; returns the number of bytes. */
export function writeText(
  text: string,
  target: Uint8Array,
  start: number,
  end: number,
  encoding: Encoding,
): number {
  switch (encoding) {
    case 'utf8':
      return writeUtf8(text, target, start, end);
    case 'utf16le':
      return writeUtf16(text, target, start, end);
    case 'latin1':
    case 'ascii':
      return writeLatin1(text, target, start, end);
    case 'hex':
      return writeHex(text, target, start, end);
    default:
      return writeBase64(text, target, start, end);
  }
}

export function readText(bytes: Uint8Array, start: number, end: number, encoding: Encoding): string {
  const text = new Text();
  switch (encoding) {
    case 'utf8':
      return decodeUtf8(bytes, start, end);
    case 'utf16le':
      for (let index = start; index + 1 < end; index += 2)
        text.add((bytes[index] ?? 0) | ((bytes[index + 1] ?? 0) << 8));
      return text.take();
    case 'latin1':
      for (let index = start; index < end; index++) text.add(bytes[index] ?? 0);
      return text.take();
    case 'ascii':
      for (let index = start; index < end; index++) text.add((bytes[index] ?? 0) & 127);
      return text.take();
    case 'hex': {
      const parts: string[] = [];
      for (let index = start; index < end; index++) parts.push(HEX[bytes[index] ?? 0] ?? '');
      return parts.join('');
    }
    default:
      return decodeBase64(bytes, start, end, encoding === 'base64url');
  }
}

export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const { point, length } = pointAt(bytes, at);
    if (point === 0xfffd && !(length === 3 && bytes[at] === 0xef)) return false;
    at += length;
  }
  return true;
}

/** Bytes at the end that only begin a character, and how many the character lacks. */
export function unfinished(bytes: Uint8Array, encoding: Encoding): [begun: number, missing: number] {
  const { length } = bytes;
  if (encoding === 'base64' || encoding === 'base64url')
    return length % 3 === 0 ? [0, 0] : [length % 3, 3 - (length % 3)];
  if (encoding === 'utf16le') {
    const odd = length % 2;
    const high = bytes[length - odd - 1] ?? 0;
    const pair = length - odd >= 2 && high >= 0xd8 && high <= 0xdb;
    return pair ? [odd + 2, 2 - odd] : [odd, odd];
  }
  for (let back = encoding === 'utf8' ? Math.min(3, length) : 0; back > 0; back--) {
    const first = bytes[length - back] ?? 0;
    const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first >= 0xc2 && pointAt(bytes, length - back).cut) return [back, size - back];
  }
  return [0, 0];
}
