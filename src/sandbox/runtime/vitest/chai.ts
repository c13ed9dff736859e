/** The commonly used part of chai, which vitest also speaks: chains of `expect(x).to.be.an('array')`, and `assert.isArray(x)`. */
import { expect } from 'expect';

/** Words that only make it read better. */
const LINKS = [
  ...['to', 'be', 'been', 'is', 'that', 'which', 'and', 'has', 'have', 'with', 'at', 'of', 'same', 'but'],
  ...['does', 'still', 'also'],
];

interface Flags {
  not: boolean;
  deep: boolean;
}

/** Jest's matchers for the value, negated or not. */
type Expect = (value: unknown) => ReturnType<typeof expect>;

interface Subject {
  value: unknown;
  flags: Flags;
  expectThat: Expect;
}

function typeName(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase();
}

/** Says that a condition holds; `what` is for the message. */
function assertThat(subject: Subject, condition: boolean, what: string): void {
  if (condition !== subject.flags.not) return;
  throw new Error(`expected value ${subject.flags.not ? 'not ' : ''}${what}`);
}

function sizeOf(value: unknown): number {
  if (value instanceof Map || value instanceof Set) return value.size;
  return typeof value === 'string' || Array.isArray(value)
    ? value.length
    : Object.keys(Object(value) as object).length;
}

function isOf(subject: Subject, type: unknown): void {
  const wanted = String(type).toLowerCase();
  const found = typeof subject.value === 'function' ? 'function' : typeName(subject.value);
  assertThat(subject, found === wanted, `to be of type ${wanted}`);
}

/** True if a holder has a part: an item, a piece of text, or members of these values. */
function holds(holder: unknown, part: unknown): boolean {
  if (Array.isArray(holder)) return holder.includes(part);
  if (holder instanceof Set) return holder.has(part);
  if (holder instanceof Map) return [...holder.values()].includes(part);
  return Object.entries(part as object).every(
    ([key, value]) => (holder as Record<string, unknown>)[key] === value,
  );
}

function includes(subject: Subject, part: unknown): void {
  const { value, flags, expectThat } = subject;
  if (typeof value === 'string') expectThat(value).toContain(part);
  else if (!flags.deep) assertThat(subject, holds(value, part), 'to include the part');
  else if (Array.isArray(value) || value instanceof Set) expectThat(value).toContainEqual(part);
  else expectThat(value).toMatchObject(part as object);
}

function hasProperty({ value, expectThat }: Subject, name: unknown, ...expected: unknown[]): void {
  expectThat(value).toHaveProperty([name as string], ...(expected as []));
}

function hasMembers({ value, expectThat }: Subject, members: unknown): void {
  const sorted = (list: unknown): unknown[] =>
    [...(list as unknown[])].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  expectThat(sorted(value)).toEqual(sorted(members));
}

function hasKeys({ value, expectThat }: Subject, ...keys: unknown[]): void {
  const names = value instanceof Map ? [...value.keys()] : Object.keys(value as object);
  expectThat(names.map(String).sort()).toEqual(keys.flat().map(String).sort());
}

type Check = (subject: Subject, ...args: never[]) => void;

/** Checks that need no parentheses. */
const PROPERTIES: Readonly<Record<string, Check>> = {
  ok: ({ value, expectThat }) => expectThat(value).toBeTruthy(),
  true: ({ value, expectThat }) => expectThat(value).toBe(true),
  false: ({ value, expectThat }) => expectThat(value).toBe(false),
  null: ({ value, expectThat }) => expectThat(value).toBe(null),
  undefined: ({ value, expectThat }) => expectThat(value).toBe(undefined),
  NaN: ({ value, expectThat }) => expectThat(value).toBeNaN(),
  exist: (subject) => assertThat(subject, subject.value != null, 'to exist'),
  empty: (subject) => assertThat(subject, sizeOf(subject.value) === 0, 'to be empty'),
};

const METHODS: Readonly<Record<string, Check>> = {
  equal: ({ value, flags, expectThat }, other: unknown) =>
    flags.deep ? expectThat(value).toStrictEqual(other) : expectThat(value).toBe(other),
  eql: ({ value, expectThat }, other: unknown) => expectThat(value).toStrictEqual(other),
  a: isOf,
  an: isOf,
  instanceof: ({ value, expectThat }, type: never) => expectThat(value).toBeInstanceOf(type),
  include: includes,
  contain: includes,
  above: ({ value, expectThat }, other: number) => expectThat(value).toBeGreaterThan(other),
  least: ({ value, expectThat }, other: number) => expectThat(value).toBeGreaterThanOrEqual(other),
  below: ({ value, expectThat }, other: number) => expectThat(value).toBeLessThan(other),
  most: ({ value, expectThat }, other: number) => expectThat(value).toBeLessThanOrEqual(other),
  within: (subject, low: number, high: number) =>
    assertThat(
      subject,
      Number(subject.value) >= low && Number(subject.value) <= high,
      `to be within ${low}..${high}`,
    ),
  closeTo: (subject, other: number, delta: number) =>
    assertThat(subject, Math.abs(Number(subject.value) - other) <= delta, `to be close to ${other}`),
  property: hasProperty,
  lengthOf: ({ value, expectThat }, length: number) => expectThat(value).toHaveLength(length),
  match: ({ value, expectThat }, pattern: RegExp) => expectThat(value).toMatch(pattern),
  string: ({ value, expectThat }, part: string) => expectThat(value).toContain(part),
  keys: hasKeys,
  members: hasMembers,
  oneOf: (subject, choices: unknown[]) =>
    assertThat(subject, choices.includes(subject.value), 'to be one of the choices'),
  throw: ({ value, expectThat }, expected: unknown) =>
    expectThat(value).toThrow(...((expected === undefined ? [] : [expected]) as [])),
  satisfy: (subject, predicate: (value: unknown) => unknown) =>
    assertThat(subject, Boolean(predicate(subject.value)), 'to satisfy the predicate'),
};

