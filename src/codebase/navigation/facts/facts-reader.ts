/** Facts of a file by its grammar: what is in what, what is exported, who calls; and those of its text. */

import type { Parser, Query, QueryMatch } from '@vscode/tree-sitter-wasm';
import { queryOf, parserOf } from '../../sources/grammars';
import type { FactsTask, FileFacts, CallFact, ImportedName, ImportFact, SymbolFact } from './types';
import { TermReader } from '../../../domain/navigation/words';
import { readCaptures, type Captured, type Declared, type Piece } from './captures';
import { grammarOf, type Grammar, type ExportSign } from './languages';
import { isMinified, textFacts } from './text-facts';
import type { CodeRange, SymbolKind } from '../types';
import { Summaries } from './summaries';

const LONGEST_SIGNATURE = 160;
const LONGEST_NAME = 200;
const LONGEST_SPECIFIER = 300;
/** Kinds whose members are seen where they are seen. */
const WITH_MEMBERS: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum', 'module']);
const PRIVATE = /^(?:private|protected)\b|^#/;

/** A symbol with its place in the text and what is around it. */
interface Placed {
  readonly fact: SymbolFact;
  readonly start: number;
  readonly end: number;
}

export interface Assembled {
  readonly symbols: SymbolFact[];
  readonly imports: ImportFact[];
  readonly calls: CallFact[];
}

/** Something that symbols may be in: a symbol, or a block that belongs to one. */
interface Outer {
  readonly end: number;
  readonly container: string;
  readonly fact?: SymbolFact;
}

const MOST_PATHS = 100;

/** Time for one file, in ms; a grammar can be driven to take minutes for some. */
const MOST_MS = 2_000;
/** Files above this, in characters, are searched as text only. */
const LONGEST = 600_000;
const NO_CODE: Assembled = { symbols: [], imports: [], calls: [] };

/** Reader of facts with its parsers and the words that it has seen. */
export class FactsReader {
  private readonly grammars = new Map<string, { parser: Parser; query: Query }>();
  private readonly terms = new TermReader();

  /** Facts of a file. Where its grammar fails or takes too long, those of its text. */
  async read({ path, text }: FactsTask): Promise<FileFacts> {
    await this.prepare(path);
    const code = isMinified(text) ? undefined : this.code(path, text);
    const { symbols, imports, calls } = code ?? NO_CODE;
    const language = code && grammarOf(path)?.language;
    return { language, symbols, imports, calls, ...textFacts(path, text, symbols, this.terms) };
  }

  /** Facts of the text alone: for a file that ended the thread of its grammar. */
  readText({ path, text }: FactsTask): FileFacts {
    return { ...NO_CODE, ...textFacts(path, text, [], this.terms) };
  }

  /** Loads the grammar of a path. */
  async prepare(path: string): Promise<void> {
    const grammar = grammarOf(path);
    if (!grammar || this.grammars.has(grammar.name)) return;
    const parser = await parserOf(grammar.name);
    this.grammars.set(grammar.name, { parser, query: await queryOf(grammar.name, grammar.query) });
  }

  /** Facts by the grammar of a path, which is loaded; undefined where none reads the text, or it took too long. */
  code(path: string, text: string): Assembled | undefined {
    const grammar = grammarOf(path);
    const loaded = grammar && this.grammars.get(grammar.name);
    if (!loaded || text.length > LONGEST) return undefined;
    // A grammar that fails leaves its memory as it was just then: that ends the thread, which is started anew.
    return matchesOf(loaded, text, (matches) =>
      assemble(readCaptures(matches, text), text, grammar, this.terms),
    );
  }
}

/** Reads the matches of the grammar's query in a text, while its tree is there. Undefined: it took too long. */
function matchesOf<T>(
  { parser, query }: { parser: Parser; query: Query },
  text: string,
  read: (matches: QueryMatch[]) => T,
): T | undefined {
  const endMs = performance.now() + MOST_MS;
  const isLate = (): boolean => performance.now() > endMs;
  const tree = parser.parse(text, null, { progressCallback: isLate });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    const matches = query.matches(tree.rootNode, { progressCallback: isLate });
    return isLate() ? undefined : read(matches);
  } finally {
    tree.delete();
  }
}

