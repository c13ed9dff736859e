/** The tests beside an attack: those that must fail whatever it does, in every form that a check can take, and some that must pass. */

/** A test by its title, as a statement of a test file. */
interface Form {
  title: string;
  source: string;
}

function form(title: string, body: string): Form {
  return { title, source: `it('${title}', ${body});` };
}

const VALUES = [
  form('number', `() => { expect(1).toBe(2); }`),
  form('object', `() => { expect({ a: [1, { b: 2 }] }).toEqual({ a: [1, { b: 3 }] }); }`),
  form('strict', `() => { expect({ a: undefined }).toStrictEqual({}); }`),
  form('set', `() => { expect(new Set([1, 2])).toEqual(new Set([1, 3])); }`),
  form('map', `() => { expect(new Map([[1, { a: 1 }]])).toEqual(new Map([[1, { a: 2 }]])); }`),
  form('error', `() => { expect(new Error('a')).toEqual(new Error('b')); }`),
  form('not', `() => { expect('same').not.toBe('same'); }`),
  form('length', `() => { expect([1, 2]).toHaveLength(3); }`),
  form('contain', `() => { expect([1, 2]).toContain(3); }`),
  form('contain equal', `() => { expect([{ a: 1 }]).toContainEqual({ a: 2 }); }`),
  form('match', `() => { expect('text').toMatch(/other/); }`),
  form('match object', `() => { expect({ a: { b: 1 } }).toMatchObject({ a: { b: 2 } }); }`),
  form('property', `() => { expect({ a: { b: 1 } }).toHaveProperty('a.b', 2); }`),
  form('close', `() => { expect(0.1).toBeCloseTo(0.2, 5); }`),
  form('greater', `() => { expect(1).toBeGreaterThan(2); }`),
  form('defined', `() => { expect(undefined).toBeDefined(); }`),
  form('truthy', `() => { expect(0).toBeTruthy(); }`),
  form('null', `() => { expect(1).toBeNull(); }`),
  form('nan', `() => { expect(1).toBeNaN(); }`),
  form('instance', `() => { expect([]).toBeInstanceOf(Map); }`),
  form('any', `() => { expect({ a: 1 }).toEqual({ a: expect.any(String) }); }`),
  form('array containing', `() => { expect([1, 2]).toEqual(expect.arrayContaining([3])); }`),
  form('string containing', `() => { expect('abc').toEqual(expect.stringContaining('x')); }`),
  form('object containing', `() => { expect({ a: 1 }).toEqual(expect.objectContaining({ a: 2 })); }`),
  form('inline snapshot', '() => { expect({ a: 1 }).toMatchInlineSnapshot(`{ "a": 2 }`); }'),
  form('snapshot', `() => { expect({ a: 1 }).toMatchSnapshot(); expect(1).toBe(2); }`),
  form('custom matcher', `() => { expect(1).toBeTheLast(); }`),
];