/** Further names of the same checks. */
const ALIASES: Readonly<Record<string, string>> = {
  equals: 'equal',
  eq: 'equal',
  eqls: 'eql',
  instanceOf: 'instanceof',
  includes: 'include',
  contains: 'contain',
  gt: 'above',
  greaterThan: 'above',
  gte: 'least',
  lt: 'below',
  lessThan: 'below',
  lte: 'most',
  length: 'lengthOf',
  throws: 'throw',
  Throw: 'throw',
  satisfies: 'satisfy',
  approximately: 'closeTo',
};

function subjectOf(value: unknown, flags: Flags): Subject {
  const expectThat: Expect = (actual) =>
    (flags.not ? expect(actual).not : expect(actual)) as ReturnType<typeof expect>;
  return { value, flags, expectThat };
}

/** A chain about one value. */
function createChain(value: unknown, flags: Flags): object {
  const subject = subjectOf(value, flags);
  const chain = {};
  const getter = (name: string, get: () => unknown): void =>
    void Object.defineProperty(chain, name, { get, configurable: true });
  for (const link of LINKS) getter(link, () => chain);
  getter('not', () => createChain(value, { ...flags, not: !flags.not }));
  getter('deep', () => createChain(value, { ...flags, deep: true }));
  for (const [name, check] of Object.entries(PROPERTIES)) {
    getter(name, () => {
      check(subject);
      return chain;
    });
  }
  const names = [...Object.keys(METHODS).map((name) => [name, name]), ...Object.entries(ALIASES)] as [
    string,
    string,
  ][];
  for (const [name, method] of names) {
    const check = METHODS[method] as (subject: Subject, ...args: unknown[]) => void;
    const call = (...args: unknown[]): object => {
      check(subject, ...args);
      return chain;
    };
    // `expect(list).to.be.an('array').that.includes(1)`, `expect(list).to.include.members([1])`.
    Object.defineProperty(chain, name, { value: call, configurable: true });
  }
  return chain;
}

/** Gives jest's matchers for a value the words that chains begin with. */
export function addChains(matchers: Record<string, unknown>, value: unknown): void {
  const begin = (target: object, not: boolean): void => {
    for (const link of LINKS) {
      const get = (): object => createChain(value, { not, deep: false });
      Object.defineProperty(target, link, { get, configurable: true });
    }
  };
  begin(matchers, false);
  begin(matchers.not as object, true);
}

/** Functions of `assert` and the checks behind them. */
const ASSERTIONS: Readonly<Record<string, string>> = {
  ...{ ok: 'ok', isOk: 'ok', isTrue: 'true', isFalse: 'false', isNull: 'null', isUndefined: 'undefined' },
  ...{ isNaN: 'NaN', exists: 'exist', isEmpty: 'empty', strictEqual: 'equal', deepEqual: 'eql', typeOf: 'a' },
  ...{
    instanceOf: 'instanceof',
    include: 'include',
    match: 'match',
    lengthOf: 'lengthOf',
    property: 'property',
  },
  ...{ isAbove: 'above', isAtLeast: 'least', isBelow: 'below', isAtMost: 'most', closeTo: 'closeTo' },
  ...{ throws: 'throw', throw: 'throw' },
};

const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ notOk: 'ok', isNotOk: 'ok', isNotNull: 'null', isDefined: 'undefined', notExists: 'exist' },
  ...{ notStrictEqual: 'equal', notDeepEqual: 'eql', notInclude: 'include', notMatch: 'match' },
  ...{ doesNotThrow: 'throw' },
};

const TYPES = ['function', 'object', 'array', 'string', 'number', 'boolean'];

type Assertion = (value: unknown, ...args: unknown[]) => void;

/** An assertion by its check; a message given behind its arguments comes first in its error. */
function assertionOf(check: Check, not: boolean, ...given: unknown[]): Assertion {
  const count = Math.max(0, check.length - 1 - given.length);
  return (value, ...args) => {
    const message = args[count];
    const all = [...given, ...args.slice(0, count)];
    try {
      check(subjectOf(value, { not, deep: false }), ...(all as never[]));
    } catch (error) {
      if (typeof message === 'string' && error instanceof Error)
        error.message = `${message}: ${error.message}`;
      throw error;
    }
  };
}

/** A fresh `assert`: callable, with its checks as properties. */
export function createChaiAssert(): unknown {
  const assert = (value: unknown, message?: string): void => {
    if (!value) throw new Error(message ?? 'assertion failed');
  };
  const fail = (message?: string): never => {
    throw new Error(message ?? 'assert.fail()');
  };
  const equals: Check = ({ value, expectThat }, other: unknown) => expectThat(value == other).toBe(true);
  const named = (table: Readonly<Record<string, string>>, not: boolean): [string, Assertion][] =>
    Object.entries(table).map(([name, check]) => [
      name,
      assertionOf((PROPERTIES[check] ?? METHODS[check]) as Check, not),
    ]);
  const kinds = TYPES.flatMap((type): [string, Assertion][] => {
    const name = type.replace(/^./, (first) => first.toUpperCase());
    return [
      [`is${name}`, assertionOf(isOf, false, type)],
      [`isNot${name}`, assertionOf(isOf, true, type)],
    ];
  });
  const all = Object.fromEntries([...named(ASSERTIONS, false), ...named(OPPOSITES, true), ...kinds]);
  const loose = { equal: assertionOf(equals, false), notEqual: assertionOf(equals, true) };
  return Object.assign(assert, all, loose, { fail });
}
