import { isAscii } from 'node:buffer';
import { decodeName, encodeName, isPlainName } from '../file-names';
import { codingOf, decodedIn, encodedIn, hasMore } from './text-form';

/**
 * A source as programs are made of it, so that every file has exactly one text and comes back from it byte for byte: in the encoding of
 * its coding line, else in UTF-8, where a byte that is none becomes a lone surrogate (U+DC80 to U+DCFF, as in Python's PEP 383).
 */
export function programText(bytes: Uint8Array): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(all)) return all.toString('latin1');
  const coding = otherCoding(all.toString('latin1', 0, 1_000));
  return coding === undefined ? decodeName(all) : (decodedIn(all, coding) ?? escaped(all));
}

/** Encoding of a coding line that is not UTF-8, which is read without one. */
function otherCoding(head: string): string | undefined {
  const coding = codingOf(head);
  return coding === 'utf8' ? undefined : coding;
}

/** Bytes that are not in the encoding that they declare: none beyond ASCII has a letter. */
function escaped(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}

/** The bytes of a program's text: the inverse of `programText`. */
export function programBytes(text: string): Buffer {
  const coding = otherCoding(text);
  return (coding === undefined ? undefined : encodedIn(text, coding)) ?? encodeName(text);
}

/** The text as Node reads a source: each stretch that is no UTF-8 is U+FFFD. */
export function asNodeReads(text: string): string {
  return isPlainName(text) ? text : encodeName(text).toString('utf8');
}

/**
 * The bytes of a program's text that was edited as `programText` gives it; undefined where it holds none of the bytes that are no
 * UTF-8, or others than the file had.
 */
export function rewrittenProgram(bytes: Buffer, text: string): Buffer | undefined {
  return isPlainName(text) || hasMore(programText(bytes), text) ? undefined : programBytes(text);
}