/** Facts of one file of a grammar's language. */
function assemble(captured: Captured, text: string, grammar: Grammar, reader: TermReader): Assembled {
  const placed = placeSymbols(captured, text, grammar, reader);
  return {
    symbols: placed.map(({ fact }) => fact),
    imports: importsOf(captured, grammar),
    calls: callsOf(captured, placed),
  };
}

function placeSymbols(captured: Captured, text: string, grammar: Grammar, reader: TermReader): Placed[] {
  const entries = [
    ...withoutTwins(captured.declared).map((declared) => ({ ...declared.whole, declared, owner: '' })),
    ...captured.scopes.map((scope) => ({ ...scope, declared: undefined })),
  ].sort((left, right) => left.start - right.start || right.end - left.end);
  const outer: Outer[] = [];
  const placed: Placed[] = [];
  const summaries = new Summaries(text);
  for (const { start, end, declared, owner } of entries) {
    while (outer.length > 0 && (outer.at(-1)?.end ?? 0) <= start) outer.pop();
    const around = outer.at(-1);
    if (!declared) {
      outer.push({ end, container: owner });
      continue;
    }
    const container = declared.owner ?? around?.container ?? '';
    const said = summaries.of(declared.whole.range.startLine);
    const plain = factOf(declared, container, around, captured, text, grammar);
    const fact = said === undefined ? plain : { ...plain, summary: [...reader.count(said).keys()].join(' ') };
    placed.push({ fact, start, end });
    outer.push({ end, container: container === '' ? fact.name : `${container}.${fact.name}`, fact });
  }
  return placed;
}

/** One declaration a name: the first pattern that knows it has the best kind. */
function withoutTwins(declared: readonly Declared[]): Declared[] {
  const byName = new Map<number, Declared>();
  const rank = ({ kind }: Declared): number => (['constant', 'variable', 'type'].includes(kind) ? 1 : 0);
  for (const one of declared) {
    const known = byName.get(one.name.start);
    if (!known || rank(one) < rank(known)) byName.set(one.name.start, one);
  }
  return [...byName.values()];
}

function factOf(
  declared: Declared,
  container: string,
  around: Outer | undefined,
  captured: Captured,
  text: string,
  grammar: Grammar,
): SymbolFact {
  const name = unquoted(declared.name.text).slice(0, LONGEST_NAME);
  const signature = signatureOf(declared.whole, text);
  return {
    name,
    kind: kindOf(declared, container, around, grammar, name),
    range: declared.whole.range,
    nameRange: declared.name.range,
    container,
    signature,
    isExported: isExported(grammar.exportSign, declared, signature, around, captured),
  };
}

function kindOf(
  { kind, target }: Declared,
  container: string,
  around: Outer | undefined,
  { constructors = [] }: Grammar,
  name: string,
): SymbolKind {
  const isMember = container !== '' && (!around?.fact || WITH_MEMBERS.has(around.fact.kind));
  const isModule = around?.fact?.kind === 'module';
  if (constructors.includes(name) && isMember) return 'constructor';
  if (kind === 'function' && isMember && !isModule) return 'method';
  if (target !== undefined && /exports$/.test(target)) return 'function';
  return kind;
}

function isExported(
  sign: ExportSign,
  { name, whole, target }: Declared,
  signature: string,
  around: Outer | undefined,
  { exporting, exported }: Captured,
): boolean {
  if (sign === 'capital') return /^\p{Lu}/u.test(name.text);
  if (sign === 'no-underscore') return !/^_(?!_\w{1,80}__$)/.test(name.text);
  if (sign === 'pub') return /^pub\b/.test(signature) || around?.fact?.kind === 'interface';
  if (sign === 'public')
    return /\bpublic\b/.test(signature.split('(')[0] ?? '') || around?.fact?.kind === 'interface';
  if (target !== undefined) return /^(?:module\.)?exports$/.test(target);
  if (around?.fact)
    return around.fact.isExported && WITH_MEMBERS.has(around.fact.kind) && !PRIVATE.test(signature);
  return (
    exported.has(name.text) || exporting.some(({ start, end }) => start <= whole.start && whole.end <= end)
  );
}

