/** Scope of one test, or of the loading of the file: its first failure, its console. */
import type { ConsoleEntry, RawFailure } from '../runtime-protocol';

export type Status = 'passed' | 'failed' | 'skipped' | 'todo';

/** A test under way as its code sees it: told apart from others that left timers or promises behind. */
export class Scope {
  failure: RawFailure | undefined;
  console: ConsoleEntry[] = [];
  /** It was reported: a failure that comes now is late. */
  closed = false;
  /** Made where the test or hook that runs was defined. */
  origin: Error | undefined;

  /** `id` and `path` of a test; absent for the file itself. */
  constructor(readonly test?: { id: string; path: string[]; title: string }) {}

  /** Records the first failure. */
  fail(failure: RawFailure): void {
    this.failure ??= failure;
  }
}
