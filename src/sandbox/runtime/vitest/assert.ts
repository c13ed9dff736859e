/** The commonly used part of chai's `assert`, which vitest hands out. */
import { expect } from 'expect';
import { comparing } from '../reader';

type Check = (value: unknown, ...args: unknown[]) => void;

/** Runs a matcher; a message given behind its arguments comes first in its error. */
function check(count: number, run: (value: unknown, args: unknown[]) => void): Check {
  return (value, ...args) => {
    const message = args[count];
    try {
      run(value, args);
    } catch (error) {
      if (typeof message === 'string' && error instanceof Error)
        error.message = `${message}: ${error.message}`;
      throw error;
    }
  };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function includes(holder: unknown, part: unknown): boolean {
  if (typeof holder === 'string') return holder.includes(String(part));
  if (Array.isArray(holder)) return holder.includes(part);
  if (holder instanceof Set) return holder.has(part);
  if (holder instanceof Map) return [...holder.values()].includes(part);
  const has = ([key, value]: [string, unknown]): boolean =>
    (holder as Record<string, unknown>)[key] === value;
  return comparing(() => Object.entries(part as object).every(has));
}

function is(type: string): Check {
  return check(0, (value) => expect(typeName(value)).toBe(type));
}

function isNot(type: string): Check {
  return check(0, (value) => expect(typeName(value)).not.toBe(type));
}

const equality: Record<string, Check> = {
  equal: check(1, (value, [other]) => expect(value == other).toBe(true)),
  notEqual: check(1, (value, [other]) => expect(value == other).toBe(false)),
  strictEqual: check(1, (value, [other]) => expect(value).toBe(other)),
  notStrictEqual: check(1, (value, [other]) => expect(value).not.toBe(other)),
  deepEqual: check(1, (value, [other]) => expect(value).toStrictEqual(other)),
  notDeepEqual: check(1, (value, [other]) => expect(value).not.toStrictEqual(other)),
};

const truth: Record<string, Check> = {
  ok: check(0, (value) => expect(value).toBeTruthy()),
  isOk: check(0, (value) => expect(value).toBeTruthy()),
  notOk: check(0, (value) => expect(value).toBeFalsy()),
  isNotOk: check(0, (value) => expect(value).toBeFalsy()),
  isTrue: check(0, (value) => expect(value).toBe(true)),
  isFalse: check(0, (value) => expect(value).toBe(false)),
  isNull: check(0, (value) => expect(value).toBeNull()),
  isNotNull: check(0, (value) => expect(value).not.toBeNull()),
  isUndefined: check(0, (value) => expect(value).toBeUndefined()),
  isDefined: check(0, (value) => expect(value).toBeDefined()),
  isNaN: check(0, (value) => expect(value).toBeNaN()),
  exists: check(0, (value) => expect(value ?? null).not.toBeNull()),
  notExists: check(0, (value) => expect(value ?? null).toBeNull()),
};

const kinds: Record<string, Check> = {
  isFunction: is('function'),
  isObject: is('object'),
  isArray: is('array'),
  isString: is('string'),
  isNumber: is('number'),
  isBoolean: is('boolean'),
  isNotFunction: isNot('function'),
  isNotArray: isNot('array'),
  isNotString: isNot('string'),
  typeOf: check(1, (value, [type]) => expect(typeName(value)).toBe(type)),
  instanceOf: check(1, (value, [type]) => expect(value).toBeInstanceOf(type)),
};

const contents: Record<string, Check> = {
  include: check(1, (value, [part]) => expect(includes(value, part)).toBe(true)),
  notInclude: check(1, (value, [part]) => expect(includes(value, part)).toBe(false)),
  match: check(1, (value, [pattern]) => expect(value).toMatch(pattern as RegExp)),
  notMatch: check(1, (value, [pattern]) => expect(value).not.toMatch(pattern as RegExp)),
  lengthOf: check(1, (value, [length]) => expect(value).toHaveLength(length as number)),
  isEmpty: check(0, (value) => expect(Object.keys(Object(value) as object)).toHaveLength(0)),
  property: check(1, (value, [name]) => expect(value).toHaveProperty([name as string])),
  isAbove: check(1, (value, [other]) => expect(value).toBeGreaterThan(other as number)),
  isAtLeast: check(1, (value, [other]) => expect(value).toBeGreaterThanOrEqual(other as number)),
  isBelow: check(1, (value, [other]) => expect(value).toBeLessThan(other as number)),
  isAtMost: check(1, (value, [other]) => expect(value).toBeLessThanOrEqual(other as number)),
  closeTo: check(2, (value, [other, delta]) =>
    expect(Math.abs((value as number) - (other as number))).toBeLessThanOrEqual(delta as number),
  ),
  throws: (fn, ...args) => expect(fn).toThrow(...(args.slice(0, 1) as [])),
  doesNotThrow: (fn) => expect(fn).not.toThrow(),
};

/** A fresh `assert`: callable, with its checks as properties. */
export function createChaiAssert(): unknown {
  const assert = (value: unknown, message?: string): void => {
    if (!value) throw new Error(message ?? 'assertion failed');
  };
  const fail = (message?: string): never => {
    throw new Error(message ?? 'assert.fail()');
  };
  return Object.assign(assert, equality, truth, kinds, contents, { throw: contents.throws, fail });
}
