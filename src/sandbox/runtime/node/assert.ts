/** Building blocks of node:assert. */
import { AssertionError } from './assertion-error';
import { deepEqual } from './deep-equal';
import { invalidArgType, missingArgs, nodeError, received } from './errors';
import { inspect } from './inspect';
import * as is from './kinds';
import { validateFunction } from './validate';
import { judgeThrown } from './thrown';

type Message = string | Error | undefined;
type AnyFunction = (...args: unknown[]) => unknown;

/** Throws the failure, or the error that the caller gave in place of a message. */
function fail(
  message: unknown,
  operator: string,
  actual: unknown,
  expected: unknown,
  hide: (...args: never[]) => unknown,
): never {
  if (message instanceof Error) throw message;
  throw new AssertionError({ message, actual, expected, operator, stackStartFn: hide });
}

function assertOk(hide: (...args: never[]) => unknown, args: unknown[]): void {
  const [value, message] = args;
  if (value) return;
  const none = args.length === 0;
  if (message instanceof Error) throw message;
  const text = message ?? (none ? 'No value argument passed to `assert.ok()`' : `${inspect(value)} == true`);
  const error = new AssertionError({
    message: text,
    actual: value,
    expected: true,
    operator: '==',
    stackStartFn: hide,
  });
  if (message === undefined || message === null) Object.assign(error, { generatedMessage: true });
  throw error;
}

/** Makes a method that compares two values. */
function comparison(
  name: string,
  holds: (actual: unknown, expected: unknown) => boolean,
  operator = name,
): AnyFunction {
  const method = {
    [name](this: unknown, ...args: unknown[]): void {
      if (args.length < 2) throw missingArgs('actual', 'expected');
      const [actual, expected, message] = args;
      if (!sandboxHost.judging(() => holds(actual, expected)))
        fail(message, operator, actual, expected, method);
    },
  }[name] as AnyFunction;
  return method;
}

const looselyEqual = (left: unknown, right: unknown): boolean =>
  left == right || (Number.isNaN(left) && Number.isNaN(right));

const equal = comparison('equal', looselyEqual, '==');
const notEqual = comparison('notEqual', (left, right) => !looselyEqual(left, right), '!=');
const strictEqual = comparison('strictEqual', Object.is);
const notStrictEqual = comparison('notStrictEqual', (left, right) => !Object.is(left, right));
const isDeep = (mode: 'strict' | 'loose' | 'partial') => (left: unknown, right: unknown) =>
  deepEqual(left, right, mode);
const isNotDeep = (mode: 'strict' | 'loose') => (left: unknown, right: unknown) =>
  !deepEqual(left, right, mode);
const deepStrictEqual = comparison('deepStrictEqual', isDeep('strict'));
const notDeepStrictEqual = comparison('notDeepStrictEqual', isNotDeep('strict'));
const looseDeepEqual = comparison('deepEqual', isDeep('loose'));
const notDeepEqual = comparison('notDeepEqual', isNotDeep('loose'));
const partialDeepStrictEqual = comparison('partialDeepStrictEqual', isDeep('partial'));

interface Missing {
  error: unknown;
  message: unknown;
}

/** `throws(fn, 'text')`: the second argument is a message. */
function splitExpected(error: unknown, message: unknown, args: number): Missing {
  if (typeof error !== 'string') return { error, message };
  if (args === 3) throw invalidArgType('error', ['Object', 'Error', 'Function', 'RegExp'], error);
  return { error: undefined, message: error };
}

function failMissing(missing: Missing, what: string, hide: AnyFunction): never {
  const { error, message } = missing;
  const name =
    typeof error === 'function' || (typeof error === 'object' && error !== null)
      ? (error as { name?: unknown }).name
      : undefined;
  const of = typeof name === 'string' && name !== '' ? ` (${name})` : '';
  const text =
    message instanceof Error
      ? message
      : `Missing expected ${what}${of}${message ? `: ${String(message)}` : '.'}`;
  fail(text, hide.name, undefined, error, hide);
}

/** A message that says just what was thrown was surely meant to be the expected error. */
function refuseAmbiguous(thrown: unknown, text: unknown): void {
  if (typeof text !== 'string') return;
  const same =
    typeof thrown === 'object' && thrown !== null ? (thrown as Error).message === text : thrown === text;
  if (!same) return;
  const what = typeof thrown === 'object' ? `error message "${text}"` : `error "${text}"`;
  throw nodeError(
    TypeError,
    'ERR_AMBIGUOUS_ARGUMENT',
    `The "error/message" argument is ambiguous. The ${what} is identical to the message.`,
  );
}

const NOTHING = Symbol('nothing was thrown');

function thrownBy(fn: AnyFunction): unknown {
  validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return NOTHING;
}

function isThenable(value: unknown): boolean {
  if (is.isPromise(value)) return true;
  const found = value as { then?: unknown; catch?: unknown } | null;
  return typeof value === 'object' && typeof found?.then === 'function' && typeof found.catch === 'function';
}

