/** TextEncoder and TextDecoder, and base64 as browsers have it. */
import { brandClasses } from '../node/brand';
import { invalidArgType, nodeError } from '../node/errors';
import { isArrayBuffer } from '../node/kinds';
import { pointAt } from '../node/url-encode';
import { DOMException } from './dom-exception';

/** Characters put together at a time: more are too many arguments. */
const CHUNK = 8_192;

/** Bytes that a code point takes in UTF-8; a lone surrogate those of the replacement character. */
function sizeOf(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/** Bytes of the text in UTF-8. */
function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const size = sizeOf(text.codePointAt(index) ?? 0);
    if (size === 4) index++;
    bytes += size;
  }
  return bytes;
}

/** Writes UTF-8 into `bytes` until it is full; says how much was read and written. */
function encodeInto(text: string, bytes: Uint8Array): { read: number; written: number } {
  let [read, written] = [0, 0];
  while (read < text.length) {
    const point = text.codePointAt(read) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    const size = sizeOf(code);
    if (written + size > bytes.length) break;
    if (size === 1) bytes[written++] = code;
    else {
      bytes[written++] =
        size === 2 ? 0xc0 | (code >> 6) : size === 3 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
      for (let shift = (size - 2) * 6; shift >= 0; shift -= 6)
        bytes[written++] = 0x80 | ((code >> shift) & 63);
    }
    read += point > 0xffff ? 2 : 1;
  }
  return { read, written };
}

export class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }

  encode(input: unknown = ''): Uint8Array {
    const text = `${input as string}`;
    const bytes = new Uint8Array(byteLength(text));
    encodeInto(text, bytes);
    return bytes;
  }

  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    if (typeof text !== 'string') throw invalidArgType('src', 'string', text);
    if (!(target instanceof Uint8Array)) throw invalidArgType('dest', 'Uint8Array', target);
    return encodeInto(text, target);
  }
}

const LABELS: Readonly<Record<string, readonly string[]>> = {
  'utf-8': ['utf-8', 'utf8', 'unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'x-unicode20utf8'],
  'utf-16le': ['utf-16le', 'utf-16', 'ucs-2', 'unicode', 'csunicode', 'iso-10646-ucs-2', 'unicodefeff'],
  'utf-16be': ['utf-16be', 'unicodefffe'],
  'windows-1252': [
    'windows-1252',
    'latin1',
    'ascii',
    'us-ascii',
    'iso-8859-1',
    'iso8859-1',
    'l1',
    'cp1252',
    'x-cp1252',
  ],
};

/** Characters of windows-1252 for the bytes 0x80 to 0x9f. */
const WINDOWS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

interface Decoded {
  text: string;
  /** Bytes at the end that may begin something. */
  rest: number;
  broken: boolean;
}

class Characters {
  private codes: number[] = [];
  private text = '';

  add(code: number): void {
    if (code > 0xffff) {
      this.codes.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
    } else this.codes.push(code);
    if (this.codes.length >= CHUNK) this.flush();
  }

  private flush(): void {
    this.text += String.fromCharCode(...this.codes);
    this.codes = [];
  }

  take(): string {
    this.flush();
    return this.text;
  }
}

function decodeUtf8(bytes: Uint8Array, more: boolean): Decoded {
  const characters = new Characters();
  let broken = false;
  let index = 0;
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80) {
      characters.add(byte);
      index++;
      continue;
    }
    const { point, length, cut } = pointAt(bytes, index);
    if (cut && more) break;
    broken ||= point === 0xfffd && !(length === 3 && byte === 0xef);
    characters.add(point);
    index += length;
  }
  return { text: characters.take(), rest: bytes.length - index, broken };
}

function decodeUtf16(bytes: Uint8Array, more: boolean, big: boolean): Decoded {
  const characters = new Characters();
  let index = 0;
  for (; index + 1 < bytes.length; index += 2) {
    const [low = 0, high = 0] = big ? [bytes[index + 1], bytes[index]] : [bytes[index], bytes[index + 1]];
    const code = low | (high << 8);
    if (more && code >= 0xd800 && code < 0xdc00 && index + 3 >= bytes.length) break;
    characters.add(code);
  }
  const text = characters.take();
  const rest = bytes.length - index;
  const odd = rest > 0 && !more;
  return {
    text: text.toWellFormed() + (odd ? '\ufffd' : ''),
    rest: odd ? 0 : rest,
    broken: odd || !text.isWellFormed(),
  };
}