/** The line in which the declaration begins, from there on, or whole where only words of the declaration stand before it. */
function signatureOf({ start, end }: Piece, text: string): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(lineStart, start - LONGEST_SIGNATURE), start);
  const from = /^\s*(?:[a-z]{2,20}\s{1,4}){0,4}$/.test(before) ? start - before.trimStart().length : start;
  const line = /^[^\n]{0,400}/.exec(text.slice(from, Math.max(end, from)))?.[0] ?? '';
  return line
    .replace(/\s{1,200}/g, ' ')
    .trim()
    .slice(0, LONGEST_SIGNATURE);
}

function unquoted(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, '');
}

function importsOf({ imports, brought }: Captured, grammar: Grammar): ImportFact[] {
  return imports.flatMap(({ source, whole }): ImportFact[] => {
    const specifier = unquoted(source.text).slice(0, LONGEST_SPECIFIER);
    const inside = brought.filter(({ at }) => whole.start <= at && at < whole.end);
    const names: ImportedName[] = inside.map(({ name, local }) => ({ name, local }));
    const { range } = whole;
    if (grammar.language === 'rust') return rustImports(source, whole);
    if (grammar.language === 'java') return [javaImport(specifier, whole)];
    return [{ specifier, names, range }];
  });
}

/** `mod name;` as an import of the module, and each path of a `use` by itself. */
function rustImports(source: Piece, { text, range }: Piece): ImportFact[] {
  if (!/\buse\b/.test(text.slice(0, 40)))
    return [{ specifier: `self::${source.text}`, names: [{ name: '*', local: source.text }], range }];
  return usedPaths(source.text.replace(/\s{1,200}/g, ' ')).map((path) => {
    const [from = '', alias] = path.split(' as ');
    const last = from.split('::').at(-1) ?? '';
    return {
      specifier: from.slice(0, LONGEST_SPECIFIER),
      names: [{ name: last, local: alias ?? last }],
      range,
    };
  });
}

/** Paths of a `use`, its braces multiplied out: `a::{b, c::d}` is `a::b` and `a::c::d`. */
function usedPaths(text: string): string[] {
  const paths: string[] = [];
  const prefixes: string[] = [''];
  let current = '';
  const end = (): void => {
    const path = current.trim();
    if (path !== '' && paths.length < MOST_PATHS)
      paths.push(((prefixes.at(-1) ?? '') + path).replace(/::self$/, ''));
    current = '';
  };
  for (const letter of text) {
    if (letter === '{') {
      prefixes.push((prefixes.at(-1) ?? '') + current.trim());
      current = '';
    } else if (letter === ',') end();
    else if (letter === '}') {
      end();
      prefixes.pop();
    } else current += letter;
  }
  end();
  return paths;
}

function javaImport(specifier: string, { text, range }: Piece): ImportFact {
  const last = specifier.split('.').at(-1) ?? '';
  const name = /\*\s{0,10};?$/.test(text) ? '*' : last;
  return { specifier, names: [{ name, local: name }], range };
}

/** Calls with the innermost symbol around each. */
function callsOf({ calls }: Captured, placed: readonly Placed[]): CallFact[] {
  const sorted = calls.toSorted((left, right) => left.name.start - right.name.start);
  const open: number[] = [];
  let next = 0;
  return sorted.map(({ name, receiver }) => {
    for (; next < placed.length && (placed[next]?.start ?? 0) <= name.start; next += 1) {
      closeUntil(open, placed, placed[next]?.start ?? 0);
      open.push(next);
    }
    closeUntil(open, placed, name.start);
    const range: CodeRange = name.range;
    const said = name.text.slice(0, LONGEST_NAME);
    return { name: said, ...(receiver && { receiver: receiver.text }), range, caller: open.at(-1) ?? -1 };
  });
}

function closeUntil(open: number[], placed: readonly Placed[], at: number): void {
  while (open.length > 0 && (placed[open.at(-1) ?? 0]?.end ?? 0) <= at) open.pop();
}
