/** Additions of the sandbox to jest's `expect`: its names before version 30, and a fresh state for every run. */
import { expect } from 'expect';

type Matcher = (this: { promise?: string }, received: unknown, ...args: unknown[]) => unknown;

interface MatcherTable {
  matchers: Record<string, Matcher>;
  customEqualityTesters: unknown[];
}

/** Table in which expect keeps its matchers; `globalThis` is private to the bundle. */
const TABLE = Symbol.for('$$jest-matchers-object');
const INTERNAL = Symbol.for('$$jest-internal-matcher');

const table = (globalThis as unknown as Record<symbol, MatcherTable>)[TABLE] as MatcherTable;

/** Names that jest 30 has removed and older projects still use. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  toBeCalled: 'toHaveBeenCalled',
  toBeCalledTimes: 'toHaveBeenCalledTimes',
  toBeCalledWith: 'toHaveBeenCalledWith',
  lastCalledWith: 'toHaveBeenLastCalledWith',
  nthCalledWith: 'toHaveBeenNthCalledWith',
  toReturn: 'toHaveReturned',
  toReturnTimes: 'toHaveReturnedTimes',
  toReturnWith: 'toHaveReturnedWith',
  lastReturnedWith: 'toHaveLastReturnedWith',
  nthReturnedWith: 'toHaveNthReturnedWith',
};

for (const [name, current] of Object.entries(OLD_NAMES)) {
  const matcher = table.matchers[current];
  if (matcher) table.matchers[name] = matcher;
}

/** Likewise; behind `rejects` it gets the reason instead of a function that throws it. */
const toThrowError: Matcher = function (received, ...args) {
  const thrower = (): never => {
    throw received;
  };
  const fromPromise = this.promise && received instanceof Error;
  return table.matchers.toThrow?.call(this, fromPromise ? thrower : received, ...args);
};
Object.defineProperty(toThrowError, INTERNAL, { value: true });
table.matchers.toThrowError = toThrowError;

/** Sets the names that matchers see. */
export function announceTest(currentTestName: string, testFailing: boolean): void {
  expect.setState({ currentTestName, testFailing } as Parameters<typeof expect.setState>[0]);
}

/** Forgets what an earlier run in this context left in `expect`. */
export function resetExpect(state: { testPath: string }): void {
  table.customEqualityTesters.length = 0;
  expect.setState({
    assertionCalls: 0,
    numPassingAsserts: 0,
    isExpectingAssertions: false,
    expectedAssertionsNumber: null,
    suppressedErrors: [],
    currentTestName: undefined,
    testFailing: undefined,
    ...state,
  } as Parameters<typeof expect.setState>[0]);
}
