/** Hybrid search: several rankings of the files, fused by reciprocal rank, and the passage that fits in each. */
import { shareOfClass } from '../../../domain/navigation/file-class';
import { fuse, type Fused, type RankedList } from '../../../domain/navigation/fusion';
import { readQuestion, type Question } from '../../../domain/navigation/question';
import { TermReader } from '../../../domain/navigation/words';
import type { CodeIndex, IndexedSymbol } from '../index/index';
import type { SourceFiles } from '../types';
import { byMeaning } from './by-meaning';
import { bestPassage, type Passage } from './passage';
import type { SearchHit, SearchQuery, SearchWay } from './types';
import { byExact, byGraph, byPath, bySymbols, byText, byTrigrams } from './ways';

const LIMIT = 10;
/** Weights of the ways, measured by `npm run bench:search`. */
const WEIGHTS: Readonly<Record<SearchWay, number>> = {
  exact: 3,
  symbols: 1.5,
  text: 1.8,
  trigrams: 0.3,
  path: 0.6,
  graph: 0.2,
  meaning: 1.8,
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
  const { limit = LIMIT, embedder } = query;
  const question = readQuestion(asked);
  const lists = rankings(index, question);
  if (embedder) {
    const first = fused(index, lists, question, query).map(({ key }) => key);
    lists.push({
      way: 'meaning',
      weight: WEIGHTS.meaning,
      keys: await byMeaning(index, asked, first, embedder),
    });
  }
  const found = await holdingQuoted(fused(index, lists, question, query), question, files, limit);
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
  lists: readonly RankedList<SearchWay>[],
  { asksForTests }: Question,
  { tests = asksForTests, only = () => true }: SearchQuery,
): Fused<SearchWay>[] {
  const found = fuse(lists, (path) => shareOfClass(index.fileOf(path)?.kind ?? 'source', tests));
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
