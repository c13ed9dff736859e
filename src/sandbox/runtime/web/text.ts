/** TextEncoder and TextDecoder. */
import { byteLength, isUtf8, readText, unfinished, writeText } from '../buffer/encodings';
import { brandClasses } from '../node/brand';
import { invalidArgType, nodeError } from '../node/errors';
import { isArrayBuffer } from '../node/kinds';

export class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }

  encode(input: unknown = ''): Uint8Array {
    const text = `${input as string}`;
    const bytes = new Uint8Array(byteLength(text, 'utf8'));
    writeText(text, bytes, 0, bytes.length, 'utf8');
    return bytes;
  }

  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    if (typeof text !== 'string') throw invalidArgType('src', 'string', text);
    if (!(target instanceof Uint8Array)) throw invalidArgType('dest', 'Uint8Array', target);
    const written = writeText(text, target, 0, target.length, 'utf8');
    const whole = written === byteLength(text, 'utf8');
    return { read: whole ? text.length : readText(target, 0, written, 'utf8').length, written };
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

function decodeUtf8(bytes: Uint8Array, more: boolean): Decoded {
  const [rest] = more ? unfinished(bytes, 'utf8') : [0];
  const whole = bytes.subarray(0, bytes.length - rest);
  return { text: readText(whole, 0, whole.length, 'utf8'), rest, broken: !isUtf8(whole) };
}

function decodeUtf16(given: Uint8Array, more: boolean, big: boolean): Decoded {
  const bytes = big ? given.slice() : given;
  if (big) for (let at = 0; at + 1 < bytes.length; at += 2) bytes.subarray(at, at + 2).reverse();
  const [rest] = more ? unfinished(bytes, 'utf16le') : [0];
  const text = readText(bytes, 0, bytes.length - rest, 'utf16le');
  const odd = !more && bytes.length % 2 === 1;
  return { text: text.toWellFormed() + (odd ? '\ufffd' : ''), rest, broken: odd || !text.isWellFormed() };
}

function decodeWindows(bytes: Uint8Array): Decoded {
  const text = readText(bytes, 0, bytes.length, 'latin1');
  const shown = text.replace(/[\x80-\x9f]/g, (control) => WINDOWS.charAt(control.charCodeAt(0) - 0x80));
  return { text: shown, rest: 0, broken: false };
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
