/** The part of node:util that code under test commonly uses. */
import { equals, iterableEquality } from '@jest/expect-utils';
import { format, inspect } from './inspect';

type AnyFunction = (...args: unknown[]) => unknown;

/** Turns a function with an error-first callback into one that returns a promise. */
export function promisify(original: AnyFunction): AnyFunction {
  if (typeof original !== 'function') throw new TypeError('The "original" argument must be of type function');
  return function promisified(this: unknown, ...args: unknown[]) {
    return new Promise((resolve, reject) => {
      // Whatever the callback gets is the reason, an Error or not.
      const refuse: (reason: unknown) => void = reject;
      original.call(this, ...args, (error: unknown, value: unknown) => {
        if (error) refuse(error);
        else resolve(value);
      });
    });
  };
}

/** Turns a function that returns a promise into one with an error-first callback. */
export function callbackify(original: AnyFunction): AnyFunction {
  return function callbackified(this: unknown, ...args: unknown[]) {
    const callback = args.pop() as AnyFunction;
    Promise.resolve(original.apply(this, args)).then(
      (value) => callback(null, value),
      (error: unknown) => callback(error),
    );
  };
}

/** Strict deep equality. */
export function isDeepStrictEqual(left: unknown, right: unknown): boolean {
  return equals(left, right, [iterableEquality], true);
}

export function inherits(
  child: { prototype: object; super_?: unknown },
  parent: { prototype: object },
): void {
  child.super_ = parent;
  Object.setPrototypeOf(child.prototype, parent.prototype);
}

/** Calls through; the warning itself goes nowhere. */
export function deprecate<T>(fn: T): T {
  return fn;
}

const ANSI = /\u001b\[[0-9;]*m/g;

export function stripVTControlCharacters(text: string): string {
  return text.replace(ANSI, '');
}

export const types = {
  isDate: (value: unknown) => value instanceof Date,
  isRegExp: (value: unknown) => value instanceof RegExp,
  isPromise: (value: unknown) => value instanceof Promise,
  isMap: (value: unknown) => value instanceof Map,
  isSet: (value: unknown) => value instanceof Set,
  isNativeError: (value: unknown) => value instanceof Error,
  isTypedArray: (value: unknown) => ArrayBuffer.isView(value) && !(value instanceof DataView),
};

export const isArray = Array.isArray;
export { format, inspect };
