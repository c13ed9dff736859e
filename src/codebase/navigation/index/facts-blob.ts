/** Facts of many files as bytes, and back. A head of JSON in rows without names, then the trigrams of each file. */
import type { CallFact, FileFacts, ImportFact, SymbolFact } from '../facts';
import type { CodeLanguage, CodeRange, SymbolKind } from '../types';

/** Changes with what facts hold or how they are found: older bytes are then read anew from the sources. */
const FORMAT = 'kintsugi-facts-3';
const LENGTH = 4;

/** Facts by `<hash> <kind of name>`. */
export type FactsByKey = ReadonlyMap<string, FileFacts>;

type RangeRow = readonly [number, number, number, number];
type SymbolRow = readonly [string, SymbolKind, string, 0 | 1, string, string, ...RangeRow, ...RangeRow];
type ImportRow = readonly [string, readonly (readonly [string, string])[], RangeRow];
type FactsRow = readonly [
  key: string,
  language: CodeLanguage | '',
  lines: number,
  symbols: readonly SymbolRow[],
  imports: readonly ImportRow[],
  calls: CallsRow,
  names: string,
  terms: string,
  weights: readonly number[],
  trigrams: number,
];
/** Names and receivers, each joined by blanks, and for each call its line, column, end of the column and caller. */
type CallsRow = readonly [names: string, receivers: string, places: readonly number[]];

/** Bytes of facts. */
export function encodeFacts(facts: FactsByKey): Buffer {
  const rows = [...facts].map(([key, one]) => rowOf(key, one));
  const head = Buffer.from(JSON.stringify({ format: FORMAT, rows }));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...[...facts.values()].map(({ trigrams }) => trigrams)]);
}

/** Facts of bytes; undefined where they are of another format, or none at all. */
export function decodeFacts(bytes: Buffer): Map<string, FileFacts> | undefined {
  try {
    const end = LENGTH + bytes.readUInt32BE(0);
    const { format, rows } = JSON.parse(bytes.toString('utf8', LENGTH, end)) as {
      format: string;
      rows: readonly FactsRow[];
    };
    if (format !== FORMAT) return undefined;
    const facts = new Map<string, FileFacts>();
    let at = end;
    for (const row of rows) {
      facts.set(row[0], factsOf(row, bytes.subarray(at, at + row[9])));
      at += row[9];
    }
    return at === bytes.length ? facts : undefined;
  } catch {
    // Whatever is wrong with kept bytes, they are made anew.
    return undefined;
  }
}

function rowOf(key: string, facts: FileFacts): FactsRow {
  return [
    key,
    facts.language ?? '',
    facts.lines,
    facts.symbols.map(symbolRow),
    facts.imports.map(({ specifier, names, range }) => [
      specifier,
      names.map(({ name, local }) => [name, local] as const),
      rangeRow(range),
    ]),
    [
      facts.calls.map(({ name }) => name).join(' '),
      facts.calls.map(({ receiver = '' }) => receiver).join(' '),
      facts.calls.flatMap(({ range, caller }) => [
        range.startLine,
        range.startColumn,
        range.endColumn,
        caller,
      ]),
    ],
    facts.names.join(' '),
    facts.terms.join(' '),
    facts.weights,
    facts.trigrams.length,
  ];
}

/** Calls and names are made when they are asked for: a search needs neither. */
function factsOf(row: FactsRow, trigrams: Uint8Array): FileFacts {
  const [, language, lines, symbols, imports, calls, names, terms, weights] = row;
  return {
    ...(language !== '' && { language }),
    lines,
    symbols: symbols.map(symbolOf),
    imports: imports.map(importOf),
    get calls() {
      return callsOf(calls);
    },
    get names() {
      return split(names);
    },
    terms: split(terms),
    weights,
    trigrams,
  };
}

function split(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

function rangeRow({ startLine, startColumn, endLine, endColumn }: CodeRange): RangeRow {
  return [startLine, startColumn, endLine, endColumn];
}

function rangeOf([startLine, startColumn, endLine, endColumn]: RangeRow): CodeRange {
  return { startLine, startColumn, endLine, endColumn };
}

function symbolRow(symbol: SymbolFact): SymbolRow {
  const { name, kind, range, nameRange, container, isExported, signature, summary = '' } = symbol;
  const places = [...rangeRow(range), ...rangeRow(nameRange)] as const;
  return [name, kind, container, isExported ? 1 : 0, signature, summary, ...places];
}

function symbolOf(row: SymbolRow): SymbolFact {
  const [name, kind, container, exported, signature, summary, a, b, c, d, e, f, g, h] = row;
  return {
    name,
    kind,
    range: { startLine: a, startColumn: b, endLine: c, endColumn: d },
    nameRange: { startLine: e, startColumn: f, endLine: g, endColumn: h },
    container,
    isExported: exported === 1,
    signature,
    ...(summary !== '' && { summary }),
  };
}

function importOf([specifier, names, range]: ImportRow): ImportFact {
  return { specifier, names: names.map(([name, local]) => ({ name, local })), range: rangeOf(range) };
}

function callsOf([names, receivers, places]: CallsRow): CallFact[] {
  const receiverOf = receivers.split(' ');
  return split(names).map((name, index) => {
    const [line = 0, column = 0, endColumn = 0, caller = -1] = places.slice(index * 4, index * 4 + 4);
    const receiver = receiverOf[index] ?? '';
    const range = { startLine: line, startColumn: column, endLine: line, endColumn };
    return { name, ...(receiver !== '' && { receiver }), range, caller };
  });
}
