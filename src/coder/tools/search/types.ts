/** A pattern to be looked for in lines of files. */
export interface LinePattern {
  pattern: string;
  /** The pattern is plain text. */
  literal: boolean;
  ignoreCase: boolean;
}

/** One file to be searched. */
export interface SearchedFile {
  path: string;
  bytes: Buffer;
}

/** A matching line; `offset`: its first byte in the file. */
export interface FoundLine {
  path: string;
  offset: number;
}

/** Found lines in the order of the files. `more`: there are others. `unfit`: the search can't do such patterns. */
export type SearchOutcome =
  | { status: 'found'; lines: FoundLine[]; more: boolean }
  | { status: 'bad-pattern'; reason: string }
  | { status: 'unfit' }
  | { status: 'late' };

export interface SearchTask extends LinePattern {
  files: AsyncIterable<SearchedFile>;
  /** Most lines. */
  limit: number;
  deadlineMs: number;
  signal: AbortSignal;
}
