/** Facts that need no grammar: terms, names, trigrams. */

import { baseName } from '../../../domain/files/paths';
import { identifiersOf, type TermReader } from '../../../domain/navigation/words';
import { languageOf } from './languages';
import { Summaries } from './summaries';
import type { FileFacts, SymbolFact } from './types';

/** Trigrams of a text as a bit set: says that a literal is surely not in a file, so that few files have to be read. */

const SCRATCH_BITS = 1 << 16;
const FEWEST_BITS = 1 << 9;
/** Most share of bits that are set: one in four trigrams that are not there seems to be, of six in a row one in 4,000. */
const FULL = 0.25;

const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** Characters of a file that are looked at for terms; what comes after is data. */
const READ_CHARS = 400_000;
const MOST_NAMES = 5_000;
const MINIFIED_LINE = 400;
const MINIFIED_CHARS = 4_000;
/** Appearances in the text that the name of a declaration counts as. */
const NAME_WEIGHT = 3;
const EXPORTED_WEIGHT = 6;
/** Those that a word of a summary counts as, beside its own. */
const SUMMARY_WEIGHT = 2;
const HEAD_CHARS = 20_000;

const LOCK_FILE = /\.lock$|-lock\.(?:json|yaml)$/;

/** Part of a path that facts depend on: files with equal bytes and equal kinds have equal facts. */
export function factsKind(path: string): string {
  const name = baseName(path).toLowerCase();
  return LOCK_FILE.test(name) ? 'lock' : (/\.\w{1,8}$/.exec(name)?.[0] ?? '');
}

/** True for a text of such long lines that nobody wrote it. */
export function isMinified(text: string): boolean {
  if (text.length < MINIFIED_CHARS) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > MINIFIED_LINE;
}

type TextFacts = Pick<FileFacts, 'lines' | 'names' | 'terms' | 'weights' | 'trigrams'>;

export function textFacts(
  path: string,
  text: string,
  symbols: readonly SymbolFact[],
  reader: TermReader,
): TextFacts {
  const read = text.slice(0, READ_CHARS);
  const lines = countLines(text);
  if (isMinified(text) || LOCK_FILE.test(path))
    return { lines, names: [], terms: [], weights: [], trigrams: new Uint8Array(0) };
  const identifiers = countIdentifiers(read);
  const counts = new TermCounts(reader);
  for (const [name, count] of identifiers) counts.add(name, count);
  for (const { name, isExported, container, summary } of symbols) {
    counts.add(name, isExported && container === '' ? EXPORTED_WEIGHT : NAME_WEIGHT);
    if (summary !== undefined) counts.addTerms(summary.split(' '), SUMMARY_WEIGHT);
  }
  const summary = new Summaries(read.slice(0, HEAD_CHARS)).ofFile();
  if (summary !== undefined) counts.addTerms(reader.count(summary).keys(), SUMMARY_WEIGHT);
  const names = languageOf(path) === undefined ? [] : [...identifiers.keys()].slice(0, MOST_NAMES).sort();
  return { lines, names, ...counts.sorted(), trigrams: trigramSet(read) };
}

class TermCounts {
  private readonly counts = new Map<string, number>();

  constructor(private readonly reader: TermReader) {}

  add(name: string, weight: number): void {
    this.addTerms(this.reader.terms(name), weight);
  }

  addTerms(terms: Iterable<string>, weight: number): void {
    for (const term of terms) this.counts.set(term, (this.counts.get(term) ?? 0) + weight);
  }

  sorted(): { terms: string[]; weights: number[] } {
    const terms = [...this.counts.keys()].sort();
    return { terms, weights: terms.map((term) => this.counts.get(term) ?? 0) };
  }
}

function countIdentifiers(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of identifiersOf(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Set of the trigrams of a text, case left out of account; a power of two of bits. */
function trigramSet(text: string): Uint8Array {
  let set = new Uint8Array(SCRATCH_BITS / 8);
  eachTrigram(text.toLowerCase(), (hash) => {
    const bit = hash & (SCRATCH_BITS - 1);
    set[bit >> 3] = (set[bit >> 3] ?? 0) | (1 << (bit & 7));
  });
  // Halves are laid over each other as long as that leaves room: the bit of a hash is then its rest by the smaller size.
  while (set.length * 8 > FEWEST_BITS) {
    const half = folded(set);
    if (bitsOf(half) > FULL * half.length * 8) break;
    set = half;
  }
  return set;
}

/** Tells of a text whether a set may hold it; texts of fewer than three characters may be anywhere. */
export function mayHold(set: Uint8Array, hashes: Uint32Array): boolean {
  const mask = set.length * 8 - 1;
  for (const hash of hashes) {
    const bit = hash & mask;
    if (((set[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return set.length > 0;
}

/** Hashes of a text's trigrams, for `mayHold`. */
export function trigramHashes(text: string): Uint32Array {
  const hashes: number[] = [];
  eachTrigram(text.toLowerCase(), (hash) => hashes.push(hash));
  return Uint32Array.from(new Set(hashes));
}

function eachTrigram(text: string, act: (hash: number) => void): void {
  let first = text.charCodeAt(0);
  let second = text.charCodeAt(1);
  for (let at = 2; at < text.length; at += 1) {
    const third = text.charCodeAt(at);
    const mixed = Math.imul(first * 0x1_0000 + second * 0x101 + third, 0x9e37_79b1);
    act((mixed ^ (mixed >>> 15)) >>> 0);
    first = second;
    second = third;
  }
}

function folded(set: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = set.length / 2;
  const result = new Uint8Array(half);
  for (let at = 0; at < half; at += 1) result[at] = (set[at] ?? 0) | (set[at + half] ?? 0);
  return result;
}

function bitsOf(set: Uint8Array): number {
  let bits = 0;
  for (const byte of set) bits += BITS[byte] ?? 0;
  return bits;
}
