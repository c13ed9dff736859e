/** Functions over bytes that Node's TextEncoder and TextDecoder take from C++. */
import { byteLength, isUtf8, readText, writeText } from '../buffer/encodings';
import { coded, invalidArgType, refusal } from '../node/errors';
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

export default {
  encoding: { decodeUTF8, encodeInto, encodeIntoResults, encodeUtf8String },
  icu: {
    getConverter: (encoding: string): never => refusal(`A decoder of ${encoding}`)(),
    transcode: refusal('buffer.transcode()'),
  },
};
