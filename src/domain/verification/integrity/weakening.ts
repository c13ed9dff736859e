import { plural } from '../../text';

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
export function weakenings(before: TestFileFacts, after: TestFileFacts | undefined): string[] {
  if (!after) return before.tests.length === 0 ? [] : [`deletes ${plural(before.tests.length, 'test')}`];
  const found: string[] = [];
  const now = new Map(after.tests.map((test) => [test.name, test]));
  for (const test of before.tests) {
    const change = weakened(test, now.get(test.name));
    if (change) found.push(change);
  }
  const only = after.tests.find(
    ({ name, mode }) => mode === 'only' && before.tests.find((test) => test.name === name)?.mode !== 'only',
  );
  if (only) found.push(`runs only "${only.name}"`);
  for (const mock of added(before.mocks, after.mocks)) found.push(`puts a mock in the place of ${mock}`);
  for (const name of added(before.settings ?? [], after.settings ?? [])) found.push(`sets ${name}`);
  for (const name of added(before.ownApi, after.ownApi)) found.push(`declares its own ${name}`);
  const more = found.length - SHOWN;
  return more > 0 ? [...found.slice(0, SHOWN), `and ${plural(more, 'more weakening')}`] : found;
}

function weakened(before: TestFact, after: TestFact | undefined): string | undefined {
  if (!after) return `no longer has the test "${before.name}"`;
  if (before.mode !== 'skip' && after.mode === 'skip') return `skips "${before.name}"`;
  if (after.assertions < before.assertions)
    return `has fewer assertions in "${before.name}" (${after.assertions}, not ${before.assertions})`;
  if (after.strength < before.strength) return `has looser assertions in "${before.name}"`;
  if (isWider(before.tolerances, after.tolerances)) return `lets a wider difference pass in "${before.name}"`;
  if ((after.sure ?? 0) < (before.sure ?? 0)) return `may leave out assertions in "${before.name}"`;
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
