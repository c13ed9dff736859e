/** Questions and answers of the process that looks for errors. */

/** A syntax or type error. Lines and columns count from 1. */
export interface Problem {
  path: string;
  line: number;
  column: number;
  /** One line. */
  message: string;
  /** `TS2322`; absent for errors of other parsers. */
  code?: string;
}

/** Paths to be looked at in a tree, and the tree whose errors are known already. */
export interface CheckQuestion {
  tree: string;
  before?: string;
  paths: readonly string[];
  /** Path → path in the tree before, where that is another. */
  renamed?: Readonly<Record<string, string>>;
  /** Real path of the directory with the packages. */
  directory?: string;
}

/**
 * Problems of the paths, without those that the tree before had; `more`: how many were left out. `unread`: paths that no checker
 * knows or could read. `late`: the checkers gave up before they had seen all.
 */
export interface CheckAnswer {
  problems: Problem[];
  more: number;
  unread: string[];
  late: boolean;
}

/** Most problems of one answer: a generated file may have a hundred thousand. */
export const MOST_PROBLEMS = 200;
