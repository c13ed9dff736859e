/** Facts that need no grammar: terms, names, trigrams. */
import { baseName } from '../../../domain/files/paths';
import { identifiersOf, type TermReader } from '../../../domain/navigation/words';
import { languageOf } from './languages';
import { Summaries } from './summaries';
import { trigramSet } from './trigrams';
import type { FileFacts, SymbolFact } from './types';

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

/** Facts of a text with the symbols that a grammar found in it. */
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

/** Weights of terms. */
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
