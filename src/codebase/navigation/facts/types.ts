/** Facts of one file, from its text alone: equal texts of one kind of name have equal facts, wherever they are. */
import type { CodeLanguage, CodeRange, CodeSymbol } from '../types';

/** Declaration without what its path says. */
export interface SymbolFact extends Omit<CodeSymbol, 'id' | 'path'> {
  /** Terms of the beginning of its comment, each once, joined by blanks. */
  readonly summary?: string;
}

/** Name that an import brings: `*` for a whole module, `default` for its main export. */
export interface ImportedName {
  readonly name: string;
  /** Name that it has here. */
  readonly local: string;
}

export interface ImportFact {
  /** As it is written, without quotation marks. */
  readonly specifier: string;
  readonly names: readonly ImportedName[];
  readonly range: CodeRange;
}

/** Name that is called, or made with `new`. */
export interface CallFact {
  readonly name: string;
  /** Receiver of the call, where that is a short expression: `this`, `user.mail`. */
  readonly receiver?: string;
  /** The name alone. */
  readonly range: CodeRange;
  /** Index of the innermost symbol around it; -1 at the top of the file. */
  readonly caller: number;
}

export interface FileFacts {
  /** Undefined where no grammar read the file. */
  readonly language?: CodeLanguage;
  readonly lines: number;
  readonly symbols: readonly SymbolFact[];
  readonly imports: readonly ImportFact[];
  readonly calls: readonly CallFact[];
  /** Identifiers that stand anywhere in the file, sorted. */
  readonly names: readonly string[];
  /** Terms with their weights (see `weights`), sorted. */
  readonly terms: readonly string[];
  /** Weight of each term: how often it stands in the text, names of declarations counted more. */
  readonly weights: readonly number[];
  /** Trigrams of the text, see `trigrams.ts`. */
  readonly trigrams: Uint8Array;
}

/** A file to be read for facts. */
export interface FactsTask {
  readonly path: string;
  readonly text: string;
}

/** Files to be read; `textOnly`: without grammars. */
export interface FactsBatch {
  readonly tasks: readonly FactsTask[];
  readonly textOnly: boolean;
}
