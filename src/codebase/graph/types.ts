/** Answers of the graph: places, references, calls, impact. */
import type { CodeRange, CodeSymbol } from '../navigation/types';

/** Role of a name at a place. */
export type ReferenceRole = 'definition' | 'import' | 'call' | 'write' | 'read';

export interface Reference {
  path: string;
  range: CodeRange;
  role: ReferenceRole;
  /** Symbol around the place; the path alone at the top of a file. */
  within: string;
  /** False where the name could mean another symbol. */
  isExact: boolean;
}

/** Place in a file. */
export interface Site {
  path: string;
  range: CodeRange;
}

/** Symbol that a chain of calls leads to, by its shortest way. */
export interface CallNode {
  symbol: CodeSymbol;
  /** Calls between it and the symbol asked for, from 1. */
  depth: number;
  /** Ids from the symbol asked for to this one. */
  way: string[];
  /** Places of the last calls of the way. */
  sites: Site[];
  /** False where a call of the way could mean another symbol. */
  isExact: boolean;
  /** True for declarations of installed packages and of the language, whose calls are not followed. */
  isExternal: boolean;
}

export interface Definition {
  symbol: CodeSymbol;
  isExact: boolean;
  isExternal: boolean;
}

/** Symbol that a change touches. `weight`: the more, the nearer and the more often used. */
export interface TouchedSymbol {
  symbol: CodeSymbol;
  depth: number;
  /** Ids from the changed symbol to this one. */
  way: string[];
  uses: number;
  isExact: boolean;
  isTest: boolean;
  weight: number;
}

/** File that a change touches: by symbols, or only because it imports what does. */
export interface TouchedFile {
  path: string;
  weight: number;
  by: 'symbols' | 'imports';
  isTest: boolean;
}

/** Dependents of a symbol or a file, the likeliest to break first. */
export interface Impact {
  changed: CodeSymbol[];
  symbols: TouchedSymbol[];
  files: TouchedFile[];
  /** Tests among the files. */
  tests: string[];
}

/** One symbol that a name means, and what was found of it; `more`: how many others there are beyond the limit. */
export interface Match<T> {
  symbol: CodeSymbol;
  items: T[];
  more: number;
}

/** Answer about a name. */
export type GraphAnswer<T> =
  | {
      status: 'answered';
      /** All symbols that the name means. */
      matches: Match<T>[];
      /** Symbols of that name beyond the first ten. */
      moreMatches: number;
      /** True if it is what was found until the time was over, or a source was too deep to be read. */
      isPartial: boolean;
    }
  | { status: 'unknown'; nearest: string[] }
  | { status: 'unanswered'; reason: string };

/** Questions that are answered by a list for each symbol of a name. */
export interface Answers {
  definition: Definition;
  references: Reference;
  callers: CallNode;
  callees: CallNode;
  users: CallNode;
}

export type GraphQuestion = { tree: string; directory?: string } & (
  | { kind: keyof Answers; of: string; depth: number; limit: number }
  | { kind: 'symbols'; path: string }
  | { kind: 'imports' }
);

/** Answers of the process; `imports` are edges from a file to one it imports. */
export type ProcessAnswer =
  | { kind: 'matches'; answer: GraphAnswer<Answers[keyof Answers]> }
  | { kind: 'symbols'; symbols?: CodeSymbol[] }
  | { kind: 'imports'; edges: [from: string, to: string][] };

/** Node of the graph as an engine finds it again. */
export interface GraphNode {
  symbol: CodeSymbol;
  isExternal: boolean;
  /** Place by which the engine asks about it: its file and an offset there. */
  file: string;
  offset: number;
}

export interface GraphEdge {
  node: GraphNode;
  sites: Site[];
  isExact: boolean;
}

/** One way to read a graph: by a compiler, or by grammars. */
export interface Engine {
  reads(path: string): boolean;
  /** Symbols of a file, in the order of the text; undefined where it can't be read. */
  symbols(path: string): GraphNode[] | undefined;
  /** Symbols whose last name this is. */
  named(name: string): GraphNode[];
  /** Definitions of the name at a place, lines and columns from 1; undefined where no name stands there. */
  at(path: string, line: number, column: number): { node: GraphNode; definitions: GraphEdge[] } | undefined;
  references(node: GraphNode): Reference[];
  callers(node: GraphNode): GraphEdge[];
  callees(node: GraphNode): GraphEdge[];
  /** Symbols that name this one in any way. */
  users(node: GraphNode): GraphEdge[];
  /** Names of symbols, for who mistypes one. */
  names(): Iterable<string>;
  imports(): [from: string, to: string][];
}
