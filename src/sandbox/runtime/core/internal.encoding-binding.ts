/** Functions over bytes that Node's TextEncoder and TextDecoder take from C++. */
import { byteLength, isUtf8, readText, unfinished, writeText } from '../buffer/encodings';
import { coded, invalidArgType } from '../node/errors';
import { bytesOf, isArrayBuffer } from '../node/kinds';

/** Characters read, bytes written. */
const encodeIntoResults = new Uint32Array(2);

function encodeInto(text: string, target: Uint8Array): void {
  const written = writeText(text, target, 0, target.length, 'utf8');
  const whole = written === byteLength(text, 'utf8');
  encodeIntoResults.set([whole ? text.length : readText(target, 0, written, 'utf8').length, written]);
}

function encodeUtf8String(text: string): Uint8Array {
  const bytes = new Uint8Array(byteLength(text, 'utf8'));
  writeText(text, bytes, 0, bytes.length, 'utf8');
  return bytes;
}

function inputOf(input: unknown): Uint8Array {
  if (isArrayBuffer(input)) return new Uint8Array(input as ArrayBuffer);
  if (ArrayBuffer.isView(input)) return bytesOf(input);
  throw invalidArgType('list', ['ArrayBuffer', 'ArrayBufferView'], input);
}

/** Node makes it in C++, without the number that its class holds. */
function refused(encoding: string): Error {
  const error = coded('ERR_ENCODING_INVALID_ENCODED_DATA', encoding, undefined);
  Reflect.deleteProperty(error, 'errno');
  return error;
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

function decodeUTF8(input: unknown, ignoreMark: unknown, fatal: unknown): string {
  const bytes = inputOf(input);
  if (fatal && !isUtf8(bytes)) throw refused('utf-8');
  const text = readText(bytes, 0, bytes.length, 'utf8');
  return ignoreMark ? text : withoutMark(text);
}

const FLAGS = { flush: 1, fatal: 2, ignoreMark: 4 };

/** State of a decoder of UTF-16, which its object holds where a program can find it. */
class Converter {
  static {
    Object.freeze(this);
    Object.freeze(this.prototype);
  }
  readonly #flags: number;
  #pending: readonly number[] = [];
  #begun = false;

  constructor(flags: number) {
    this.#flags = flags;
    Object.freeze(this);
  }

  static decode(converter: Converter, input: unknown, flags: number, encoding: string): string {
    return converter.#decode(inputOf(input), (flags & FLAGS.flush) === 0, encoding);
  }

  #decode(added: Uint8Array, more: boolean, encoding: string): string {
    const given = new Uint8Array(this.#pending.length + added.length);
    given.set(this.#pending);
    given.set(added, this.#pending.length);
    const bytes = given.slice();
    if (encoding === 'utf-16be')
      for (let at = 0; at + 1 < bytes.length; at += 2) bytes.subarray(at, at + 2).reverse();
    const [rest] = more ? unfinished(bytes, 'utf16le') : [0];
    const text = readText(bytes, 0, bytes.length - rest, 'utf16le');
    const odd = !more && bytes.length % 2 === 1;
    this.#pending = [];
    if (this.#flags & FLAGS.fatal && (odd || !text.isWellFormed())) throw refused(encoding);
    this.#pending = [...given.subarray(given.length - rest)];
    const first = !this.#begun && !(this.#flags & FLAGS.ignoreMark);
    this.#begun = more && (this.#begun || text !== '');
    return (first ? withoutMark(text) : text).toWellFormed() + (odd ? '\ufffd' : '');
  }
}

export default {
  encoding: { decodeUTF8, encodeInto, encodeIntoResults, encodeUtf8String },
  icu: {
    decode: Converter.decode,
    getConverter: (encoding: string, flags: number) =>
      encoding.startsWith('utf-16') ? new Converter(flags) : undefined,
  },
};
