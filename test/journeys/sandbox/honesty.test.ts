import { createKit, LIMITS, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** Runs a test file beside a program; the tests' outcomes. */
type Run = (code: string, tests: string, more?: Record<string, string>) => Promise<string[]>;

describe('a hostile program', () => {
  let kit: Kit;
  let run: Run;
  beforeAll(() => {
    kit = createKit();
    run = async (code, tests, more = {}) =>
      outcome((await kit.run({ 'code.ts': code, 'demo.test.ts': tests, ...more })).report.tests);
  });
  afterAll(() => kit.close());

  it('can not lie to matchers with methods, sizes and getters of its own', async () => {
    const code = `
const yes = { value: () => true };
export const list: any = Object.defineProperties([], { some: yes, every: yes });
export const text: any = { [Symbol.toStringTag]: 'String', includes: () => true };
export const thrower = () => { let n = 0; throw Object.defineProperty(new Error('x'), 'message', { get: () => (n++ ? { includes: () => true } : 'x') }); };
export const set: any = { constructor: Set, size: 2, [Symbol.toStringTag]: 'Set', *[Symbol.iterator]() {} };
export const map: any = { constructor: Map, size: 1, [Symbol.toStringTag]: 'Map', *[Symbol.iterator]() {} };
export const emptied: any = Object.defineProperties(new Set(), { size: { value: 2 }, [Symbol.iterator]: { value: function* () {} } });
export const denying: any = new Proxy({}, { get: () => 1, has: () => false });
export const rejecting = () => Promise.reject(Object.defineProperty(new Error('x'), 'message', { get() { return (this.n = (this.n ?? 0) + 1) > 1 ? { includes: () => true } : 'x'; } }));`;
    const tests = `import * as m from './code';
it('list', () => { expect(m.list).toEqual(expect.arrayContaining([1])); });
it('list of', () => { m.list.push(1); expect(m.list).toEqual((expect as any).arrayOf(expect.any(String))); });
it('text', () => { expect({ a: m.text }).toEqual({ a: expect.stringContaining('x') }); });
it('pattern', () => { expect({ a: m.text }).toEqual({ a: expect.stringMatching(/object/) }); });
it('thrown', () => { expect(m.thrower).toThrow('other'); });
it('set', () => { expect(m.set).toEqual(new Set([1, 2])); });
it('map', () => { expect(m.map).toEqual(new Map([[1, 2]])); });
it('emptied', () => { expect(m.emptied).toEqual(new Set([1, 2])); });
it('property', () => { expect(m.denying).toHaveProperty('a', 2); });
it('length of a text', () => { expect('abc').toHaveProperty('length', 4); });
it('rejected', async () => { await expect(m.rejecting()).rejects.toThrow('other'); });`;
    const told = await run(code, tests);
    expect(told).toHaveLength(11);
    expect(told.filter((line) => !line.endsWith(': failed'))).toEqual([]);
  });

  it('is compared as before when it is honest', async () => {
    const tests = `
class Tags extends Set<unknown> { override has(x: unknown) { return super.has(x); } }
it('works', async () => {
  expect([1, 2, 3]).toEqual(expect.arrayContaining([2]));
  expect(['a', 'b']).toEqual((expect as any).arrayOf(expect.any(String)));
  expect({ a: 'xyz', b: new String('abc') }).toEqual({ a: expect.stringContaining('y'), b: expect.stringMatching(/b/) });
  expect(new Set([{ a: 1 }, [2]])).toEqual(new Set([[2], { a: 1 }]));
  expect(new Set([1])).not.toEqual(new Set([2]));
  expect(new Map([['a', new Set([1])]])).toEqual(new Map([['a', new Set([1])]]));
  expect(new Map([['a', 1]])).not.toEqual(new Map([['a', 2]]));
  expect(new Tags([1])).toEqual(new Tags([1]));
  expect({ a: { b: [1] }, get c() { return 3; } }).toHaveProperty('a.b[0]', 1);
  expect(new (class { get inherited() { return 3; } })()).toHaveProperty('inherited', 3);
  expect('abc').toHaveProperty('length', 3);
  expect(() => { throw { message: 'plain' }; }).toThrow('plain');
  expect(() => { throw 'text'; }).toThrow('ex');
  await expect(Promise.reject(new TypeError('no'))).rejects.toThrow(/no/);
  const f = jest.fn((x: number) => x + 1);
  f(1); f(2);
  expect(f).toHaveBeenNthCalledWith(2, 2);
  expect(f).toHaveLastReturnedWith(3);
  expect(f.mock.calls).toEqual([[1], [2]]);
});`;
    expect(await run('', tests)).toEqual(['works: passed']);
  });

  it('can not write the records of a mock that it is given, nor the testers of a matcher', async () => {
    const code = `
export const call = (f: any) => { Object.defineProperty(f.mock.calls, 'some', { value: () => true }); f(0); };
export const swap = (f: any) => { f.mock = { calls: { length: 1, some: () => true, 0: ['x'] }, results: { some: () => true } }; };
export const matcher = function (this: any) { this.customTesters.push(() => true); return { pass: true, message: () => '' }; };`;
    const tests = `import { call, matcher, swap } from './code';
it('called', () => { const f = jest.fn(); call(f); expect(f).toHaveBeenCalledWith('x'); });
it('swapped', () => { const f = jest.fn(); swap(f); expect(f).toHaveBeenCalledWith('x'); });
it('returned', () => { const f = jest.fn(); swap(f); expect(f).toHaveReturnedWith('x'); });
it('own matcher', () => { expect.extend({ toWin: matcher }); (expect(1) as any).toWin(); expect({ a: 1 }).toEqual({ a: 2 }); });`;
    expect(await run(code, tests)).toEqual([
      'called: failed',
      'swapped: failed',
      'returned: failed',
      'own matcher: failed',
    ]);
  });

  it('can not change what an asymmetric matcher does that it is given', async () => {
    const code = `export const spoil = (matcher: any) => {
  for (let p = Object.getPrototypeOf(matcher); p && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    try { p.asymmetricMatch = () => true; } catch {}
    try { Object.defineProperty(p, 'asymmetricMatch', { value: () => true }); } catch {}
    try { Object.setPrototypeOf(p, { asymmetricMatch: () => true }); } catch {}
  }
};`;
    const tests = `import { spoil } from './code';
spoil(expect.any(Number)); spoil(expect.objectContaining({ a: 1 })); spoil(expect.stringMatching(/a/)); spoil(expect.anything());
it('any', () => { expect({ a: 'x' }).toEqual({ a: expect.any(Number) }); });
it('object', () => { expect({ a: 2 }).toEqual(expect.objectContaining({ a: 1 })); });
it('text', () => { expect('b').toEqual(expect.stringMatching(/a/)); });
it('anything', () => { expect({ a: null }).toEqual({ a: expect.anything() }); });
it('made by a test', () => {
  expect.extend({ toBeTwo(value) { return { pass: value === 2, message: () => 'not two' }; } });
  const two = (expect as any).toBeTwo();
  expect({ a: 2, b: 'x' }).toEqual({ a: two, b: expect.any(String) });
  spoil(two);
  expect({ a: 3 }).toEqual({ a: (expect as any).toBeTwo() });
});`;
    const told = await run(code, tests);
    expect(told).toHaveLength(5);
    expect(told.filter((line) => !line.endsWith(': failed'))).toEqual([]);
  });

  it('can not say what buffers hold', async () => {
    const lies = `[['length', 0], ['byteLength', 0], ['buffer', new ArrayBuffer(9)], [Symbol.toStringTag, 'RegExp']]`;
    const code = `for (const [name, value] of ${lies}) try { Object.defineProperty(Buffer.prototype, name, { value }); } catch {}`;
    const tests = `import assert from 'node:assert';
import './code';
it('to equal', () => { expect(Buffer.from('a')).toEqual(Buffer.from('b')); });
it('to equal strictly', () => { expect(Buffer.from('a')).toStrictEqual(Buffer.from('b')); });
it('to match', () => { expect({ a: Buffer.from('a') }).toMatchObject({ a: Buffer.from('b') }); });
it('for assert', () => { assert.deepStrictEqual(Buffer.from('a'), Buffer.from('b')); });`;
    const told = await run(code, tests);
    expect(told).toHaveLength(4);
    expect(told.filter((line) => !line.endsWith(': failed'))).toEqual([]);
  });

  it('can not pass an empty look-alike off for what holds bytes or an error', async () => {
    const code = `
export const bytes: any = Object.create(ArrayBuffer.prototype);
export const view: any = Object.create(DataView.prototype);
export const error: any = { [Symbol.toStringTag]: 'Error' };`;
    const tests = `import assert from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import * as m from './code';
it('bytes', () => { assert.deepStrictEqual(m.bytes, new ArrayBuffer(4)); });
it('bytes in part', () => { assert.partialDeepStrictEqual(m.bytes, new ArrayBuffer(4)); });
it('view', () => { assert.deepEqual({ a: m.view }, { a: new DataView(new ArrayBuffer(4)) }); });
it('error', () => { assert.deepEqual(m.error, new Error('x')); });
it('util', () => { assert.ok(isDeepStrictEqual(m.bytes, new ArrayBuffer(4))); });`;
    const told = await run(code, tests);
    expect(told).toHaveLength(5);
    expect(told.filter((line) => !line.endsWith(': failed'))).toEqual([]);
  });

  it('can not silence checks: console.assert, assert, the limit of a test, checks of a script', async () => {
    const code = `
const g: any = globalThis;
for (const f of [() => { g.console = { assert() {} }; }, () => { g.console = new Proxy({}, { defineProperty: () => true, get: () => () => {} }); }]) { try { f(); } catch {} }
const assert = require('assert');
for (const k of Object.keys(assert)) { try { assert[k] = () => {}; } catch {} }
const { setTimeout: start, clearTimeout: stop } = g;
export const wait = () => { const id = Number(start(() => {}, 9e8)); for (let n = id - 20; n <= id; n++) stop(n); return new Promise((r) => start(r, 60_000)); };`;
    const tests = `import assert from 'node:assert';
import { wait } from './code';
it('console', () => { console.assert(false); });
it('strict', () => { assert.strictEqual(1, 2); });
it('limit', async () => { await wait(); });`;
    expect(await run(code, tests)).toEqual(['console: failed', 'strict: failed', 'limit: failed']);
    const script = {
      'code.js': `exports.answer = () => { console.assert(true); return new Promise(() => {}); };`,
      'p.js': `const { answer } = require('./code'); answer().then((n) => { console.assert(n === 1); });`,
    };
    const { report } = await kit.run(script, { testFile: 'p.js' });
    // The script, which never came to a check, and the file for it.
    expect(new Set(report.tests.map((test) => test.status))).toEqual(new Set(['failed']));
  });

  it('may replace the console like a test may, as long as it asserts', async () => {
    const tests = `
it('replaces', () => {
  const before = console;
  const log = jest.fn();
  global.console = { ...console, log };
  console.log('x');
  expect(log).toHaveBeenCalledWith('x');
  vi.stubGlobal('console', { warn: log });
  console.warn('y');
  vi.unstubAllGlobals();
  expect(console.log).toBe(log);
  global.console = before;
  const spy = jest.spyOn(console, 'error').mockImplementation(() => {});
  console.error('z');
  expect(spy).toHaveBeenCalledTimes(1);
});
it('asserts', () => { global.console = { log() {} } as any; console.assert(false); });`;
    expect(await run('', tests)).toEqual(['replaces: passed', 'asserts: failed']);
    const script = `const lines = []; console.log = (line) => lines.push(line); require('./code').hello();
console.assert(lines[0] === 'hello', 'not heard');`;
    const files = { 'code.js': `exports.hello = () => console.log('hello');`, 'p.js': script };
    const { report } = await kit.run(files, { testFile: 'p.js' });
    expect(report.tests.map((test) => test.status)).toEqual(['passed']);
  });

  it('can not make a failure unheard of by rejections in the getters of what it throws', async () => {
    const code = `export const f = () => { throw Object.defineProperty(new Error('x'), 'message', { get() { void Promise.reject(new Error('late')); return 'm'; } }); };`;
    const tests = `import { f } from './code';
it('throws', () => { f(); });
it('fine', () => {});`;
    const { report } = await kit.run({ 'code.ts': code, 'demo.test.ts': tests });
    expect(outcome(report.tests)).toEqual(['throws: failed', 'fine: passed']);
    expect(report.tests[0]?.failure?.message).toBe('m');
  });

  it('loses no rejection, and ends no run by words', async () => {
    const floating = `async () => { void Promise.reject(new Error('nobody')); await null; expect({ a: [1] }).toEqual({ a: [1] }); expect(1).toBe(1); }`;
    const many = `for (let i = 0; i < 300; i++) it('n' + i, ${floating});`;
    const told = await run('', many);
    expect([told.length, told.filter((line) => line.endsWith(': passed'))]).toEqual([300, []]);
    const words = `
it('says', async () => { void Promise.reject(new Error('Script execution timed out.')); await null; });
it('next', () => {});`;
    expect(await run('', words)).toEqual(['says: failed', 'next: passed']);
  });

  it('finds every built-in locked, the newest and the hidden ones too', async () => {
    const code = `
const seen = new Set<any>(), open: string[] = [];
const queue: [any, string][] = Reflect.ownKeys(globalThis).map((k) => [(globalThis as any)[k], String(k)]);
const samples: any = { async: async function () {}, generator: function* () {}, list: [].values(), text: ''[Symbol.iterator](), map: new Map().keys(), set: new Set().keys(), match: 'a'.matchAll(/a/g), helper: [].values().map((x) => x), wrapped: (Iterator as any).from({ next: () => ({ done: true }) }), segments: new (Intl as any).Segmenter().segment('x'), segment: new (Intl as any).Segmenter().segment('x')[Symbol.iterator](), strict: (function () { 'use strict'; return Object.getOwnPropertyDescriptor(arguments, 'callee')!.get; })() };
for (const k of Object.keys(samples)) queue.push([Object.getPrototypeOf(samples[k]), k]);
const native = (f: any) => typeof f === 'function' && /\\[native code\\]/.test(Function.prototype.toString.call(f));
while (queue.length) {
  const [o, name] = queue.pop()!;
  if ((typeof o !== 'object' && typeof o !== 'function') || o === null || o === globalThis || seen.has(o)) continue;
  seen.add(o);
  const own = Object.getOwnPropertyDescriptor(o, 'constructor')?.value;
  if (!Object.isFrozen(o) && ![Math, Error, Reflect, Date.prototype].includes(o) && (native(o) || (typeof o === 'object' && native(own) && own.prototype === o))) open.push(name);
  queue.push([Object.getPrototypeOf(o), name + '.__proto__']);
  for (const k of Reflect.ownKeys(o)) { const d = Object.getOwnPropertyDescriptor(o, k)!; for (const v of [d.value, d.get, d.set]) queue.push([v, name + '.' + String(k)]); }
}
export { open, seen };`;
    const tests = `import { open, seen } from './code';
it('is locked', () => { expect(seen.size).toBeGreaterThan(700); expect(open).toEqual([]); });`;
    const { report } = await kit.run({ 'code.ts': code, 'demo.test.ts': tests });
    expect(report.tests.map((test) => test.failure?.message)).toEqual([undefined]);
  });

  it('writes nothing that a terminal obeys', async () => {
    const tests = `
it('writes', () => {
  console.log('a\\u001b]0;title\\u0007b\\u001b[2Jc\\u001b]52;c;eA==\\u001b\\\\d\\u009b31me\\u001b');
  throw Object.assign(new Error('\\u001b]8;;http://x\\u0007link'), { name: 'N\\u001b[31m' });
});`;
    const { report } = await kit.run({ 'demo.test.ts': tests });
    expect(report.stdout).toBe('abcd31me\n');
    expect(report.tests[0]?.failure).toMatchObject({ errorName: 'N', message: 'link' });
  });

  it('can fill the console without a word, or with many, at little cost', async () => {
    const tests = `
it('fills', () => { for (let i = 0; i < 1e5; i++) { console.log(''); console.error({ i, a: [i] }); } });
it('next', () => {});`;
    const { report } = await kit.run({ 'demo.test.ts': tests }, { limits: { ...LIMITS, outputKb: 64 } });
    expect([report.end, ...outcome(report.tests)]).toEqual(['completed', 'fills: passed', 'next: passed']);
    expect(report.tests[0]?.console.length).toBeLessThan((64 * 1024) / 16 + 1);
  });

  it('leaves the stand-ins as they were for the next variant of a program', async () => {
    const adding = (code: string): Map<string, string> =>
      program({ 'code.ts': `${code}\nexport const add = (a: number, b: number): number => a + b;` });
    const files = program({
      'code.ts': `export const add = (): number => 0;`,
      'demo.test.ts': `import { EventEmitter } from 'node:events';
import { add } from './code';
it('adds', async () => {
  expect(add(1, 2)).toBe(3);
  expect(Date.now()).toBeGreaterThan(1e12);
  expect(new URL('http://a/b').href).toBe('http://a/b');
  expect(new TextEncoder().encode('a')).toHaveLength(1);
  expect(new EventEmitter().emit('x')).toBe(false);
  expect(structuredClone({ a: 1 })).toEqual({ a: 1 });
  expect((globalThis as any).gc).toBeUndefined();
  const timer = setTimeout(() => {}, 1) as any;
  expect(timer.refresh()).toBe(timer);
});`,
    });
    const bad = [
      `Date.now = () => 0;`,
      `Object.defineProperty(globalThis, 'setTimeout', { value: () => 0, configurable: false });`,
      `Object.setPrototypeOf(Object.getPrototypeOf(globalThis) ?? {}, null);`,
      `(URL.prototype as any).toString = () => ''; Object.defineProperty(URL.prototype, 'href', { value: '' });`,
      `TextEncoder.prototype.encode = (() => []) as any;`,
      `require('events').prototype.emit = () => true; Object.getPrototypeOf(require('events').prototype).emit = () => true;`,
      `(globalThis as any).gc = 1;`,
      `Object.getPrototypeOf(setTimeout(() => {}, 1)).refresh = () => 1;`,
      `Object.setPrototypeOf(structuredClone, null); Object.preventExtensions(globalThis);`,
    ];
    const variants = bad.flatMap((code) => [adding(code), adding('')]);
    const request = { files, testFiles: ['demo.test.ts'], limits: LIMITS, variants };
    const verdicts = await kit.sandbox.tryVariants(request);
    const right = verdicts.filter(({ index }) => index % 2 === 1);
    expect(right.filter(({ passed }) => !passed)).toEqual([]);
    expect(right).toHaveLength(bad.length);
  });

  it('finds nothing of an earlier variant in the functions that all variants share', async () => {
    const files = program({
      'code.js': `exports.start = () => {}; exports.mark = () => undefined;`,
      'shared.js': `const code = require('./code'); code.start(); exports.mark = () => code.mark();`,
      'demo.test.js': `const { mark } = require('./shared');
it('finds the mark', () => { expect(mark()).toBe(42); });`,
    });
    const places = [
      `Date.now`,
      `Object.getPrototypeOf(setTimeout(() => {}, 0)).ref`,
      `__kintsugi.namespace`,
      `__kintsugi.default`,
      `start.caller`,
    ];
    const leaving = (place: string): string =>
      `exports.start = function start() { const place = ${place}; delete place.length; place.mark = 42; }; exports.mark = () => 1;`;
    const finding = (place: string): string =>
      `let found; exports.start = function start() { found = ${place}.mark; }; exports.mark = () => found;`;
    const variants = places.flatMap((place) => [
      program({ 'code.js': leaving(place) }),
      program({ 'code.js': finding(place) }),
    ]);
    const verdicts = await kit.sandbox.tryVariants({
      ...{ files, testFiles: ['demo.test.js'], limits: LIMITS, variants },
    });
    expect(verdicts.map(({ passed }) => passed)).toEqual(variants.map(() => false));
  });
});
