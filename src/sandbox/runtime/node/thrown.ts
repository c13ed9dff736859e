/** True if what was thrown is what `assert.throws` and `assert.rejects` were told to expect. */
import { AssertionError } from './assertion-error';
import { deepEqual } from './deep-equal';
import { invalidArgType, invalidArgValue } from './errors';
import { inspect } from './inspect';
import * as is from './kinds';

type AnyFunction = (...args: unknown[]) => unknown;

function fail(
  generated: string,
  message: unknown,
  thrown: unknown,
  expected: unknown,
  hide: AnyFunction,
): never {
  if (message instanceof Error) throw message;
  const options = {
    message: message ?? generated,
    actual: thrown,
    expected,
    operator: hide.name,
    stackStartFn: hide,
  };
  const error = new AssertionError(options);
  Object.assign(error, { generatedMessage: message === undefined || message === null });
  throw error;
}

/** Object to show of an error that was compared by some of its properties. */
function comparisonOf(source: object, keys: readonly string[], patterns?: object): object {
  class Comparison {}
  const shown = new Comparison() as Record<string, unknown>;
  for (const key of keys) {
    if (!(key in source)) continue;
    const value = (source as Record<string, unknown>)[key];
    const pattern = (patterns as Record<string, unknown> | undefined)?.[key];
    const matches = is.isRegExp(pattern) && typeof value === 'string' && (pattern as RegExp).test(value);
    shown[key] = matches ? pattern : value;
  }
  return shown;
}

function compareProperties(thrown: unknown, expected: object, message: unknown, hide: AnyFunction): void {
  if (typeof thrown !== 'object' || thrown === null) {
    if (message instanceof Error) throw message;
    const error = new AssertionError({
      message,
      actual: thrown,
      expected,
      operator: 'deepStrictEqual',
      stackStartFn: hide,
    });
    throw Object.assign(error, { operator: hide.name });
  }
  const keys = Object.keys(expected);
  // Errors compare by name and message as well, though these do not show.
  if (expected instanceof Error) keys.push('name', 'message');
  else if (keys.length === 0) throw invalidArgValue('error', expected, 'may not be an empty object');
  for (const key of keys) {
    const want = (expected as Record<string, unknown>)[key];
    const found = (thrown as Record<string, unknown>)[key];
    if (typeof found === 'string' && is.isRegExp(want) && (want as RegExp).test(found)) continue;
    // What a built-in seems to have by this name may be hidden: then nothing is found there.
    const isThere = found === undefined ? Object.hasOwn(thrown, key) : key in thrown;
    if (isThere && deepEqual(found, want, 'strict')) continue;
    const left = comparisonOf(thrown, keys, expected);
    const right = comparisonOf(expected, keys);
    failDeep(thrown, expected, left, right, message, hide);
  }
}

function failDeep(
  thrown: unknown,
  expected: unknown,
  left: unknown,
  right: unknown,
  message: unknown,
  hide: AnyFunction,
): never {
  if (message instanceof Error) throw message;
  if (message !== undefined && message !== null) fail('', message, thrown, expected, hide);
  const error = new AssertionError({
    actual: left,
    expected: right,
    operator: 'deepStrictEqual',
    stackStartFn: hide,
  });
  throw Object.assign(error, { actual: thrown, expected, operator: hide.name });
}

function checkPattern(thrown: unknown, pattern: RegExp, message: unknown, hide: AnyFunction): void {
  const text = String(thrown);
  if (pattern.test(text)) return;
  const generated = `The input did not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`;
  fail(generated, message, thrown, pattern, hide);
}

function isErrorClass(type: AnyFunction): boolean {
  return type === Error || Object.prototype.isPrototypeOf.call(Error, type);
}

function describeOther(thrown: unknown): string {
  if (thrown instanceof Error)
    return `"${(thrown as { constructor: { name: string } }).constructor.name}"\n\nError message:\n\n${thrown.message}`;
  return `"${inspect(thrown, { depth: -1 })}"`;
}

function checkFunction(thrown: unknown, check: AnyFunction, message: unknown, hide: AnyFunction): void {
  if (check.prototype !== undefined && thrown instanceof check) return;
  if (isErrorClass(check)) {
    const generated = `The error is expected to be an instance of "${check.name}". Received ${describeOther(thrown)}`;
    fail(generated, message, thrown, check, hide);
  }
  const answer = check.call({}, thrown);
  if (answer === true) return;
  const name = check.name === '' ? '' : `"${check.name}" `;
  let generated = `The ${name}validation function is expected to return "true". Received ${inspect(answer)}`;
  if (thrown instanceof Error) generated += `\n\nCaught error:\n\n${String(thrown)}`;
  fail(generated, message, thrown, check, hide);
}

/** Throws unless `thrown` is a class's instance, matches a pattern, passes a check or has the properties. */
export function compareThrown(thrown: unknown, expected: unknown, message: unknown, hide: AnyFunction): void {
  if (expected === undefined || expected === null) return;
  if (is.isRegExp(expected)) checkPattern(thrown, expected as RegExp, message, hide);
  else if (typeof expected === 'function') checkFunction(thrown, expected as AnyFunction, message, hide);
  else if (typeof expected === 'object') compareProperties(thrown, expected, message, hide);
  else throw invalidArgType('error', ['Function', 'Error', 'RegExp', 'Object'], expected);
}