function decodeWindows(bytes: Uint8Array): Decoded {
  const characters = new Characters();
  for (const byte of bytes)
    characters.add(byte >= 0x80 && byte < 0xa0 ? WINDOWS.charCodeAt(byte - 0x80) : byte);
  return { text: characters.take(), rest: 0, broken: false };
}

function bytesOf(input: unknown): Uint8Array {
  if (isArrayBuffer(input)) return new Uint8Array(input as ArrayBuffer);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  throw invalidArgType('list', ['ArrayBuffer', 'ArrayBufferView'], input);
}

function joinBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right;
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

interface DecoderOptions {
  fatal?: boolean;
  ignoreBOM?: boolean;
}

export class TextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #keepMark: boolean;
  #pending = new Uint8Array(0);
  #begun = false;

  constructor(label: unknown = 'utf-8', options: DecoderOptions = {}) {
    const name = `${label as string}`.trim().toLowerCase();
    const found = Object.keys(LABELS).find((encoding) => LABELS[encoding]?.includes(name));
    if (found === undefined) {
      const message = `The "${`${label as string}`.trim()}" encoding is not supported`;
      throw nodeError(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', message);
    }
    if (typeof options !== 'object' || options === null) throw invalidArgType('options', 'Object', options);
    this.#encoding = found;
    this.#fatal = Boolean(options.fatal);
    this.#keepMark = Boolean(options.ignoreBOM);
  }

  get encoding(): string {
    return this.#encoding;
  }
  get fatal(): boolean {
    return this.#fatal;
  }
  get ignoreBOM(): boolean {
    return this.#keepMark;
  }

  #read(bytes: Uint8Array, more: boolean): Decoded {
    if (this.#encoding === 'utf-8') return decodeUtf8(bytes, more);
    if (this.#encoding === 'windows-1252') return decodeWindows(bytes);
    return decodeUtf16(bytes, more, this.#encoding === 'utf-16be');
  }

  decode(input?: unknown, options: { stream?: boolean } = {}): string {
    const more = Boolean(options?.stream);
    const bytes = joinBytes(this.#pending, input === undefined ? new Uint8Array(0) : bytesOf(input));
    const { text, rest, broken } = this.#read(bytes, more);
    this.#pending = bytes.slice(bytes.length - rest);
    if (broken && this.#fatal) {
      this.#pending = new Uint8Array(0);
      const message = `The encoded data was not valid for encoding ${this.#encoding}`;
      throw nodeError(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', message);
    }
    const marked = !this.#begun && !this.#keepMark && text.startsWith('\ufeff');
    this.#begun = more && (this.#begun || text !== '');
    return marked ? text.slice(1) : text;
  }
}

brandClasses({ TextEncoder, TextDecoder });

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function btoa(...args: unknown[]): string {
  if (args.length === 0)
    throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "input" argument must be specified');
  const text = `${args[0] as string}`;
  if (/[^\0-\xff]/.test(text)) throw new DOMException('Invalid character', 'InvalidCharacterError');
  let output = '';
  for (let index = 0; index < text.length; index += 3) {
    const [a, b, c] = [text.charCodeAt(index), text.charCodeAt(index + 1), text.charCodeAt(index + 2)];
    const bits = (a << 16) | ((b || 0) << 8) | (c || 0);
    output += `${BASE64[bits >> 18]}${BASE64[(bits >> 12) & 63]}`;
    output += Number.isNaN(b) ? '=' : BASE64[(bits >> 6) & 63];
    output += Number.isNaN(c) ? '=' : BASE64[bits & 63];
  }
  return output;
}

export function atob(...args: unknown[]): string {
  if (args.length === 0)
    throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "input" argument must be specified');
  const whole = `${args[0] as string}`.replace(/[\t\n\f\r ]/g, '');
  const text = whole.length % 4 === 0 ? whole.replace(/={1,2}$/, '') : whole;
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text))
    throw new DOMException(
      text.includes('=') ? 'Invalid character' : 'The string to be decoded is not correctly encoded.',
      'InvalidCharacterError',
    );
  const characters = new Characters();
  let [bits, count] = [0, 0];
  for (const character of text) {
    bits = ((bits << 6) | BASE64.indexOf(character)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    characters.add((bits >> count) & 255);
  }
  return characters.take();
}
