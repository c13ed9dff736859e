/** A file of Python, Go, Rust or Java as the graph looks at it: what it declares and imports, and where names are used. */
import { parentPath } from '../../domain/files/paths';
import { codeOnly } from '../../domain/verification/integrity/code-text';
import { Lru } from '../../machine/lru';
import { FactsReader, type Assembled } from '../navigation/facts/facts-reader';
import { languageOf, type ImportFact } from '../navigation/facts';
import type { CodeLanguage, CodeRange } from '../navigation/types';
import type { TreeFiles } from '../sources/tree-files';
import { fileSymbol } from './nodes';
import { SYNTAX_PATH } from './read-paths';
import { SymbolIds } from './symbol-ids';
import type { GraphNode, ReferenceRole, Site } from './types';

/** Symbols that may call, or name others. */
const BODIES: ReadonlySet<string> = new Set([
  ...['function', 'method', 'constructor', 'class', 'interface', 'enum', 'module'],
]);
export const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'enum']);
const MEMBERS: ReadonlySet<string> = new Set(['method', 'property', 'constructor', 'constant', 'variable']);
const LONGEST_LINE = 2_000;
/** Characters of the texts whose facts are kept. */
const KEPT_CHARS = 100_000_000;

export const WORD = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Value before a dot or `::`, as far as it is short. */
const RECEIVER = /(?<![\w.:()])([\w.:()]{1,80}?)[ \t]{0,9}(?:\.|::)[ \t]{0,9}$/;

/** `a = B(`, `a: B`, `a := &B{`, `let a = B::new`. */
const BESIDE =
  /(?<![\w.])([\w.]{1,80})[ \t]{0,9}(?::=|[:=])[ \t]{0,9}(?:[&*]|new |mut |dyn ){0,3}([A-Za-z_][\w.:]{0,80})/g;
/** `a *B`, `a data.B` of Go. */
const BEHIND = /(?<![\w.])(\w{1,80})[ \t]{1,9}\*?([\w.]{0,60}[A-Z]\w{0,60})/g;
/** `B<C> a` of Java. */
const BEFORE = /(?<![\w.])([A-Z]\w{0,80})(?:<[\w, ?]{0,80}>)?[ \t]{1,9}(\w{1,80})[ \t]{0,9}[=;,):]/g;

/** A file as its grammar reads it, with its code apart from comments and texts. */
export interface NamedSource {
  readonly path: string;
  readonly language: CodeLanguage;
  readonly lines: readonly string[];
  readonly nodes: readonly GraphNode[];
  readonly imports: readonly ImportFact[];
  /** Name of a value → types that are written beside it. */
  readonly types: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Place where a name is used: line and column from 1. */
export interface NameUse {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly role: ReferenceRole;
  /** Value before the name; empty where it is too long to be read. */
  readonly receiver?: string;
  /** Number of arguments of a call, where it ends in its line. */
  readonly args?: number;
}

function namedSource(path: string, text: string, language: CodeLanguage, code: Assembled): NamedSource {
  const ids = new SymbolIds(path);
  const nodes = code.symbols.map(({ name, kind, range, nameRange, container, signature, isExported }) => ({
    symbol: {
      id: ids.next(container, name),
      path,
      name,
      kind,
      range,
      nameRange,
      container,
      signature,
      isExported,
    },
    ...{ isExternal: false, file: path, offset: 0 },
  }));
  const lines = codeOnly(path, text)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE));
  return { path, language, lines, nodes, imports: code.imports, types: typedNames(language, lines) };
}

function typedNames(
  language: CodeLanguage,
  lines: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const note = (name: string, type: string): void => {
    if (/[A-Z]/.test(type)) found.set(name, (found.get(name) ?? new Set()).add(type));
  };
  for (const line of lines) {
    if (language === 'java') for (const [, type = '', name = ''] of line.matchAll(BEFORE)) note(name, type);
    else for (const [, name = '', type = ''] of line.matchAll(BESIDE)) note(name, type);
    if (language === 'go') for (const [, name = '', type = ''] of line.matchAll(BEHIND)) note(name, type);
  }
  return found;
}

/** Sources of one tree, each read once. */
export class NamedSources {
  private readonly reader = new FactsReader();
  private readonly known = new Lru<string, NamedSource>(KEPT_CHARS);
  /** Name → files that it stands in. */
  private readonly found = new Map<string, readonly string[]>();
  private files: TreeFiles | undefined;
  private isLate: () => boolean = () => false;
  paths: readonly string[] = [];

  /** Looks at a tree from now on; false where it is the one before. */
  async open(files: TreeFiles, isLate: () => boolean): Promise<boolean> {
    this.isLate = isLate;
    if (this.files === files) return false;
    this.files = files;
    this.found.clear();
    this.paths = files.paths.filter((path) => SYNTAX_PATH.test(path));
    for (const path of this.paths) await this.reader.prepare(path);
    return true;
  }

  /** A file as its grammar reads it; undefined where nothing can. Throws `LateError` where there is no time. */
  of(path: string): NamedSource | undefined {
    const language = languageOf(path);
    const hash = this.files?.hash(path);
    if (language === undefined || hash === undefined || !SYNTAX_PATH.test(path)) return undefined;
    const key = `${hash} ${path}`;
    const known = this.known.get(key);
    if (known) return known;
    if (this.isLate()) throw new LateError();
    const text = this.files?.text(path);
    const code = text === undefined ? undefined : this.reader.code(path, text);
    if (text === undefined || !code) return undefined;
    const source = namedSource(path, text, language, code);
    this.known.set(key, source, text.length);
    return source;
  }

