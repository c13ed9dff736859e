/** Hybrid search: several rankings of the files, fused by reciprocal rank, and the passage that fits in each. */

import { shareOfClass } from '../../../domain/navigation/file-class';
import { fuse, type Fused, type RankedList } from '../../../domain/navigation/fusion';
import { readQuestion, type Question } from '../../../domain/navigation/question';
import { TermReader } from '../../../domain/navigation/words';
import type { CodeIndex, IndexedSymbol } from '../index/index';
import type { SourceFiles, CodeRange } from '../types';
import { bestPassage, type Passage } from './passage';
import { matchName } from '../../../domain/navigation/name-match';
import { mayHold, trigramHashes } from '../facts';

/** Ways in which files are found; `exact` only of what a question writes as code does. */
export type SearchWay = 'exact' | 'symbols' | 'text' | 'trigrams' | 'path' | 'graph';

export interface SearchHit {
  readonly path: string;
  /** The declaration that fits best, or some lines where none does. */
  readonly range: CodeRange;
  readonly symbolId?: string;
  /** Some lines of it. */
  readonly snippet: string;
  /** Line that the snippet begins with, from 1. */
  readonly snippetLine: number;
  readonly score: number;
  /** Ways that found the file, with its rank in each, from 1. */
  readonly why: readonly { readonly way: SearchWay; readonly rank: number }[];
}

export interface SearchQuery {
  /** Most results; 10 without it. */
  readonly limit?: number;
  /** True: tests count as much as sources. Absent: the question says it. */
  readonly tests?: boolean;
  /** Only files for which it is true. */
  only?(path: string): boolean;
}

/** Most files of one ranking. */
const MOST = 200;
const SHORTEST_TEXT = 3;

/** Share that a member of something counts beside a declaration of its own with the same name. */
const MEMBER = 0.9;

const LIMIT = 10;
/** Weights of the ways, measured by `npm run bench:search`. */
const WEIGHTS: Readonly<Record<SearchWay, number>> = {
  exact: 3,
  symbols: 1.5,
  text: 1.8,
  trigrams: 0.3,
  path: 0.6,
  graph: 0.2,
};
const MOST_QUOTED_READ = 60;
/** Files of each way that the graph puts in order. */
const COMPARED = 10;

/** Files that answer a question, the best first. */
export async function searchCode(
  index: CodeIndex,
  files: SourceFiles,
  asked: string,
  query: SearchQuery = {},
): Promise<SearchHit[]> {
  const { limit = LIMIT } = query;
  const question = readQuestion(asked);
  const found = await holdingQuoted(fused(index, question, query), question, files, limit);
  return withPassages(index, files, question, found);
}

function rankings(index: CodeIndex, question: Question): RankedList<SearchWay>[] {
  const ways = {
    exact: byExact(index, question),
    symbols: bySymbols(index, question),
    text: byText(index, question),
    trigrams: byTrigrams(index, question),
    path: byPath(index, question),
  };
  const all = {
    ...ways,
    graph: byGraph(
      index,
      Object.values(ways).flatMap((numbers) => numbers.slice(0, COMPARED)),
    ),
  };
  return Object.entries(all).map(([way, numbers]) => ({
    way: way as SearchWay,
    weight: WEIGHTS[way as SearchWay],
    keys: numbers.map((number) => index.files[number]?.path ?? ''),
  }));
}

function fused(
  index: CodeIndex,
  question: Question,
  { tests = question.asksForTests, only = () => true }: SearchQuery,
): Fused<SearchWay>[] {
  const found = fuse(rankings(index, question), (path) =>
    shareOfClass(index.fileOf(path)?.kind ?? 'source', tests),
  );
  return found.filter(({ key }) => only(key));
}

/** Of a question with quoted texts, files that hold them come first: trigrams only say that they may. */
async function holdingQuoted(
  found: readonly Fused<SearchWay>[],
  { quoted }: Question,
  files: SourceFiles,
  limit: number,
): Promise<Fused<SearchWay>[]> {
  if (quoted.length === 0) return found.slice(0, limit);
  const wanted = quoted.map((text) => text.toLowerCase());
  const holding: Fused<SearchWay>[] = [];
  const others: Fused<SearchWay>[] = [];
  for (const [at, one] of found.entries()) {
    if (holding.length >= limit) break;
    const text = at < MOST_QUOTED_READ ? (await files.text(one.key))?.toLowerCase() : undefined;
    (text !== undefined && wanted.every((part) => text.includes(part)) ? holding : others).push(one);
  }
  return [...holding, ...others].slice(0, limit);
}