const CALLS = [
  form('nothing thrown', `() => { expect(() => {}).toThrow(); }`),
  form('other message', `() => { expect(() => { throw new Error('a'); }).toThrow('b'); }`),
  form('other class', `() => { expect(() => { throw new Error('a'); }).toThrow(TypeError); }`),
  form('other error', `() => { expect(() => { throw new Error('a'); }).toThrow(new Error('b')); }`),
  form('other pattern', `() => { expect(() => { throw new Error('a'); }).toThrow(/b/); }`),
  form('other object', `() => { expect(() => { throw new Error('a'); }).toThrow({ message: 'b' }); }`),
  form(
    'other containing',
    `() => { expect(() => { throw new Error('a'); }).toThrow(expect.objectContaining({ status: 404 })); }`,
  ),
  form('error object', `() => { expect(new Error('a')).toMatchObject({ status: 404 }); }`),
  form('error property', `() => { expect(new Error('a')).toHaveProperty('status', 404); }`),
  form('list object', `() => { expect([1]).toMatchObject({ status: 404 }); }`),
  form('equal lists', `() => { expect([1, [2]]).toEqual([1, [3]]); }`),
  form('thrown', `() => { throw new Error('thrown'); }`),
  form('thrown value', `() => { throw 0; }`),
  form('never called', `() => { expect(jest.fn()).toHaveBeenCalled(); }`),
  form('called with', `() => { const f = jest.fn(); f(1); expect(f).toHaveBeenCalledWith(2); }`),
  form('called times', `() => { const f = jest.fn(); f(); expect(f).toHaveBeenCalledTimes(2); }`),
  form('returned with', `() => { const f = jest.fn(() => 1); f(); expect(f).toHaveReturnedWith(2); }`),
  form('spy', `() => { const o = { m() {} }; jest.spyOn(o, 'm'); expect(o.m).toHaveBeenCalled(); }`),
  form('assert', `() => { assert.strictEqual(1, 2); }`),
  form('assert ok', `() => { assert(false); }`),
  form('assert deep', `() => { assert.deepStrictEqual({ a: 1 }, { a: 2 }); }`),
  form('assert throws', `() => { assert.throws(() => {}); }`),
  form('assert throws class', `() => { assert.throws(() => { throw new Error('a'); }, TypeError); }`),
  form('assert throws pattern', `() => { assert.throws(() => { throw new Error('a'); }, /b/); }`),
  form(
    'assert throws object',
    `() => { assert.throws(() => { throw new Error('a'); }, { message: 'a', code: 'E_BAD' }); }`,
  ),
  form(
    'assert throws status',
    `() => { assert.throws(() => { throw new Error('a'); }, { message: 'a', status: 404 }); }`,
  ),
  form('assert throws error', `() => { assert.throws(() => { throw new Error('a'); }, new Error('b')); }`),
  form(
    'assert throws check',
    `() => { assert.throws(() => { throw new Error('a'); }, (e) => e instanceof TypeError); }`,
  ),
  form('assert partial', `() => { assert.partialDeepStrictEqual(new Error('a'), { status: 404 }); }`),
  form('console assert', `() => { console.assert(1 === 2, 'not equal'); }`),
  form('assertions', `() => { expect.assertions(2); expect(1).toBe(1); }`),
  form('has assertions', `() => { expect.hasAssertions(); }`),
  form('returns a value', `() => 1`),
];

const LATER = [
  form('async', `async () => { await null; expect(1).toBe(2); }`),
  form('async thrown', `async () => { await Promise.resolve(); throw new Error('later'); }`),
  form('rejected', `() => Promise.reject(new Error('rejected'))`),
  form('resolves', `async () => { await expect(Promise.resolve(1)).resolves.toBe(2); }`),
  form('rejects', `async () => { await expect(Promise.reject(new Error('a'))).rejects.toThrow('b'); }`),
  form('rejects not', `async () => { await expect(Promise.resolve(1)).rejects.toThrow(); }`),
  form(
    'assert rejects object',
    `async () => { await assert.rejects(Promise.reject(new Error('a')), { message: 'a', status: 404 }); }`,
  ),
  form('assert rejects', `async () => { await assert.rejects(Promise.resolve(1)); }`),
  form('chain', `() => Promise.resolve(1).then((n) => { expect(n).toBe(2); })`),
  form('all', `async () => { expect(await Promise.all([1, Promise.resolve(2)])).toEqual([1, 3]); }`),
  form('done', `(done) => { done(new Error('done')); }`),
  form(
    'done later',
    `(done) => { setTimeout(() => { try { expect(1).toBe(2); done(); } catch (e) { done(e); } }, 1); }`,
  ),
  form('never done', `(_done) => {}`),
  form('never', `() => new Promise(() => {})`),
  form('too late', `async () => { await new Promise((r) => setTimeout(r, 60_000)); }`),
  form('after a timer', `async () => { await new Promise((r) => setTimeout(r, 5)); expect(1).toBe(2); }`),
  form('unhandled', `async () => { void Promise.reject(new Error('nobody')); await null; }`),
  form(
    'fake timers',
    `() => { jest.useFakeTimers(); const f = jest.fn(); setTimeout(f, 10); jest.advanceTimersByTime(5); jest.useRealTimers(); expect(f).toHaveBeenCalled(); }`,
  ),
  form(
    'for await',
    `async () => { const l = []; for await (const n of [1, Promise.resolve(2)]) l.push(n); expect(l).toEqual([1, 3]); }`,
  ),
];

