/** Opening of an index: kept facts are used again, the others are read from the sources. */
/** Facts of many files as bytes, and back. A head of JSON in rows without names, then the trigrams of each file. */
/** Keeping of the facts of a directory or tree in the store. */

import type { BlobHash } from '../../../domain/ids';
import { isSecretFile } from '../../../domain/files/secret-names';
import { baseName } from '../../../domain/files/paths';
import {
  factsKind,
  readFacts,
  type FileFacts,
  type CallFact,
  type ImportFact,
  type SymbolFact,
} from '../facts';
import { MANIFEST_NAME } from '../imports';
import type { SourceFiles, CodeLanguage, CodeRange, SymbolKind } from '../types';
import { CodeIndex } from './code-index';
import { createHash } from 'node:crypto';
import { BlobCorruptError, BlobMissingError, type BlobStore, type StatCache } from '../../../store';

/** Kept bytes of one index, in parts: after a change only the news are added. */
export interface IndexCache {
  /** No parts: nothing is kept, or some of it is damaged. */
  read(): Promise<readonly Buffer[]>;
  /** Keeps these parts in place of all others. */
  write(bytes: Buffer): Promise<void>;
  /** Adds a part to those that were read. */
  append(bytes: Buffer): Promise<void>;
}

/** Changes with what facts hold or how they are found: older bytes are then read anew from the sources. */
const FORMAT = 'kintsugi-facts-3';
const LENGTH = 4;

/** Facts by `<hash> <kind of name>`. */
type FactsByKey = ReadonlyMap<string, FileFacts>;

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

/** Most files of an index; of a larger tree the first by path. */
const MOST_FILES = 50_000;
const MOST_MANIFESTS = 500;
/** Parts that a cache may have, and the share of the facts that one more may hold. */
const MOST_PARTS = 12;
const FEW = 0.1;
/** Ends of names of files that hold no text: they need not be read each time to know that. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|tar|jar|war|class|o|a|so|dylib|dll|exe|wasm|node|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|mov|avi|webm|sqlite3?|db|parquet|arrow|bin|pyc)$/i;

export interface OpenedIndex {
  readonly index: CodeIndex;
  /** Files whose facts were read from their texts. */
  readonly read: number;
}

/** Index of the files, with the facts that the cache keeps; it is told of those that are new. */
export async function openIndex(
  files: SourceFiles,
  cache?: IndexCache,
  signal?: AbortSignal,
): Promise<OpenedIndex> {
  const listed = [...files.files]
    .filter(([path]) => !BINARY.test(path) && !isSecretFile(path))
    .slice(0, MOST_FILES);
  const parts = (await cache?.read()) ?? [];
  const known = knownFacts(parts);
  const facts = new Map<string, FileFacts>();
  const missing = new Map<string, string>();
  for (const [path, hash] of listed) {
    const key = keyOf(path, hash);
    const found = known.get(key);
    if (found) facts.set(key, found);
    else missing.set(key, path);
  }
  const news = await readMissing(files, missing, signal);
  for (const [key, one] of news) facts.set(key, one);
  if (cache) await keepFacts(cache, { facts, news, known: known.size, parts: parts.length });
  const entries = listed.flatMap(([path, hash]) => {
    const found = facts.get(keyOf(path, hash));
    return found ? [{ path, hash, facts: found }] : [];
  });
  const manifests = await manifestsOf(files);
  return { index: new CodeIndex({ name: files.name, files: entries, manifests }), read: news.size };
}

function keyOf(path: string, hash: BlobHash): string {
  return `${hash} ${factsKind(path)}`;
}

/** Facts of all parts; none where one of them can't be read, so that the sources are read anew. */
function knownFacts(parts: readonly Buffer[]): Map<string, FileFacts> {
  const known = new Map<string, FileFacts>();
  for (const part of parts) {
    const facts = decodeFacts(part);
    if (!facts) return new Map();
    for (const [key, one] of facts) known.set(key, one);
  }
  return known;
}

interface Kept {
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly news: ReadonlyMap<string, FileFacts>;
  /** How many facts are kept already, and in how many parts. */
  readonly known: number;
  readonly parts: number;
}

/** Adds few news as a part; many, or a cache of which most is not used any more, are written whole. */
async function keepFacts(cache: IndexCache, { facts, news, known, parts }: Kept): Promise<void> {
  const isFew = known > 0 && parts < MOST_PARTS && news.size <= facts.size * FEW;
  if (known > 2 * facts.size || (news.size > 0 && !isFew)) await cache.write(encodeFacts(facts));
  else if (news.size > 0) await cache.append(encodeFacts(news));
}

async function readMissing(
  files: SourceFiles,
  missing: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, FileFacts>> {
  const wanted = [...missing];
  const taskAt = async (index: number): Promise<{ path: string; text: string } | undefined> => {
    const path = wanted[index]?.[1];
    const text = path === undefined ? undefined : await files.text(path);
    return path === undefined || text === undefined ? undefined : { path, text };
  };
  const found = await readFacts(wanted.length, taskAt, signal);
  return new Map(wanted.flatMap(([key], index) => (found[index] ? [[key, found[index]] as const] : [])));
}

async function manifestsOf(files: SourceFiles): Promise<Map<string, string>> {
  const paths = [...files.files.keys()].filter((path) => MANIFEST_NAME.test(baseName(path)));
  const texts = new Map<string, string>();
  for (const path of paths.slice(0, MOST_MANIFESTS)) {
    const text = await files.text(path);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

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

/**
 * Cache in a store under a name, such as a directory's real path. The name points at a few blobs through the records of this machine,
 * which change; the blobs have no owner, so the collection takes them when they have not been used for long.
 */
export function storeCache(
  { blobs, stats }: { blobs: Pick<BlobStore, 'load' | 'put'>; stats: Pick<StatCache, 'get' | 'setMany'> },
  name: string,
): IndexCache {
  const key = createHash('sha256').update(`navigation\0${name}`).digest();
  const hashes = (): BlobHash[] => {
    const record = stats.get(key) ?? Buffer.alloc(0);
    const count = record.length % key.length === 0 ? record.length / key.length : 0;
    return Array.from(
      { length: count },
      (_, index) => record.toString('hex', index * key.length, (index + 1) * key.length) as BlobHash,
    );
  };
  const keep = async (kept: readonly string[], bytes: Buffer): Promise<void> => {
    const hash = await blobs.put(bytes);
    await stats.setMany([{ key, record: Buffer.from([...kept, hash].join(''), 'hex') }]);
  };
  return {
    read: async () => {
      try {
        return await Promise.all(hashes().map((hash) => blobs.load(hash)));
      } catch (error) {
        if (error instanceof BlobMissingError || error instanceof BlobCorruptError) return [];
        throw error;
      }
    },
    write: (bytes) => keep([], bytes),
    append: (bytes) => keep(hashes(), bytes),
  };
}
