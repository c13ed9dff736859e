import { dependentFiles, impactWeight, rankFiles } from '../../domain/code-graph/impact-rank';
import { isTest } from './answer';
import type { CallNode, Impact, Match, TouchedFile, TouchedSymbol } from './types';

/** Files that import others, as somebody else knows them. */
export interface FileDependencies {
  /** Files that import this one. */
  dependents(path: string): readonly string[];
}

/** Weight of a file that imports a touched one without using what is changed: below each that uses it. */
const IMPORT_SHARE = 0.05;

/** Impact of the symbols asked for: who uses them, and who imports their files, up to a depth. */
export function impactOf(
  matches: readonly Match<CallNode>[],
  dependencies: FileDependencies,
  depth: number,
): Impact {
  const changed = matches.map(({ symbol }) => symbol);
  const symbols = touchedSymbols(matches);
  const byUse = rankFiles(symbols.map(({ symbol: { path }, weight }) => ({ path, weight })));
  const paths = [...new Set(changed.map(({ path }) => path))];
  const used = new Set([...paths, ...byUse.map(({ path }) => path)]);
  const imported = [...dependentFiles(paths, (path) => dependencies.dependents(path), depth)];
  const byImport = imported
    .filter(([path]) => !used.has(path))
    .map(([path, distance]) => ({ path, weight: IMPORT_SHARE * 0.5 ** (distance - 1) }));
  const files: TouchedFile[] = [
    ...byUse.map((file) => ({ ...file, by: 'symbols' as const, isTest: isTest(file.path) })),
    ...rankFiles(byImport).map((file) => ({ ...file, by: 'imports' as const, isTest: isTest(file.path) })),
  ];
  return { changed, symbols, files, tests: files.filter((file) => file.isTest).map(({ path }) => path) };
}

/** Symbols of all walks, each by its nearest way, the heaviest first. */
function touchedSymbols(matches: readonly Match<CallNode>[]): TouchedSymbol[] {
  const own = new Set(matches.map(({ symbol }) => symbol.id));
  const found = new Map<string, TouchedSymbol>();
  for (const { symbol, depth, way, sites, isExact, isExternal } of matches.flatMap(({ items }) => items)) {
    const known = found.get(symbol.id);
    if (isExternal || own.has(symbol.id) || (known && known.depth <= depth)) continue;
    const touched = { depth, way, uses: sites.length, isExact, isTest: isTest(symbol.path) };
    found.set(symbol.id, { symbol, ...touched, weight: impactWeight(touched) });
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight || (a.symbol.id < b.symbol.id ? -1 : 1));
}

/** Dependencies by a list of imports. */
export function dependenciesOf(edges: readonly (readonly [from: string, to: string])[]): FileDependencies {
  const dependents = new Map<string, string[]>();
  for (const [from, to] of edges) dependents.set(to, [...(dependents.get(to) ?? []), from]);
  return { dependents: (path) => dependents.get(path) ?? [] };
}
