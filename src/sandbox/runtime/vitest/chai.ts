/** The commonly used part of chai's chains, which vitest's `expect` also speaks: `expect(x).to.be.an('array')`. */
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
type Judge = (value: unknown) => ReturnType<typeof expect>;

interface Subject {
  value: unknown;
  flags: Flags;
  judge: Judge;
}

function typeName(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase();
}

/** Says that a condition holds; `what` is for the message. */
function assertThat(subject: Subject, condition: boolean, what: string): void {
  if (condition !== subject.flags.not) return;
  throw new Error(`expected value ${subject.flags.not ? 'not ' : ''}${what}`);
}

/** Checks that need no parentheses. */
const PROPERTIES: Readonly<Record<string, (subject: Subject) => void>> = {
  ok: ({ value, judge }) => judge(value).toBeTruthy(),
  true: ({ value, judge }) => judge(value).toBe(true),
  false: ({ value, judge }) => judge(value).toBe(false),
  null: ({ value, judge }) => judge(value).toBe(null),
  undefined: ({ value, judge }) => judge(value).toBe(undefined),
  NaN: ({ value, judge }) => judge(value).toBeNaN(),
  exist: (subject) => assertThat(subject, subject.value != null, 'to exist'),
  empty: (subject) => assertThat(subject, sizeOf(subject.value) === 0, 'to be empty'),
};

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

function includes({ value, flags, judge }: Subject, part: unknown): void {
  if (typeof value === 'string') judge(value).toContain(part);
  else if (!Array.isArray(value) && !(value instanceof Set)) judge(value).toMatchObject(part as object);
  else if (flags.deep) judge(value).toContainEqual(part);
  else judge([...value]).toContain(part);
}

function hasProperty({ value, judge }: Subject, name: unknown, ...expected: unknown[]): void {
  judge(value).toHaveProperty([name as string], ...(expected as []));
}

function hasMembers({ value, judge }: Subject, members: unknown): void {
  const sorted = (list: unknown): unknown[] =>
    [...(list as unknown[])].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  judge(sorted(value)).toEqual(sorted(members));
}

function hasKeys({ value, judge }: Subject, ...keys: unknown[]): void {
  const names = value instanceof Map ? [...value.keys()] : Object.keys(value as object);
  judge(names.map(String).sort()).toEqual(keys.flat().map(String).sort());
}

const METHODS: Readonly<Record<string, (subject: Subject, ...args: never[]) => void>> = {
  equal: ({ value, flags, judge }, other: unknown) =>
    flags.deep ? judge(value).toStrictEqual(other) : judge(value).toBe(other),
  eql: ({ value, judge }, other: unknown) => judge(value).toStrictEqual(other),
  a: isOf,
  an: isOf,
  instanceof: ({ value, judge }, type: never) => judge(value).toBeInstanceOf(type),
  include: includes,
  contain: includes,
  above: ({ value, judge }, other: number) => judge(value).toBeGreaterThan(other),
  least: ({ value, judge }, other: number) => judge(value).toBeGreaterThanOrEqual(other),
  below: ({ value, judge }, other: number) => judge(value).toBeLessThan(other),
  most: ({ value, judge }, other: number) => judge(value).toBeLessThanOrEqual(other),
  within: (subject, low: number, high: number) =>
    assertThat(
      subject,
      Number(subject.value) >= low && Number(subject.value) <= high,
      `to be within ${low}..${high}`,
    ),
  closeTo: (subject, other: number, delta: number) =>
    assertThat(subject, Math.abs(Number(subject.value) - other) <= delta, `to be close to ${other}`),
  property: hasProperty,
  lengthOf: ({ value, judge }, length: number) => judge(value).toHaveLength(length),
  match: ({ value, judge }, pattern: RegExp) => judge(value).toMatch(pattern),
  string: ({ value, judge }, part: string) => judge(value).toContain(part),
  keys: hasKeys,
  members: hasMembers,
  oneOf: (subject, choices: unknown[]) =>
    assertThat(subject, choices.includes(subject.value), 'to be one of the choices'),
  throw: ({ value, judge }, ...expected: unknown[]) => judge(value).toThrow(...(expected.slice(0, 1) as [])),
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
  keys: 'keys',
  throws: 'throw',
  Throw: 'throw',
  satisfies: 'satisfy',
  approximately: 'closeTo',
};

/** A chain about one value. */
function createChain(value: unknown, flags: Flags): object {
  const judge: Judge = (judged) =>
    (flags.not ? expect(judged).not : expect(judged)) as ReturnType<typeof expect>;
  const subject: Subject = { value, flags, judge };
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
