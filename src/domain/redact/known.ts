import type { Find, Span } from './spans';
import { writtenForms } from './written-forms';

/** Shorter values are words of the language; replacing them would maul texts and hide nothing. */
const SHORTEST = 6;
/** Characters of a form that are hashed; the rest is compared. */
const LONGEST_WINDOW = 32;
const FACTOR = 0x01000193;
/** Bits of the table that tells most windows apart from all forms without a look-up. */
const FILTER_BITS = 16;

/** Forms that begin with a window of the same length, by the hash of the window. */
interface Window {
  length: number;
  /** FACTOR to the power of the length. */
  power: number;
  filter: Uint8Array;
  forms: Map<number, string[]>;
}

/**
 * Finds given secrets wherever they stand, in all forms in which they are written. Windows of the text are compared by
 * rolling hashes, so the cost does not depend on how many secrets there are, nor on what they share with the text.
 */
export function knownSpans(secrets: readonly string[]): Find {
  const windows = windowsOf(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(writtenForms));
  return (text) => {
    if (windows.length === 0) return [];
    const hashes = prefixHashes(text);
    return windows.flatMap((window) => matches(text, hashes, window));
  };
}

function windowsOf(forms: readonly string[]): Window[] {
  const windows = new Map<number, Window>();
  for (const form of new Set(forms)) {
    const length = Math.min(form.length, LONGEST_WINDOW);
    if (length < SHORTEST) continue;
    const window = windows.get(length) ?? {
      length,
      power: power(length),
      filter: new Uint8Array(1 << FILTER_BITS),
      forms: new Map<number, string[]>(),
    };
    windows.set(length, window);
    const hash = hashOf(form, length);
    window.filter[bucket(hash)] = 1;
    window.forms.set(
      hash,
      [...(window.forms.get(hash) ?? []), form].sort((a, b) => b.length - a.length),
    );
  }
  return [...windows.values()];
}

function power(exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count += 1) result = Math.imul(result, FACTOR);
  return result;
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

function matches(text: string, hashes: Int32Array, { length, power, filter, forms }: Window): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + length <= text.length; at += 1) {
    const hash = ((hashes[at + length] ?? 0) - Math.imul(hashes[at] ?? 0, power)) | 0;
    if (filter[bucket(hash)] === 0) continue;
    const form = forms.get(hash)?.find((one) => text.startsWith(one, at));
    if (form === undefined) continue;
    spans.push({ start: at, end: at + form.length });
    at += form.length - 1;
  }
  return spans;
}