async function rejectionOf(input: unknown): Promise<unknown> {
  let promise = input;
  if (typeof input === 'function') {
    promise = (input as AnyFunction)();
    if (!isThenable(promise)) {
      const got = received(promise).replace(/^ Received /, '');
      const message = `Expected instance of Promise to be returned from the "promiseFn" function but got ${got}.`;
      throw nodeError(TypeError, 'ERR_INVALID_RETURN_VALUE', message);
    }
  } else if (!isThenable(promise)) {
    throw invalidArgType('promiseFn', ['Function', 'Promise'], promise);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return NOTHING;
}

function expectThrown(thrown: unknown, args: unknown[], what: string, hide: AnyFunction): void {
  const [error, message] = args;
  const expected = splitExpected(error, message, args.length + 1);
  if (thrown !== NOTHING) refuseAmbiguous(thrown, error);
  if (thrown === NOTHING) failMissing(expected, what, hide);
  sandboxHost.judging(() => judgeThrown(thrown, expected.error, expected.message, hide));
}

function expectNothing(thrown: unknown, args: unknown[], what: string, hide: AnyFunction): void {
  if (thrown === NOTHING) return;
  const [error, given] = args;
  const { error: type, message } =
    typeof error === 'string' ? { error: undefined, message: error } : { error, message: given };
  const counts =
    type === undefined ||
    (type instanceof RegExp
      ? type.test(String(thrown))
      : typeof type === 'function' && thrown instanceof type);
  if (!counts) throw thrown;
  const details = message ? `: ${String(message)}` : '.';
  const actual = (thrown as { message?: unknown } | null)?.message;
  fail(`Got unwanted ${what}${details}\nActual message: "${String(actual)}"`, hide.name, thrown, type, hide);
}

function throws(fn: AnyFunction, ...args: unknown[]): void {
  expectThrown(thrownBy(fn), args, 'exception', throws as AnyFunction);
}

function doesNotThrow(fn: AnyFunction, ...args: unknown[]): void {
  expectNothing(thrownBy(fn), args, 'exception', doesNotThrow as AnyFunction);
}

async function rejects(input: unknown, ...args: unknown[]): Promise<void> {
  expectThrown(await rejectionOf(input), args, 'rejection', rejects);
}

async function doesNotReject(input: unknown, ...args: unknown[]): Promise<void> {
  expectNothing(await rejectionOf(input), args, 'rejection', doesNotReject);
}

function checkMatch(
  text: unknown,
  pattern: unknown,
  message: unknown,
  wanted: boolean,
  hide: AnyFunction,
): void {
  if (!is.isRegExp(pattern)) throw invalidArgType('regexp', 'RegExp', pattern);
  const isText = typeof text === 'string';
  if (isText && (pattern as RegExp).test(text) === wanted) return;
  if (message instanceof Error) throw message;
  const shown = inspect(pattern);
  const generated = !isText
    ? `The "string" argument must be of type string.${received(text)}`
    : wanted
      ? `The input did not match the regular expression ${shown}. Input:\n\n${inspect(text)}\n`
      : `The input was expected to not match the regular expression ${shown}. Input:\n\n${inspect(text)}\n`;
  const options = {
    message: message ?? generated,
    actual: text,
    expected: pattern,
    operator: hide.name,
    stackStartFn: hide,
  };
  const error = new AssertionError(options);
  Object.assign(error, { generatedMessage: message === undefined || message === null });
  throw error;
}

function match(text: unknown, pattern: unknown, message?: Message): void {
  checkMatch(text, pattern, message, true, match as AnyFunction);
}

function doesNotMatch(text: unknown, pattern: unknown, message?: Message): void {
  checkMatch(text, pattern, message, false, doesNotMatch as AnyFunction);
}

function ifError(error: unknown): void {
  if (error === null || error === undefined) return;
  const object =
    typeof error === 'object' ? (error as { message?: unknown; constructor?: { name: string } }) : undefined;
  const text =
    typeof object?.message === 'string' ? object.message || (object.constructor?.name ?? '') : inspect(error);
  const made = new AssertionError({
    message: `ifError got unwanted exception: ${text}`,
    actual: error,
    expected: null,
    operator: 'ifError',
    stackStartFn: ifError,
  });
  Object.assign(made, { generatedMessage: false });
  throw made;
}

function failNow(message?: unknown): never {
  if (message instanceof Error) throw message;
  const error = new AssertionError({ message: message ?? 'Failed', operator: 'fail', stackStartFn: failNow });
  Object.assign(error, { generatedMessage: message === undefined });
  throw error;
}
Object.defineProperty(failNow, 'name', { value: 'fail' });

const methods = {
  AssertionError,
  fail: failNow,
  equal,
  notEqual,
  deepEqual: looseDeepEqual,
  notDeepEqual,
  deepStrictEqual,
  notDeepStrictEqual,
  strictEqual,
  notStrictEqual,
  partialDeepStrictEqual,
  match,
  doesNotMatch,
  throws,
  rejects,
  doesNotThrow,
  doesNotReject,
  ifError,
};

type Assert = ((...args: unknown[]) => void) & typeof methods & { strict: Assert };

/** A module's exports. Tests and code under test have their own: what one changes does not reach the other. */
export function createAssert(): Assert {
  // It is one class for all.
  for (const shared of [AssertionError, AssertionError.prototype]) Object.freeze(shared);
  function ok(...args: unknown[]): void {
    assertOk(ok, args);
  }
  function assert(...args: unknown[]): void {
    assertOk(assert, args);
  }
  function strict(...args: unknown[]): void {
    assertOk(strict, args);
  }
  const strictMethods = {
    equal: strictEqual,
    notEqual: notStrictEqual,
    deepEqual: deepStrictEqual,
    notDeepEqual: notDeepStrictEqual,
  };
  const strictAssert = Object.assign(strict, { ok }, methods, strictMethods) as unknown as Assert;
  Object.assign(strictAssert, { strict: strictAssert });
  return Object.assign(assert, { ok }, methods, { strict: strictAssert });
}
