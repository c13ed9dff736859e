/** Search for symbols by what somebody remembers of a name. */
import { shareOfClass } from '../../../domain/navigation/file-class';
import { matchName, type Match } from '../../../domain/navigation/name-match';
import type { CodeIndex, IndexedSymbol } from '../index/index';
import type { CodeSymbol } from '../types';

export interface SymbolHit {
  readonly symbol: CodeSymbol;
  readonly match: Match;
  /** From 0 to about 1; higher is better. */
  readonly score: number;
}

const LONGEST = 200;
/** Gain of a symbol that others can use, and loss of one inside of functions. */
const EXPORTED = 0.04;
const NESTED = 0.03;
const RANK_SHARE = 0.02;

/** Symbols whose names match: exact, prefix, camel humps, part, fuzzy. `Outer.name` asks for what is in it. The best first. */
export function findSymbols(index: CodeIndex, typed: string, limit: number): SymbolHit[] {
  const parts = typed
    .trim()
    .slice(0, LONGEST)
    .split(/::|[.#]/)
    .filter(Boolean);
  const name = parts.at(-1) ?? '';
  const container = parts.slice(0, -1).join('.').toLowerCase();
  const bestRank = Math.max(...index.ranks, Number.MIN_VALUE);
  const hits: SymbolHit[] = [];
  for (const symbol of index.symbols) {
    if (container !== '' && !symbol.container.toLowerCase().endsWith(container)) continue;
    const found = matchName(name, symbol.name);
    if (!found) continue;
    const share = shareOfClass(index.files[symbol.file]?.kind ?? 'source', false);
    const rank = (index.ranks[symbol.file] ?? 0) / bestRank;
    const score = (found.score + bonusOf(symbol) + RANK_SHARE * rank) * (0.7 + 0.3 * share);
    hits.push({ symbol: plainSymbol(symbol), match: found.match, score });
  }
  return hits.sort(byScore).slice(0, limit);
}

/** A symbol without what only the index knows. */
export function plainSymbol(symbol: IndexedSymbol): CodeSymbol {
  const { id, name, kind, path, range, nameRange, container, isExported, signature } = symbol;
  return { id, name, kind, path, range, nameRange, container, isExported, signature };
}

function bonusOf({ isExported, container }: IndexedSymbol): number {
  return (
    (isExported ? EXPORTED : 0) - NESTED * Math.min(2, container === '' ? 0 : container.split('.').length)
  );
}

function byScore(left: SymbolHit, right: SymbolHit): number {
  return right.score - left.score || (left.symbol.id < right.symbol.id ? -1 : 1);
}
