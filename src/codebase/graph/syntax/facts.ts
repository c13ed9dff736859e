/** Facts of one file of a language that a grammar reads, before anything is resolved. */
import type { CodeLanguage, CodeSymbol } from '../../navigation/types';

/** Value or type as far as syntax shows it. */
export type Expression =
  | { kind: 'name'; name: string; offset: number }
  | { kind: 'member'; of: Expression; name: string }
  | { kind: 'call'; of: Expression }
  | { kind: 'instance'; of: Expression }
  | { kind: 'self'; offset: number }
  | { kind: 'super'; offset: number }
  | { kind: 'unknown' };

export interface Declared {
  symbol: CodeSymbol;
  start: number;
  end: number;
  nameStart: number;
  /** Type of the value, or of what a function returns. */
  type?: Expression;
  /** Types that it extends or implements. */
  bases: Expression[];
  /** Number of parameters, where overloads are told apart by it. */
  parameters?: number;
  /** True inside of a function: it is known there only. */
  isLocal: boolean;
}

/** Parameter or local variable. */
export interface Binding {
  name: string;
  offset: number;
  /** Range in which it is known. */
  start: number;
  end: number;
  type?: Expression;
}

/** Place where a name is used. */
export interface Use {
  name: string;
  start: number;
  end: number;
  role: 'call' | 'write' | 'read';
  /** Value before the dot. */
  receiver?: Expression;
  /** Number of arguments of a call. */
  args?: number;
}

/** Name that a file takes from a module; without `name` it is the module itself. */
export interface Imported {
  alias: string;
  module: string;
  name?: string;
  /** True for all names of the module; the alias is then ''. */
  isAll: boolean;
  start: number;
  end: number;
  /** Place of the name that is imported, where one is written. */
  nameStart?: number;
  /** Qualified name of the inline module that the import stands in. */
  container: string;
}

export interface FileFacts {
  path: string;
  text: string;
  language: CodeLanguage;
  /** Package or module that the file declares itself; '' where it does not. */
  module: string;
  declared: Declared[];
  bindings: Binding[];
  uses: Use[];
  imports: Imported[];
  /** Types and the types that they implement, declared apart from both. */
  implemented: { type: Expression; base: Expression }[];
}
