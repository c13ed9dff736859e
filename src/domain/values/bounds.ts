/** How much of a value is shown. */

/** Bounds of one pass over a value. */
export interface Bounds {
  /** Items of one list, properties of one object. */
  items: number;
  depth: number;
  /** Characters of one text. */
  characters: number;
  /** Columns of records whose summaries are shown. */
  columns: number;
}

/** Depth to which a value is written whole. */
export const WHOLE_DEPTH = 64;

/** Everything. */
export const WHOLE: Bounds = { items: Infinity, depth: WHOLE_DEPTH, characters: Infinity, columns: 40 };

/**
 * Tried in order until one fits: a sample of everything says more than the whole of what comes first. The last one fits
 * into the smallest limit.
 */
export const SAMPLES: readonly Bounds[] = [
  { items: 1_000, depth: 32, characters: 10_000, columns: 40 },
  { items: 100, depth: 12, characters: 2_000, columns: 40 },
  { items: 20, depth: 8, characters: 500, columns: 40 },
  { items: 6, depth: 6, characters: 200, columns: 20 },
  { items: 3, depth: 4, characters: 80, columns: 10 },
  { items: 2, depth: 2, characters: 60, columns: 3 },
  { items: 0, depth: 0, characters: 40, columns: 0 },
];

/** Smallest limit, bytes. */
export const MIN_LIMIT = 1_024;

/** Limit where none is given, bytes. */
export const DEFAULT_LIMIT = 32 * 1_024;

/** Items shown from the end of a list, of those that are shown. */
export function tailOf(shown: number): number {
  return Math.min(5, Math.floor(shown / 3));
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    // Each half of a pair is two of its four bytes.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