  /** Files in whose text a name stands. */
  naming(name: string): readonly string[] {
    const known = this.found.get(name) ?? this.paths.filter((path) => this.files?.text(path)?.includes(name));
    this.found.set(name, known);
    return known;
  }

  /** Symbols of a name in files of a language. */
  declaring(
    name: string,
    language: CodeLanguage | undefined,
    passes: (node: GraphNode) => boolean,
  ): GraphNode[] {
    const sources = this.naming(name).flatMap((path) => this.of(path) ?? []);
    return sources
      .filter((source) => language === undefined || source.language === language)
      .flatMap(({ nodes }) => nodes.filter((node) => node.symbol.name === name && passes(node)));
  }

  /** Files of the same folder and language. */
  siblings(path: string): string[] {
    const [folder, end] = [parentPath(path), path.slice(path.lastIndexOf('.'))];
    return this.paths.filter((one) => one !== path && parentPath(one) === folder && one.endsWith(end));
  }
}

/** Signal that the time is over. */
class LateError extends Error {
  constructor() {
    super('the time is over');
  }
}

/** Uses of names in a line. `names`: only of these. */
export function* usesIn(
  { lines, imports }: NamedSource,
  line: number,
  names?: ReadonlySet<string>,
): Generator<NameUse> {
  const text = lines[line - 1] ?? '';
  const isImport = imports.some(({ range }) => range.startLine <= line && line <= range.endLine);
  for (const { 0: name, index } of text.matchAll(WORD)) {
    if (names?.has(name) === false) continue;
    const [before, after] = [text.slice(0, index), text.slice(index + name.length)];
    const isBehind = !isImport && /(?:\.|::)[ \t]{0,9}$/.test(before);
    const role = isImport ? 'import' : roleOf(after);
    const receiver = isBehind ? { receiver: RECEIVER.exec(before)?.[1] ?? '' } : {};
    yield {
      name,
      line,
      column: index + 1,
      role,
      ...receiver,
      ...(role === 'call' && { args: countIn(after) }),
    };
  }
}

function roleOf(after: string): 'call' | 'write' | 'read' {
  if (/^(?:!?[ \t]{0,9}(?:(?:::)?<[\w, ]{0,80}>)?\(|\{)/.test(after)) return 'call';
  return /^[ \t]{0,20}(?::?=(?!=)|[-+*/|&^%]=)/.test(after) ? 'write' : 'read';
}

/** Number of things in the first brackets of a text; undefined where they do not end in it. */
function countIn(text: string): number | undefined {
  let [depth, count, isEmpty] = [0, 1, true];
  for (const char of text.slice(Math.max(0, text.indexOf('(')))) {
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (char.trim() !== '') isEmpty = false;
    if (char === ',' && depth === 1) count += 1;
    if (depth === 0) return isEmpty && count === 1 ? 0 : count;
  }
  return undefined;
}

/** Overloads with another number of parameters are not meant. */
export function byArity(targets: readonly GraphNode[], { args }: NameUse): readonly GraphNode[] {
  const same = targets.filter(({ symbol: { signature } }) => countIn(signature) === args);
  return args === undefined || same.length === 0 ? targets : same;
}

export function isAt({ startLine, startColumn }: CodeRange, { line, column }: NameUse): boolean {
  return startLine === line && startColumn === column;
}

export function siteOf({ path }: NamedSource, { name, line, column }: NameUse): Site {
  return {
    path,
    range: { startLine: line, startColumn: column, endLine: line, endColumn: column + name.length },
  };
}

/** The innermost symbol with a body around a place; the file where there is none. */
export function around(
  { path, lines, nodes }: NamedSource,
  { line, column }: Pick<NameUse, 'line' | 'column'>,
): GraphNode {
  const inner = nodes.findLast(({ symbol: { kind, range, container } }) => {
    const isBefore = range.startLine < line || (range.startLine === line && range.startColumn <= column);
    const isBehind = line < range.endLine || (line === range.endLine && column < range.endColumn);
    return isBefore && isBehind && (BODIES.has(kind) || container === '');
  });
  if (inner) return inner;
  const end = { endLine: lines.length, endColumn: (lines.at(-1) ?? '').length + 1 };
  return {
    symbol: fileSymbol(path, { startLine: 1, startColumn: 1, ...end }),
    ...{ isExternal: false, file: path, offset: 0 },
  };
}

/** True where a function around a use has a parameter of its name. */
export function isParameter(source: NamedSource, use: NameUse): boolean {
  const { signature, name } = around(source, use).symbol;
  const text = signature.slice(signature.indexOf('(', signature.indexOf(name)) + 1);
  return [...text.matchAll(WORD)].some(({ 0: word, index }) => {
    const [before, after] = [text.slice(0, index).trimEnd(), text.slice(index + word.length).trimStart()];
    const isFirst =
      source.language === 'java'
        ? /[\w>\]]$/.test(before) && /^[,)]/.test(after)
        : /(?:^|[(,*&])$/.test(before);
    return word === use.name && isFirst;
  });
}

/** True for an import of all names of a module. */
export function isOpen({ names }: ImportFact): boolean {
  return names.length === 0 || names.some(({ name, local }) => name === '*' && local === '*');
}

export function isMember({ symbol }: Pick<GraphNode, 'symbol'>): boolean {
  return symbol.container !== '' && MEMBERS.has(symbol.kind);
}

/** Name of a symbol with what is around it; empty for a file. */
export function qualified({ file, symbol: { id, container, name } }: GraphNode): string {
  if (id === file) return '';
  return container === '' ? name : `${container}.${name}`;
}

export function lastPart(name: string): string {
  return name.split(/::|[./]/).at(-1) ?? '';
}
