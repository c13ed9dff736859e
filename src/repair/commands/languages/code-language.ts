import type { SyntaxNode } from '../../../codebase/syntax';

/** Another thing that may have been meant, the likeliest first. */
export type Neighbours = Readonly<Record<string, readonly string[]>>;

/** A language by the names that its grammar has for things, and by its words. */
export interface CodeLanguage {
  /** `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  readonly path: RegExp;
  /** Types of nodes. */
  readonly types: {
    readonly functions: ReadonlySet<string>;
    /** Lists of statements. */
    readonly blocks: ReadonlySet<string>;
    readonly statements: ReadonlySet<string>;
    readonly loops: ReadonlySet<string>;
    readonly binary: ReadonlySet<string>;
    readonly names: ReadonlySet<string>;
    readonly members: ReadonlySet<string>;
    readonly calls: ReadonlySet<string>;
    readonly argumentLists: ReadonlySet<string>;
    readonly integers: ReadonlySet<string>;
    readonly floats: ReadonlySet<string>;
    readonly strings: ReadonlySet<string>;
    readonly returns: ReadonlySet<string>;
    readonly jumps: ReadonlySet<string>;
    /** Expressions that may be taken to another place, besides names, members, calls, literals and binary ones. */
    readonly donors: ReadonlySet<string>;
  };
  readonly words: {
    readonly and: string;
    readonly or: string;
    not(code: string): string;
    /** Expressions for nothing: `None`, `nil`. */
    readonly nothing: readonly string[];
    readonly booleans: readonly [yes: string, no: string];
    /** Ends a statement. */
    readonly end: string;
    /** Conditions by which an expression is nothing, and is something; absent where it never is. */
    readonly absent?: (code: string) => string;
    readonly present?: (code: string) => string;
    /** Code of the remainder that has the sign of the size; absent where `%` gives it. Parts of a sum come in brackets. */
    readonly modulo?: (number: string, size: string) => string;
    /** Index of the last item of a list. */
    last(list: string): string;
  };
  readonly operators: Neighbours;
  readonly methods: Neighbours;
  /** Calls that may be missing after an expression, such as `.strip()`, or too many. */
  readonly suffixes: readonly string[];
  /** Calls around an expression, such as `abs`. */
  readonly wraps: readonly string[];
  /** Values that a guard may give back besides those of other returns. */
  readonly returned: readonly string[];
  /** An `if` with one statement, indented as the line that it stands before. */
  guard(condition: string, statement: string, indent: string): string;
  /** Conditions of guards by a name: empty, absent, zero. */
  conditions(name: string): readonly string[];
  /** Nodes that hold nothing to be mutated: imports, types, tests among sources. */
  skips(node: SyntaxNode, text: string): boolean;
}

/** A set from words. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Neighbours where each of a group may stand for each other. */
export function groups(...lists: readonly string[]): Record<string, string[]> {
  const table: Record<string, string[]> = {};
  for (const list of lists) {
    const names = list.split(' ');
    for (const name of names) table[name] = [...(table[name] ?? []), ...names.filter((one) => one !== name)];
  }
  return table;
}

/** Neighbours of the operators that all languages share. */
export const SHARED_OPERATORS: Neighbours = {
  '<': ['<=', '>', '>=', '!='],
  '<=': ['<', '>=', '=='],
  '>': ['>=', '<', '<=', '!='],
  '>=': ['>', '<=', '=='],
  '==': ['!=', '>=', '<='],
  '!=': ['==', '<', '>'],
  '+': ['-', '*'],
  '-': ['+', '*'],
  '*': ['/', '+', '%'],
  '/': ['*', '%'],
  '%': ['/', '*'],
  '&': ['|', '^'],
  '|': ['&', '^'],
  '^': ['|', '&'],
  '<<': ['>>'],
  '>>': ['<<'],
};

/** Shared operators with the words of C for "and" and "or". */
export const C_OPERATORS: Neighbours = { ...SHARED_OPERATORS, '&&': ['||'], '||': ['&&'] };
