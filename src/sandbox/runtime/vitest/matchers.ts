/** Matchers that vitest has and jest lacks. */
import { expect } from 'expect';
import { settledResults } from '../matchers';

declare const globalThis: { isMockFunction: (value: unknown) => boolean };

interface MatcherResult {
  pass: boolean;
  message: () => string;
}

interface Context {
  isNot?: boolean;
  equals: (left: unknown, right: unknown, testers?: unknown[]) => boolean;
  customTesters?: unknown[];
  utils: { iterableEquality: unknown; stringify: (value: unknown) => string };
}

interface MockState {
  calls: unknown[][];
  invocationCallOrder: number[];
}

function stateOf(value: unknown, matcher: string): MockState {
  if (!globalThis.isMockFunction(value)) throw new TypeError(`${matcher} needs a mock or spy function.`);
  return (value as { mock: MockState }).mock;
}

function result(context: Context, pass: boolean, what: string): MatcherResult {
  return { pass, message: () => `expected ${what.replace('{not}', context.isNot ? 'not to' : 'to')}` };
}

function same(context: Context, left: unknown, right: unknown): boolean {
  return context.equals(left, right, [...(context.customTesters ?? []), context.utils.iterableEquality]);
}

function fulfilled(value: unknown, matcher: string): unknown[] {
  return settledResults(stateOf(value, matcher))
    .filter((entry) => entry.type === 'fulfilled')
    .map((entry) => entry.value);
}

type Matcher = (this: unknown, received: unknown, ...args: unknown[]) => MatcherResult;

/** A matcher whose answer is one condition. */
function simple(
  test: (context: Context, received: unknown, args: unknown[]) => boolean,
  words: string,
): Matcher {
  return function (received, ...args) {
    const context = this as Context;
    const pass = test(context, received, args);
    const { stringify } = context.utils;
    return result(
      context,
      pass,
      `${stringify(received)} {not} ${words} ${args.map(stringify).join(', ')}`.trimEnd(),
    );
  };
}

function isOneOf(context: Context, received: unknown, choices: unknown): boolean {
  return [...(choices as Iterable<unknown>)].some((choice) => same(context, received, choice));
}

const general: Record<string, Matcher> = {
  toBeTypeOf: simple((_, received, [type]) => typeof received === type, 'be of type'),
  toBeOneOf: simple((context, received, [choices]) => isOneOf(context, received, choices), 'be one of'),
  toBeNullable: simple((_, received) => received === null || received === undefined, 'be null or undefined'),
  toSatisfy: simple(
    (_, received, [predicate]) => Boolean((predicate as (value: unknown) => unknown)(received)),
    'satisfy the predicate',
  ),
};

/** True if one mock was first called before another was. */
function isBefore(first: MockState, second: MockState, orNever: boolean): boolean {
  const mine = first.invocationCallOrder[0];
  const other = second.invocationCallOrder[0];
  if (mine === undefined) return !orNever;
  return other !== undefined && mine < other;
}

const calls: Record<string, Matcher> = {
  toHaveBeenCalledOnce: simple(
    (_, received) => stateOf(received, 'toHaveBeenCalledOnce').calls.length === 1,
    'be called once',
  ),
  toHaveBeenCalledExactlyOnceWith: simple((context, received, args) => {
    const { calls: seen } = stateOf(received, 'toHaveBeenCalledExactlyOnceWith');
    return seen.length === 1 && same(context, seen[0], args);
  }, 'be called exactly once with'),
  toHaveBeenCalledBefore: simple((_, received, [other, strict = true]) => {
    const matcher = 'toHaveBeenCalledBefore';
    return isBefore(stateOf(received, matcher), stateOf(other, matcher), strict === true);
  }, 'be called before'),
  toHaveBeenCalledAfter: simple((_, received, [other, strict = true]) => {
    const matcher = 'toHaveBeenCalledAfter';
    return isBefore(stateOf(other, matcher), stateOf(received, matcher), strict === true);
  }, 'be called after'),
};

const settled: Record<string, Matcher> = {
  toHaveResolved: simple((_, received) => fulfilled(received, 'toHaveResolved').length > 0, 'have resolved'),
  toHaveResolvedTimes: simple(
    (_, received, [times]) => fulfilled(received, 'toHaveResolvedTimes').length === times,
    'have resolved times',
  ),
  toHaveResolvedWith: simple(
    (context, received, [value]) =>
      fulfilled(received, 'toHaveResolvedWith').some((item) => same(context, item, value)),
    'have resolved with',
  ),
  toHaveLastResolvedWith: simple((context, received, [value]) => {
    const last = settledResults(stateOf(received, 'toHaveLastResolvedWith')).at(-1);
    return last?.type === 'fulfilled' && same(context, last.value, value);
  }, 'have last resolved with'),
  toHaveNthResolvedWith: simple((context, received, [nth, value]) => {
    const entry = settledResults(stateOf(received, 'toHaveNthResolvedWith'))[Number(nth) - 1];
    return entry?.type === 'fulfilled' && same(context, entry.value, value);
  }, 'have resolved at that call with'),
};

/** Adds them to `expect`. */
export function addVitestMatchers(): void {
  expect.extend({
    ...general,
    ...calls,
    ...settled,
    toMatchFileSnapshot: () => {
      throw new Error(
        'toMatchFileSnapshot is not supported in the sandbox: use toMatchSnapshot, or a command check for the file.',
      );
    },
  });
}
