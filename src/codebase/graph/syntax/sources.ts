import type { Parser } from '@vscode/tree-sitter-wasm';
import { Lru } from '../../../machine/lru';
import { parserOf } from '../../sources/grammars';
import type { TreeFiles } from '../../sources/tree-files';
import { factsOf } from './extract';
import type { FileFacts } from './facts';
import { GO, JAVA, PYTHON, RUST } from './languages';
import type { LanguageTable } from './language-table';
import { plainTree } from './plain-tree';

export const TABLES: readonly LanguageTable[] = [PYTHON, GO, RUST, JAVA];

/** Names of one symbol that are looked for. */
const MOST_ALIASES = 20;
/** Sources above this are data, or made by a program. */
const LONGEST = 1_000_000;
/** Characters of the texts whose facts are kept. */
const KEPT_CHARS = 100_000_000;

/** Table of a path's language; undefined where no grammar of these reads it. */
export function tableOf(path: string): LanguageTable | undefined {
  return TABLES.find((table) => table.path.test(path));
}

/** Sources of one tree that grammars read, with their facts; each text is parsed once. */
export class SyntaxSources {
  private readonly parsers = new Map<LanguageTable, Parser>();
  private readonly facts = new Lru<string, FileFacts | undefined>(KEPT_CHARS);
  private files: TreeFiles | undefined;
  private listed: string[] = [];
  private isLate: () => boolean = () => false;

  /** Looks at a tree from now on; loads the grammars that it needs. */
  async open(files: TreeFiles, isLate: () => boolean): Promise<boolean> {
    this.isLate = isLate;
    const isOther = this.files !== files;
    this.files = files;
    if (isOther) this.listed = files.paths.filter((path) => tableOf(path) !== undefined);
    const needed = TABLES.filter(
      (table) => !this.parsers.has(table) && this.listed.some((path) => table.path.test(path)),
    );
    for (const table of needed) this.parsers.set(table, await parserOf(table.grammar));
    return isOther;
  }

  /** Paths that a grammar reads. */
  get paths(): readonly string[] {
    return this.listed;
  }

  has(path: string): boolean {
    return this.files?.hash(path) !== undefined;
  }

  text(path: string): string | undefined {
    return this.files?.text(path);
  }

  /** Facts of a file; undefined where nothing can read it. Throws `LateError` where there is no time. */
  of(path: string): FileFacts | undefined {
    const hash = this.files?.hash(path);
    const table = tableOf(path);
    const parser = table && this.parsers.get(table);
    if (hash === undefined || !parser) return undefined;
    const key = `${hash} ${path}`;
    const known = this.facts.get(key);
    if (known) return known;
    const text = this.text(path);
    if (text === undefined || text.length > LONGEST) return undefined;
    if (this.isLate()) throw new LateError();
    const tree = plainTree(parser, text, this.isLate);
    if (!tree) throw new LateError();
    const facts = factsOf(path, text, tree, table);
    this.facts.set(key, facts, text.length);
    return facts;
  }

  /** Files in whose text a name stands as a word. */
  *naming(name: string): Generator<string> {
    for (const path of this.listed) if (hasWord(this.text(path) ?? '', name)) yield path;
  }

  /** Names under which imports take a name over, from one file to the next. */
  aliases(name: string): ReadonlySet<string> {
    const names = new Set([name]);
    for (const one of names) {
      if (names.size > MOST_ALIASES) break;
      for (const path of this.naming(one))
        for (const { name: taken, alias } of this.of(path)?.imports ?? [])
          if (taken === one && alias !== '') names.add(alias);
    }
    return names;
  }
}

/** Signal that the time is over. */
export class LateError extends Error {
  constructor() {
    super('the time is over');
  }
}

function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + name.length])) return true;
  return false;
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_]/u.test(char);
}
