/** Navigation of the sources of one tree: symbols, hybrid search, map, dependencies. */
import { cyclesOf } from '../../domain/navigation/cycles';
import type { FileFacts } from './facts';
import { openIndex, type CodeIndex, type IndexCache } from './index/index';
import { mapOf, type RepositoryMap } from './outline';
import { findSymbols, searchCode, type SearchHit, type SearchQuery, type SymbolHit } from './search';
import type { SourceFiles } from './types';

export interface Navigation {
  /** Name of the state of the files. */
  readonly name: string;
  /** Paths of all files, sorted. */
  readonly paths: readonly string[];
  /** Files whose facts had to be read; the others were kept. */
  readonly read: number;
  symbols(typed: string, limit: number): SymbolHit[];
  search(question: string, query?: SearchQuery): Promise<SearchHit[]>;
  map(tokens: number): RepositoryMap;
  facts(path: string): FileFacts | undefined;
  /** Files that a file imports; undefined where there is no such file. */
  dependencies(path: string): string[] | undefined;
  /** Files that import a file; undefined where there is no such file. */
  dependents(path: string): string[] | undefined;
  /** Files that import each other in a circle, each circle sorted. */
  cycles(): string[][];
}

export interface NavigationOptions {
  /** Where facts are kept between two openings. */
  readonly cache?: IndexCache;
  readonly signal?: AbortSignal;
}

/** Opens the navigation of source files. Rejects with the signal's reason. */
export async function openNavigation(
  files: SourceFiles,
  options: NavigationOptions = {},
): Promise<Navigation> {
  const { index, read } = await openIndex(files, options.cache, options.signal);
  const backwards = reversed(index);
  const paths = index.files.map(({ path }) => path);
  const pathsOf = (numbers: readonly number[]): string[] => numbers.map((number) => paths[number] ?? '');
  const near = (path: string, edges: CodeIndex['edges']): string[] | undefined => {
    const number = index.numberOf(path);
    return number === undefined ? undefined : pathsOf(edges[number] ?? []);
  };
  return {
    name: index.name,
    paths,
    read,
    symbols: (typed, limit) => findSymbols(index, typed, limit),
    search: (question, query) => searchCode(index, files, question, query),
    map: (tokens) => mapOf(index, tokens),
    facts: (path) => index.fileOf(path)?.facts,
    dependencies: (path) => near(path, index.edges),
    dependents: (path) => near(path, backwards),
    cycles: () => cyclesOf(index.edges).map(pathsOf),
  };
}

function reversed({ edges }: CodeIndex): number[][] {
  const backwards: number[][] = edges.map(() => []);
  edges.forEach((targets, from) => {
    for (const target of targets) backwards[target]?.push(from);
  });
  return backwards;
}
