/** node:assert and node:assert/strict over the equality of expect. */
import { equals, iterableEquality } from '@jest/expect-utils';
import { inspect } from './inspect';

interface AssertionOptions {
  message?: string;
  actual?: unknown;
  expected?: unknown;
  operator?: string;
}

export class AssertionError extends Error {
  readonly code = 'ERR_ASSERTION';
  readonly generatedMessage: boolean;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string | undefined;

  constructor(options: AssertionOptions) {
    super(
      options.message ??
        `${inspect(options.actual)} ${options.operator ?? 'fails'} ${inspect(options.expected)}`,
    );
    this.name = 'AssertionError';
    this.generatedMessage = options.message === undefined;
    this.actual = options.actual;
    this.expected = options.expected;
    this.operator = options.operator;
  }
}

type Message = string | Error | undefined;
type Thrower = () => unknown;

function fail(message: Message, title: string, actual: unknown, expected: unknown, operator: string): never {
  if (message instanceof Error) throw message;
  const generated = `${title}\n\n+ actual   ${inspect(actual)}\n- expected ${inspect(expected)}`;
  const error = new AssertionError({ message: message ?? generated, actual, expected, operator });
  throw error;
}

const strictEqualValues = (left: unknown, right: unknown): boolean =>
  equals(left, right, [iterableEquality], true);
const looseEqualValues = (left: unknown, right: unknown): boolean =>
  left == right || equals(left, right, [iterableEquality]);

function ok(value: unknown, message?: Message): void {
  if (!value) fail(message, 'The expression evaluated to a falsy value', value, true, '==');
}

function equal(actual: unknown, expected: unknown, message?: Message): void {
  if (actual == expected || (Number.isNaN(actual) && Number.isNaN(expected))) return;
  fail(message, 'Expected values to be loosely equal:', actual, expected, '==');
}

function notEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (actual == expected) fail(message, 'Expected values not to be loosely equal:', actual, expected, '!=');
}

function strictEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (!Object.is(actual, expected)) {
    fail(message, 'Expected values to be strictly equal:', actual, expected, 'strictEqual');
  }
}

function notStrictEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (Object.is(actual, expected)) {
    fail(message, 'Expected values not to be strictly equal:', actual, expected, 'notStrictEqual');
  }
}

function deepEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (!looseEqualValues(actual, expected)) {
    fail(message, 'Expected values to be loosely deep-equal:', actual, expected, 'deepEqual');
  }
}

function notDeepEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (looseEqualValues(actual, expected)) {
    fail(message, 'Expected values not to be loosely deep-equal:', actual, expected, 'notDeepEqual');
  }
}

function deepStrictEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (!strictEqualValues(actual, expected)) {
    fail(message, 'Expected values to be strictly deep-equal:', actual, expected, 'deepStrictEqual');
  }
}

function notDeepStrictEqual(actual: unknown, expected: unknown, message?: Message): void {
  if (strictEqualValues(actual, expected)) {
    fail(message, 'Expected values not to be strictly deep-equal:', actual, expected, 'notDeepStrictEqual');
  }
}

/** Whether a thrown value is what was asked for: a class, a pattern, a predicate or an object of properties. */
function matches(error: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') {
    const prototype = expected.prototype as unknown;
    if (prototype !== undefined && error instanceof expected) return true;
    if (prototype === Error.prototype || prototype instanceof Error) return false;
    return (expected as (error: unknown) => unknown)(error) === true;
  }
  if (typeof expected !== 'object' || expected === null) return true;
  const found = error as Record<string, unknown>;
  return Object.entries(expected).every(([key, want]) =>
    want instanceof RegExp && typeof found[key] === 'string'
      ? want.test(found[key])
      : strictEqualValues(found[key], want),
  );
}

function judgeThrown(error: unknown, expected: unknown, message: Message): void {
  if (expected === undefined || typeof expected === 'string' || matches(error, expected)) return;
  fail(message, 'The error did not match what was expected:', error, expected, 'throws');
}

function throws(fn: Thrower, expected?: unknown, message?: Message): void {
  try {
    fn();
  } catch (error) {
    judgeThrown(error, expected, message);
    return;
  }
  fail(
    typeof expected === 'string' ? expected : message,
    'Missing expected exception.',
    undefined,
    expected,
    'throws',
  );
}

function doesNotThrow(fn: Thrower, message?: Message): void {
  try {
    fn();
  } catch (error) {
    fail(message, 'Got unwanted exception.', error, undefined, 'doesNotThrow');
  }
}

async function rejects(
  input: Promise<unknown> | Thrower,
  expected?: unknown,
  message?: Message,
): Promise<void> {
  try {
    await (typeof input === 'function' ? input() : input);
  } catch (error) {
    judgeThrown(error, expected, message);
    return;
  }
  fail(message, 'Missing expected rejection.', undefined, expected, 'rejects');
}

async function doesNotReject(input: Promise<unknown> | Thrower, message?: Message): Promise<void> {
  try {
    await (typeof input === 'function' ? input() : input);
  } catch (error) {
    fail(message, 'Got unwanted rejection.', error, undefined, 'doesNotReject');
  }
}

function match(text: string, pattern: RegExp, message?: Message): void {
  if (!pattern.test(text)) fail(message, 'The input did not match the pattern:', text, pattern, 'match');
}

function doesNotMatch(text: string, pattern: RegExp, message?: Message): void {
  if (pattern.test(text))
    fail(message, 'The input was expected not to match:', text, pattern, 'doesNotMatch');
}

function ifError(value: unknown): void {
  if (value !== null && value !== undefined)
    fail(undefined, 'ifError got unwanted exception:', value, null, 'ifError');
}

function failNow(message: Message = 'Failed'): never {
  return fail(message, 'Failed', undefined, undefined, 'fail');
}

const shared = {
  AssertionError,
  ok,
  ifError,
  throws,
  doesNotThrow,
  rejects,
  doesNotReject,
  match,
  doesNotMatch,
  fail: failNow,
  strictEqual,
  notStrictEqual,
  deepStrictEqual,
  notDeepStrictEqual,
};

/** Fresh module objects, so that what one program changes stays in its own isolate. */
export function createAssert(): object {
  // It is one class for tests and code under test.
  for (const shared of [AssertionError, AssertionError.prototype]) Object.freeze(shared);
  const call = (): typeof ok => (value, message) => ok(value, message);
  const strict = Object.assign(call(), shared, {
    equal: strictEqual,
    notEqual: notStrictEqual,
    deepEqual: deepStrictEqual,
    notDeepEqual: notDeepStrictEqual,
  });
  const loose = Object.assign(call(), shared, { equal, notEqual, deepEqual, notDeepEqual, strict });
  return Object.assign(loose, { strict: Object.assign(strict, { strict }) });
}
