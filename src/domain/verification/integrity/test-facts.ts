/** How a test is run, as it is written. */
export type TestMode = 'run' | 'skip' | 'only';

/** One test as its file defines it. */
export interface TestFact {
  /** Titles from the outermost `describe`, joined by ` > `. */
  name: string;
  mode: TestMode;
  /** Assertions that always run: those behind a condition, in a `try` that catches, or after a `return` don't count. */
  assertions: number;
  /** Sum over them, each 1 to 3: an exact comparison says more than that something is there. */
  strength: number;
  /** Those of them that nothing can leave out: no loop without a turn, no callback that nobody calls, no promise that nobody waits for. */
  sure?: number;
  /** Differences that its assertions let pass. */
  tolerances?: readonly number[];
}

/** Promises of a test file. */
export interface TestFileFacts {
  tests: readonly TestFact[];
  /** Specifiers of modules that it replaces by mocks. */
  mocks: readonly string[];
  /** Settings of the test API that decide what passes: `expect.extend`, `jest.retryTimes`. */
  settings?: readonly string[];
  /** Names of the test API that it declares itself, for example `expect`. */
  ownApi: readonly string[];
}
