/** Map of a repository: its files by rank with the signatures of what they declare, within a number of tokens. */
import { shareOfClass } from '../../domain/navigation/file-class';
import { plainSymbol } from './search';
import type { CodeIndex, IndexedSymbol } from './index/index';
import type { CodeSymbol, SymbolKind } from './types';

export interface MapFile {
  readonly path: string;
  /** Share of the files' whole rank, tests and the like counted less. */
  readonly rank: number;
  readonly symbols: readonly CodeSymbol[];
}

export interface RepositoryMap {
  readonly files: readonly MapFile[];
  /** Files of the index, shown or not. */
  readonly total: number;
  /** As text, one line a file or symbol. */
  readonly text: string;
  /** Of the text, at four characters each. */
  readonly tokens: number;
}

const CHARS_PER_TOKEN = 4;
const MOST_SYMBOLS = 12;
/** Symbols of a file that its first turn shows; what room is left then goes to the others. */
const FIRST_SYMBOLS = 4;
const KINDS: Readonly<Record<SymbolKind, number>> = {
  class: 6,
  interface: 5,
  function: 5,
  enum: 4,
  type: 4,
  module: 4,
  method: 2,
  constant: 2,
  constructor: 1,
  variable: 1,
  property: 0,
};

/** Outline of the files within `tokens`. */
export function mapOf(index: CodeIndex, tokens: number): RepositoryMap {
  const symbols = symbolsByFile(index);
  const order = index.files
    .map(({ path, kind, facts }, number) => ({
      path,
      symbols: symbols.get(number) ?? [],
      rank:
        (index.ranks[number] ?? 0) * shareOfClass(kind, false) ** 2 * (facts.symbols.length > 0 ? 1 : 0.2),
    }))
    .sort((left, right) => right.rank - left.rank || (left.path < right.path ? -1 : 1));
  const room = new Room(tokens * CHARS_PER_TOKEN);
  const shown = new Map<string, IndexedSymbol[]>();
  for (const { path, symbols: own } of order) {
    if (!room.take(path)) break;
    shown.set(
      path,
      own.slice(0, FIRST_SYMBOLS).filter((symbol) => room.take(lineOf(symbol))),
    );
  }
  for (const { path, symbols: own } of order) {
    const more = own
      .slice(FIRST_SYMBOLS, MOST_SYMBOLS)
      .filter((symbol) => shown.has(path) && room.take(lineOf(symbol)));
    shown.get(path)?.push(...more);
  }
  const files = order
    .filter(({ path }) => shown.has(path))
    .map(({ path, rank }) => ({
      path,
      rank,
      symbols: (shown.get(path) ?? []).sort(byPlace).map(plainSymbol),
    }));
  const text = files.flatMap(({ path, symbols: own }) => [path, ...own.map(lineOf)]).join('\n');
  return { files, total: index.files.length, text, tokens: Math.ceil(text.length / CHARS_PER_TOKEN) };
}

/** Characters that are left. */
class Room {
  constructor(private left: number) {}

  /** True if the line fits; it then takes its room. */
  take(line: string): boolean {
    if (line.length + 1 > this.left) return false;
    this.left -= line.length + 1;
    return true;
  }
}

function lineOf({ signature, container, range }: CodeSymbol): string {
  const indent = container === '' ? '  ' : '    ';
  return `${indent}${range.startLine}: ${signature.replace(/ ?\{$/, '')}`;
}

/** Symbols of each file that say most of it, the best first. */
function symbolsByFile(index: CodeIndex): Map<number, IndexedSymbol[]> {
  const found = new Map<number, IndexedSymbol[]>();
  for (const symbol of index.symbols) {
    if (weightOf(symbol) < 1) continue;
    const known = found.get(symbol.file);
    if (known) known.push(symbol);
    else found.set(symbol.file, [symbol]);
  }
  for (const symbols of found.values())
    symbols.sort((left, right) => weightOf(right) - weightOf(left) || byPlace(left, right));
  return found;
}

function weightOf({ kind, isExported, container }: CodeSymbol): number {
  return KINDS[kind] + (isExported ? 4 : 0) - (container === '' ? 0 : 3 * container.split('.').length);
}

function byPlace(left: CodeSymbol, right: CodeSymbol): number {
  return left.range.startLine - right.range.startLine || left.range.startColumn - right.range.startColumn;
}
