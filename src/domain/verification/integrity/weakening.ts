import { said, type Said } from '../../run/said';

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

export interface TestFileFacts {
  tests: readonly TestFact[];
  /** Specifiers of modules that it replaces by mocks. */
  mocks: readonly string[];
  /** Settings of the test API that decide what passes: `expect.extend`, `jest.retryTimes`. */
  settings?: readonly string[];
  /** Names of the test API that it declares itself, for example `expect`. */
  ownApi: readonly string[];
}

const SHOWN = 3;

/**
 * Ways in which a changed test file asks for less than before, one part of a sentence each. Empty: it does not. More
 * tests, other expected values and stricter assertions do not weaken it.
 */
export function weakenings(before: TestFileFacts, after: TestFileFacts | undefined): Said[] {
  if (!after) return before.tests.length === 0 ? [] : [deleted(before.tests.length)];
  const found: Said[] = [];
  const now = new Map(after.tests.map((test) => [test.name, test]));
  for (const test of before.tests) {
    const change = weakened(test, now.get(test.name));
    if (change) found.push(change);
  }
  const only = after.tests.find(
    ({ name, mode }) => mode === 'only' && before.tests.find((test) => test.name === name)?.mode !== 'only',
  );
  if (only) found.push(said`runs only ${JSON.stringify(only.name)}`);
  for (const mock of added(before.mocks, after.mocks)) found.push(said`puts a mock in the place of ${mock}`);
  for (const name of added(before.settings ?? [], after.settings ?? [])) found.push(said`sets ${name}`);
  for (const name of added(before.ownApi, after.ownApi)) found.push(said`declares its own ${name}`);
  const more = found.length - SHOWN;
  return more > 0 ? [...found.slice(0, SHOWN), said`and ${String(more)} more`] : found;
}

function deleted(tests: number): Said {
  return tests === 1 ? said`deletes ${'1'} test` : said`deletes ${String(tests)} tests`;
}

function weakened(before: TestFact, after: TestFact | undefined): Said | undefined {
  const name = JSON.stringify(before.name);
  if (!after) return said`no longer has the test ${name}`;
  if (before.mode !== 'skip' && after.mode === 'skip') return said`skips ${name}`;
  if (after.assertions < before.assertions)
    return said`has fewer assertions in ${name} (${String(after.assertions)}, not ${String(before.assertions)})`;
  if (after.strength < before.strength) return said`has looser assertions in ${name}`;
  if (isWider(before.tolerances, after.tolerances)) return said`lets a wider difference pass in ${name}`;
  if ((after.sure ?? 0) < (before.sure ?? 0)) return said`may leave out assertions in ${name}`;
  return undefined;
}

/** True if a difference that was let pass has gone, and a larger one has come; assertions that are new alone don't count. */
function isWider(before: readonly number[] = [], after: readonly number[] = []): boolean {
  const [was, is] = [new Set(before), new Set(after)];
  const gone = before.filter((one) => !is.has(one));
  const most = gone.reduce((largest, one) => Math.max(largest, one), -Infinity);
  return gone.length > 0 && after.some((one) => !was.has(one) && one > most);
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return [...new Set(after)].filter((one) => !before.includes(one));
}