/** Values that a test file computes by itself. */
const OWN = [
  form('json', `() => { expect(JSON.stringify({ a: [1, 'x'] })).toBe('{}'); }`),
  form('parse', `() => { expect(JSON.parse('{"a":1}')).toEqual({ a: 2 }); }`),
  form('keys', `() => { expect(Object.keys({ a: 1 })).toEqual(['b']); }`),
  form('map and join', `() => { expect([1, 2].map(String).filter(Boolean).join()).toBe('42'); }`),
  form('spread', `() => { const [a, ...b] = [...[1], ...new Set([2])]; expect([a, b]).toEqual([1, [3]]); }`),
  form('sum', `() => { let n = 0; for (const x of [1, 2]) n += x; expect(n).toBe(4); }`),
  form('text', '() => { expect(`${1}-${[2]}`.replace(/-/g, "+").toUpperCase()).toBe("x"); }'),
  form(
    'maths',
    `() => { expect([Math.max(1, 2), Math.abs(-1), Number('3'), parseInt('4', 10)]).toEqual([1, 1, 1, 1]); }`,
  ),
  form('symbols', `() => { expect(Array.from({ *[Symbol.iterator]() { yield 1; } })).toEqual([2]); }`),
  form('match all', `() => { expect([...'a1b2'.matchAll(/[a-z]/g)].length).toBe(3); }`),
];

const GROUPS = [
  `describe('before each', () => { beforeEach(() => { throw new Error('hook'); }); it('runs', () => {}); });`,
  `describe('after each', () => { afterEach(() => { expect(1).toBe(2); }); it('ran', () => {}); });`,
  `describe('before all', () => { beforeAll(async () => { await null; throw new Error('hook'); }); it('runs', () => {}); });`,
  `describe.each([['a', 1], ['b', 2]])('each %s', (_name, n) => { it('row', () => { expect(n).toBe(0); }); });`,
  `it.each([[1, 2], [3, 4]])('%d is %d', (a, b) => { expect(a).toBe(b); });`,
  'it.each`\n  a | b\n  ${1} | ${2}\n`("$a in a template", ({ a, b }) => { expect(a).toBe(b); });',
  `it.failing('failing', () => { expect(1).toBe(1); });`,
  `it.concurrent('concurrent', async () => { expect(1).toBe(2); });`,
];

const GROUP_TITLES = [
  ...['before each > runs', 'after each > ran', 'before all > runs', 'each a > row', 'each b > row'],
  ...['1 is 2', '3 is 4', '1 in a template', 'failing', 'concurrent'],
];

const FORMS = [...VALUES, ...CALLS, ...LATER, ...OWN];

const MUST_PASS = [
  form('equal', `() => { expect({ a: [1, new Set([2])] }).toEqual({ a: [1, new Set([2])] }); }`),
  form('throws', `() => { expect(() => { throw new TypeError('no'); }).toThrow('no'); }`),
  form('resolves', `async () => { await expect(Promise.resolve(1)).resolves.toBe(1); }`),
  form(
    'timer',
    `async () => { const n = await new Promise((r) => setTimeout(() => r(3), 5)); expect(n).toBe(3); }`,
  ),
  form('mock', `() => { const f = jest.fn(); f(1); expect(f).toHaveBeenCalledWith(1); }`),
  form('assert', `() => { assert.deepStrictEqual([1], [1]); console.assert(true); }`),
  form(
    'own',
    `() => { expect(JSON.stringify([1].map(String))).toBe('["1"]'); expect(Date.now()).toBeGreaterThan(1e12); }`,
  ),
];

const MATCHER = `expect.extend({ toBeTheLast: () => ({ pass: false, message: () => 'it is not' }) });`;

/** A describe with all tests that must fail, as a statement. */
export function mustFail(title: string): string {
  const sources = [...FORMS.map((one) => one.source), ...GROUPS];
  return `describe('${title}', () => {\n${sources.join('\n')}\n});`;
}

/** Paths of the tests that `mustFail` defines, joined by ` > `. */
export function mustFailPaths(title: string): string[] {
  return [...FORMS.map((one) => one.title), ...GROUP_TITLES].map((name) => `${title} > ${name}`);
}

/** Every fourth of the plain forms: enough for what runs before the attack. */
const SOME = FORMS.filter((_, index) => index % 4 === 0);

/** Likewise with some of them. */
export function mustFailSome(title: string): string {
  return `describe('${title}', () => {\n${SOME.map((one) => one.source).join('\n')}\n});`;
}

export function mustFailSomePaths(title: string): string[] {
  return SOME.map((one) => `${title} > ${one.title}`);
}

export function mustPass(title: string): string {
  return `describe('${title}', () => {\n${MUST_PASS.map((one) => one.source).join('\n')}\n});`;
}

export function mustPassPaths(title: string): string[] {
  return MUST_PASS.map((one) => `${title} > ${one.title}`);
}

/** Beginning of a test file with these tests; `typescript` decides how it loads modules. */
export function preamble(language: 'ts' | 'js'): string {
  return `${language === 'ts' ? `import assert from 'node:assert';` : `const assert = require('assert');`}\n${MATCHER}`;
}
