/** Words of the search of code. */
import type { CodeRange } from '../types';

/** Ways in which files are found; `exact` only of what a question writes as code does, `meaning` only with an embedder. */
export type SearchWay = 'exact' | 'symbols' | 'text' | 'trigrams' | 'path' | 'graph' | 'meaning';

export interface SearchHit {
  readonly path: string;
  /** The declaration that fits best, or some lines where none does. */
  readonly range: CodeRange;
  readonly symbolId?: string;
  /** Some lines of it. */
  readonly snippet: string;
  /** Line that the snippet begins with, from 1. */
  readonly snippetLine: number;
  readonly score: number;
  /** Ways that found the file, with its rank in each, from 1. */
  readonly why: readonly { readonly way: SearchWay; readonly rank: number }[];
}

/** Model of meanings: texts to vectors of one length, in the order given. */
export interface Embedder {
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

export interface SearchQuery {
  /** Most results; 10 without it. */
  readonly limit?: number;
  /** True: tests count as much as sources. Absent: the question says it. */
  readonly tests?: boolean;
  /** Only files for which it is true. */
  only?(path: string): boolean;
  /** Makes the list of `meaning`. */
  readonly embedder?: Embedder;
}
