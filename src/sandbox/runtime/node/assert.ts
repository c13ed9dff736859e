/** Building blocks of node:assert. */
import { fail, type AnyFunction } from './assert-fail';
import { doesNotReject, doesNotThrow, rejects, throws } from './assert-thrown';
import { AssertionError } from './assertion-error';
import { deepEqual } from './deep-equal';
import { invalidArgType, missingArgs, received } from './errors';
import { inspect } from './inspect';
import * as is from './kinds';

type Message = string | Error | undefined;

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
      if (!sandboxHost.comparing(() => holds(actual, expected)))
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
