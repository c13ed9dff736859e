import { type Find, type Span, readEscapes } from './readings';

/** Shorter values are words of the language; replacing them would maul texts and hide nothing. */
const SHORTEST = 6;
/** Characters of a form that are hashed; the rest is compared. */
const LONGEST_WINDOW = 32;
const FACTOR = 0x01000193;
/** Bits of the table that tells most windows apart from all forms without a look-up. */
const FILTER_BITS = 14;
/** Longest beginning of a secret that is looked for where a text was cut. */
const LONGEST_CUT = 256;
/** Shortest beginning of a secret that is looked for where a text was cut. */
const SHORTEST_CUT = 8;

interface Form {
  text: string;
  hash: number;
}

/** Forms that begin with a window of the same length, by the hash of the window. */
interface Window {
  length: number;
  filter: Uint8Array;
  forms: Map<number, Form[]>;
}

/**
 * Finds given secrets in all forms in which they are written, and their beginnings at the end of a cut text. It
 * compares hashes, so the cost hardly depends on the number of secrets, or on how much they resemble the text.
 */
export function knownSpans(secrets: readonly string[]): Find {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST);
  const windows = windowsOf([...new Set(known.flatMap(writtenForms))]);
  if (windows.length === 0) return () => [];
  const powers = powersUpTo(Math.max(...windows.flatMap(({ forms }) => lengthsOf(forms))));
  const cuts = cutsOf(known);
  const longest = Math.min(LONGEST_CUT, Math.max(...known.map(({ length }) => length)));
  return (text) => {
    const hashes = prefixHashes(text);
    const hashAt = (at: number, length: number) =>
      ((hashes[at + length] ?? 0) - Math.imul(hashes[at] ?? 0, powers[length] ?? 0)) | 0;
    return [
      ...windows.flatMap((window) => matches(text, window, hashAt)),
      ...cutSecret(text, cuts, longest, hashAt),
    ];
  };
}

type HashAt = (at: number, length: number) => number;

function windowsOf(texts: readonly string[]): Window[] {
  const windows = new Map<number, Window>();
  // Longest first: a secret may begin with another.
  for (const text of texts.toSorted((a, b) => b.length - a.length)) {
    const length = Math.min(text.length, LONGEST_WINDOW);
    if (length < SHORTEST) continue;
    let window = windows.get(length);
    if (!window) {
      window = { length, filter: new Uint8Array(1 << FILTER_BITS), forms: new Map<number, Form[]>() };
      windows.set(length, window);
    }
    const begin = hashOf(text, length);
    const form = { text, hash: length === text.length ? begin : hashOf(text, text.length) };
    const same = window.forms.get(begin);
    if (same) same.push(form);
    else window.forms.set(begin, [form]);
    window.filter[bucket(begin)] = 1;
  }
  return [...windows.values()];
}

function lengthsOf(forms: ReadonlyMap<number, Form[]>): number[] {
  return [...forms.values()].map(([longest]) => longest?.text.length ?? 0);
}

function powersUpTo(last: number): Int32Array {
  const powers = new Int32Array(last + 1).fill(1);
  for (let exponent = 1; exponent <= last; exponent += 1)
    powers[exponent] = Math.imul(powers[exponent - 1] ?? 1, FACTOR);
  return powers;
}

function hashOf(text: string, length: number): number {
  let hash = 0;
  for (let at = 0; at < length; at += 1) hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Hash of the first n characters, for each n. */
function prefixHashes(text: string): Int32Array {
  const hashes = new Int32Array(text.length + 1);
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
    hashes[at + 1] = hash;
  }
  return hashes;
}

function bucket(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - FILTER_BITS);
}

function matches(text: string, { length, filter, forms }: Window, hashAt: HashAt): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + length <= text.length; at += 1) {
    const hash = hashAt(at, length);
    if (filter[bucket(hash)] === 0) continue;
    const form = forms
      .get(hash)
      ?.find((one) => hashAt(at, one.text.length) === one.hash && text.startsWith(one.text, at));
    if (form === undefined) continue;
    spans.push({ start: at, end: at + form.text.length });
    at += form.text.length - 1;
  }
  return spans;
}

function cutsOf(secrets: readonly string[]): Map<number, string> {
  const cuts = new Map<number, string>();
  for (const secret of secrets) {
    let hash = hashOf(secret, SHORTEST_CUT - 1);
    for (let at = SHORTEST_CUT - 1; at < Math.min(secret.length, LONGEST_CUT) - 1; at += 1) {
      hash = (Math.imul(hash, FACTOR) + secret.charCodeAt(at)) | 0;
      cuts.set(hash, secret.slice(0, at + 1));
    }
  }
  return cuts;
}

/** The beginning of a secret at the end of a text, or before the dots that end an excerpt. */
function cutSecret(text: string, cuts: ReadonlyMap<number, string>, longest: number, hashAt: HashAt): Span[] {
  const dots = text.lastIndexOf('…');
  const ends = [text.length, dots, text.charAt(dots - 1) === '\n' ? dots - 1 : dots];
  return ends.flatMap((end) => {
    for (let length = Math.min(longest, end); length >= SHORTEST_CUT; length -= 1) {
      const cut = cuts.get(hashAt(end - length, length));
      if (cut !== undefined && text.startsWith(cut, end - length)) return [{ start: end - length, end }];
    }
    return [];
  });
}

/** Shortest line of a secret of several lines that is looked for on its own. */
const SHORTEST_LINE = 12;
/** Shortest piece of an encoding that is searched for: shorter ones occur in texts by chance. */
const SHORTEST_ENCODED = 10;

/** A secret as it is written in texts: plain, as bytes, in base64 and in hex; of several lines each. Escapes are read before. */
function writtenForms(secret: string): string[] {
  const bytes = utf8(secret);
  const encoded = [...base64Forms(bytes), hex(bytes), hex(bytes).toUpperCase()];
  const lines = secret.includes('\n') ? secret.split('\n').map((line) => line.trim()) : [];
  return [
    secret,
    bytes.map((byte) => String.fromCharCode(byte)).join(''),
    // Of a secret with escapes of its own these are read with those around it.
    readEscapes(secret),
    readEscapes(readEscapes(secret)),
    // Of addresses.
    secret.replaceAll(' ', '+'),
    ...[' ', ',', ', '].map((between) => bytes.join(between)),
    bytes.map((byte) => hex([byte])).join(' '),
    ...encoded.filter(({ length }) => length >= SHORTEST_ENCODED),
    ...lines.filter(({ length }) => length >= SHORTEST_LINE),
  ];
}

function utf8(text: string): number[] {
  return [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) return [code];
    if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
    if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
    return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  });
}

function hex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Digits of the bytes in base64, in both alphabets, at each of the three offsets within a group. Surrounding text, as
 * in `user:password`, changes only the digits at the edges, which are left out.
 */
function base64Forms(bytes: readonly number[]): string[] {
  const standard = [0, 1, 2].map((shift) => {
    const bits = bytes.length * 8;
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor((shift * 8 + bits) / 6);
    let form = '';
    for (let digit = first; digit < last; digit += 1)
      form += ALPHABET.charAt(sextet(bytes, digit * 6 - shift * 8));
    return form;
  });
  return [...standard, ...standard.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Six bits of the bytes, from this bit on. */
function sextet(bytes: readonly number[], bit: number): number {
  const byte = bit >> 3;
  const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
  return (pair >> (10 - (bit & 7))) & 63;
}
