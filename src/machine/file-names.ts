import { isUtf8 } from 'node:buffer';

// File names are bytes. A byte that is no part of valid UTF-8 becomes the lone surrogate U+DC80 to U+DCFF, which
// no valid UTF-8 decodes to: every name has exactly one string, and valid names look as they are.
const ESCAPE = 0xdc00;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const ESCAPED = /([\udc80-\udcff])/u;

/** The string of a file name's bytes. */
export function decodeName(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return Buffer.from(bytes).toString('utf8');
  const parts: string[] = [];
  let start = 0;
  const take = (end: number): void => {
    if (end > start) parts.push(Buffer.from(bytes.subarray(start, end)).toString('utf8'));
  };
  for (let at = 0; at < bytes.length;) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    take(at);
    parts.push(String.fromCharCode(ESCAPE + (bytes[at] ?? 0)));
    at += 1;
    start = at;
  }
  take(bytes.length);
  return parts.join('');
}

/** True if a name stands for itself: no byte of it had to be escaped. */
export function isPlainName(name: string): boolean {
  return !LONE_SURROGATE.test(name);
}

/** The bytes of a name's string: the inverse of `decodeName`. */
export function encodeName(name: string): Buffer {
  if (isPlainName(name)) return Buffer.from(name, 'utf8');
  const parts = name.split(ESCAPED).map((part) => {
    const code = part.length === 1 ? part.charCodeAt(0) - ESCAPE : 0;
    return code >= 0x80 && code <= 0xff ? Buffer.from([code]) : Buffer.from(part, 'utf8');
  });
  return Buffer.concat(parts);
}

/** Length of the valid UTF-8 sequence that starts at `at`; 0 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

// Below the surrogates, UTF-16 order and UTF-8 byte order are the same.
const ODD = /[\ud800-\uffff]/;

/** Orders names by their bytes. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  if (!ODD.test(a) && !ODD.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(encodeName(a), encodeName(b));
}

/** Orders paths by their parts' bytes: a folder stands directly before what it holds. */
export function comparePaths(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = compareNames(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
