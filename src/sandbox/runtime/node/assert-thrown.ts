/** Methods of node:assert on what a function throws, or a promise rejects with. */
import { fail, type AnyFunction } from './assert-fail';
import { invalidArgType, nodeError, received } from './errors';
import * as is from './kinds';
import { compareThrown } from './thrown';
import { validateFunction } from './validate';

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
  sandboxHost.comparing(() => compareThrown(thrown, expected.error, expected.message, hide));
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

export function throws(fn: AnyFunction, ...args: unknown[]): void {
  expectThrown(thrownBy(fn), args, 'exception', throws as AnyFunction);
}

export function doesNotThrow(fn: AnyFunction, ...args: unknown[]): void {
  expectNothing(thrownBy(fn), args, 'exception', doesNotThrow as AnyFunction);
}

export async function rejects(input: unknown, ...args: unknown[]): Promise<void> {
  expectThrown(await rejectionOf(input), args, 'rejection', rejects);
}

export async function doesNotReject(input: unknown, ...args: unknown[]): Promise<void> {
  expectNothing(await rejectionOf(input), args, 'rejection', doesNotReject);
}