async function withPassages(
  index: CodeIndex,
  files: SourceFiles,
  question: Question,
  found: readonly Fused<SearchWay>[],
): Promise<SearchHit[]> {
  const reader = new TermReader();
  const terms = question.terms.map((term) => ({ ...term, rarity: index.terms.rarity(term.term) }));
  const symbols = symbolsByFile(index, new Set(found.map(({ key }) => index.numberOf(key) ?? -1)));
  const hits: SearchHit[] = [];
  for (const { key: path, score, why } of found) {
    const text = await files.text(path);
    if (text === undefined) continue;
    const own = symbols.get(index.numberOf(path) ?? -1) ?? [];
    const passage: Passage = bestPassage(text, own, terms, reader);
    hits.push({ path, ...passage, score, why });
  }
  return hits;
}

function symbolsByFile(index: CodeIndex, files: ReadonlySet<number>): Map<number, IndexedSymbol[]> {
  const found = new Map<number, IndexedSymbol[]>();
  for (const symbol of index.symbols) {
    if (!files.has(symbol.file)) continue;
    const known = found.get(symbol.file);
    if (known) known.push(symbol);
    else found.set(symbol.file, [symbol]);
  }
  return found;
}

/** Files by what the question writes as code does: they declare the name, or are or hold the compound. */
function byExact(index: CodeIndex, { names, compounds }: Question): number[] {
  const scores = new Map<number, number>();
  const note = (files: ReadonlyMap<number, number>): void => {
    const rarity = rarityOf(index, { length: files.size });
    for (const [file, share] of files) scores.set(file, (scores.get(file) ?? 0) + rarity * share);
  };
  for (const name of new Set(names)) note(filesDeclaring(index, name));
  for (const compound of new Set(compounds)) {
    const named = filesNamed(index, compound);
    note(new Map((named.length > 0 ? named : filesHolding(index, compound)).map((file) => [file, 1])));
  }
  return ranked(scores);
}

function filesDeclaring(index: CodeIndex, name: string): Map<number, number> {
  const files = new Map<number, number>();
  for (const symbol of index.symbols) {
    if (symbol.name !== name) continue;
    files.set(symbol.file, Math.max(files.get(symbol.file) ?? 0, symbol.container === '' ? 1 : MEMBER));
  }
  return files;
}

function filesNamed(index: CodeIndex, part: string): number[] {
  return index.files.flatMap(({ path }, number) => (`/${path}`.endsWith(`/${part}`) ? [number] : []));
}

/** Files by the symbols that they declare: names that the question writes out, then names made of its terms. */
function bySymbols(index: CodeIndex, { names, terms }: Question): number[] {
  const scores = new Map<number, number>();
  const note = (file: number, score: number): void => {
    scores.set(file, Math.max(score, scores.get(file) ?? 0));
  };
  for (const { document, score } of index.symbolTerms.search(terms)) {
    const symbol = index.symbols[document];
    if (symbol)
      note(symbol.file, score * (symbol.isExported ? 1.15 : 1) * (symbol.container === '' ? 1.1 : 1));
  }
  const best = Math.max(1, ...scores.values());
  for (const name of names) {
    for (const symbol of index.symbols) {
      const found = matchName(name, symbol.name);
      if (found) note(symbol.file, best * (1 + found.score + (symbol.isExported ? 0.1 : 0)));
    }
  }
  return ranked(scores);
}

function byText(index: CodeIndex, { terms }: Question): number[] {
  return index.terms
    .search(terms)
    .slice(0, MOST)
    .map(({ document }) => document);
}

/** Files by the words of their paths. */
function byPath(index: CodeIndex, { terms }: Question): number[] {
  return index.pathTerms
    .search(terms)
    .slice(0, MOST)
    .map(({ document }) => document);
}

/** Files that hold the words of the question, wherever in an identifier, and the quoted texts, by how rare each is. */
function byTrigrams(index: CodeIndex, { words, quoted }: Question): number[] {
  const scores = new Map<number, number>();
  const texts = [...words.filter((word) => word.length > SHORTEST_TEXT), ...quoted];
  for (const text of new Set(texts)) {
    const found = filesHolding(index, text);
    const rarity = rarityOf(index, found);
    const weight = quoted.includes(text) ? 4 : 1;
    for (const file of found) scores.set(file, (scores.get(file) ?? 0) + rarity * weight);
  }
  return ranked(scores);
}

/** Files that may hold a text, case left out of account; few of them do not. */
function filesHolding(index: CodeIndex, text: string): number[] {
  const hashes = trigramHashes(text);
  if (hashes.length === 0) return [];
  return index.files.flatMap(({ facts }, number) => (mayHold(facts.trigrams, hashes) ? [number] : []));
}

/** Files that other ways have found, by how much of the project leads to them. */
function byGraph(index: CodeIndex, found: readonly number[]): number[] {
  const rank = (file: number): number => index.ranks[file] ?? 0;
  return [...new Set(found)].sort((left, right) => rank(right) - rank(left) || left - right);
}

/** How much it says of a file that it is among these. */
function rarityOf(index: CodeIndex, { length }: { readonly length: number }): number {
  return Math.log(1 + index.files.length / Math.max(1, length));
}

function ranked(scores: ReadonlyMap<number, number>): number[] {
  return [...scores]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .slice(0, MOST)
    .map(([file]) => file);
}
