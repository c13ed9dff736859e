import { createKit, outcome } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** Acts of a program, and the names that the report must tell of. */
const CHANGES: Record<string, [code: string, names: string[]]> = {
  'replaces what stays writable': [
    `Math.random = () => 4; Error.stackTraceLimit = 1; Date.now = () => 5;`,
    ['Math.random', 'Error.stackTraceLimit', 'Date.now'],
  ],
  'adds and replaces globals': [
    `globalThis.app = 1; leaked = 2; globalThis.setTimeout = (f) => f(); globalThis.Date = class {};`,
    ['globalThis.app', 'globalThis.leaked', 'globalThis.setTimeout', 'globalThis.Date'],
  ],
  'defines and deletes globals': [
    `Object.defineProperty(globalThis, 'queueMicrotask', { get: () => () => {} }); delete globalThis.structuredClone;`,
    ['globalThis.queueMicrotask', 'globalThis.structuredClone'],
  ],
  'replaces a global that nobody has read yet': [`globalThis.URL = class {};`, ['globalThis.URL']],
  'changes the console and the process': [
    `console.log = () => {}; process.cwd = () => '/x'; globalThis.console = { log() {} };`,
    ['console.log', 'process.cwd', 'globalThis.console'],
  ],
  'sets what libraries of time zones and of metadata set': [
    `Date.prototype.getTimezoneOffset = () => 5; Object.defineProperty(Reflect, 'getMetadata', { value: () => 1, configurable: true });`,
    ['Date.prototype.getTimezoneOffset', 'Reflect.getMetadata'],
  ],
  'changes what the global inherits': [
    `Object.setPrototypeOf(globalThis, { it: () => {} });`,
    ['globalThis.__proto__'],
  ],
};

const plain = (names: readonly string[] = []): string[] => [...names].sort();

describe('a report names what a program changes', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  const changed = async (code: string, tests: string): Promise<string[] | undefined> => {
    const { report } = await kit.run({ 'code.js': code, 'demo.test.js': tests });
    expect(outcome(report.tests).filter((line) => !line.endsWith('passed'))).toEqual([]);
    return report.changed;
  };

  it.each(Object.entries(CHANGES))('that %s, while it loads and in a test', async (_name, [code, names]) => {
    const atOnce = await changed(code, `require('./code'); it('a', () => {});`);
    expect(plain(atOnce)).toEqual([...names].sort());
    const later = `module.exports = () => { ${code} };`;
    const tests = `const change = require('./code'); it('a', () => {}); it('b', () => { change(); }); it('c', () => {});`;
    expect(plain(await changed(later, tests))).toEqual([...names].sort());
  });

  it('that it takes back in a later test', async () => {
    const code = `exports.set = () => { globalThis.app = 1; }; exports.unset = () => { delete globalThis.app; };`;
    const tests = `const { set, unset } = require('./code'); it('a', set); it('b', unset); it('c', () => {});`;
    expect(await changed(code, tests)).toEqual(['globalThis.app']);
  });

  it('after its last test, in a microtask of it', async () => {
    const code = `module.exports = () => { Promise.resolve().then(() => null).then(() => { globalThis.app = 1; }); };`;
    expect(await changed(code, `const late = require('./code'); it('a', () => { late(); });`)).toEqual([
      'globalThis.app',
    ]);
  });

  it('and nothing where the classes behind globals are locked: they stay as they are', async () => {
    const code = `module.exports = () => { 'use strict'; URL.prototype.toString = () => 'x'; };`;
    const tests = `const change = require('./code');
it('a', () => { expect(change).toThrow(TypeError); expect(String(new URL('http://a.b/'))).toBe('http://a.b/'); });`;
    expect(await changed(code, tests)).toBeUndefined();
  });

  it('of the modules of Node that both sides have', async () => {
    const code = `const fs = require('fs'); const { EventEmitter } = require('node:events');
module.exports = () => { fs.existsSync = () => 'lie'; try { EventEmitter.prototype.emit = () => 'lie'; } catch {} };`;
    const use = `const lie = require('./code'); const fs = require('fs'); const events = require('events');`;
    const told = await changed(code, `${use} it('a', () => { lie(); void events; void fs; });`);
    // Where the tests have modules of their own there is nothing to tell: they must not see the lie then.
    const { report } = await kit.run({
      'code.js': code,
      'demo.test.js': `${use} it('a', () => { lie(); expect(fs.existsSync('/nowhere')).toBe(false); expect(new events.EventEmitter().emit('x')).toBe(false); });`,
    });
    const seesTruth = report.tests[0]?.status === 'passed';
    expect(seesTruth || plain(told).join() === 'events.prototype.emit,fs.existsSync').toBe(true);
  });

  it('and nothing of what the tests do themselves', async () => {
    const tests = `
global.fetch = () => 1;
globalThis['thing'] = 1;
require('./code');
it('a', () => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(require('fs'), 'readFileSync');
  console.warn = () => {};
  process.env.X = '1';
  process.on('exit', () => {});
  setTimeout(() => {}, 1);
  structuredClone(1);
  expect(new URL('http://x/').host).toBe('x');
});
it('b', () => { jest.useRealTimers(); jest.restoreAllMocks(); delete global.thing; expect(Date.now()).toBeGreaterThan(1); });`;
    expect(await changed(`require('fs'); module.exports = 1;`, tests)).toBeUndefined();
  });

  it('also where the file does not load', async () => {
    const files = {
      'code.js': `globalThis.app = 1; throw new Error('no');`,
      'demo.test.js': `require('./code');`,
    };
    const { report } = await kit.run(files);
    expect(report.changed).toEqual(['globalThis.app']);
  });
});

/** Names that libraries which tests compare with read of any value: a program that could add them would answer for it. */
const ADDING = `
const additions: (() => unknown)[] = [
  () => ((Error.prototype as any).status = 404),
  () => ((Error.prototype as any).code = 'E'),
  () => ((Array.prototype as any).raw = ['']),
  () => ((Error.prototype as any).test = () => true),
  () => ((Function.prototype as any).prototype = Object.prototype),
  () => ((Function.prototype as any).default = () => ({})),
  () => ((Function.prototype as any).__esModule = true),
  () => Object.defineProperty(String.prototype, 'skip', { get: () => true, configurable: true }),
  () => Reflect.set(Error.prototype, 'sta' + 'tus', 404) || Object.assign(Error.prototype, { status: 404 }),
  () => ((Math as any).sum = () => 1),
  () => Object.defineProperty(Array.prototype, '0', { set() {} }),
  () => Object.setPrototypeOf(Array.prototype, { status: 404 }),
  ...[Function, Number, String].flatMap((type: any) => ['skip', 'todo', 'fails', 'only'].map((word) => () => { type.prototype[word] = true; })),
];
export const errors = additions.map((add) => { try { return add(); } catch (error) { return error; } });
export const fail = (): never => { throw new Error('a'); };`;

describe('what a program adds to built-ins', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  const failedOf = async (code: string, tests: string): Promise<string[]> => {
    const { report } = await kit.run({ 'code.ts': code, 'demo.test.ts': tests });
    return outcome(report.tests);
  };

  it('is refused, and what fails for it says why', async () => {
    const tests = `
import { errors } from './code';
it('adds nothing', () => {
  expect(errors.filter((error) => !(error instanceof TypeError))).toEqual([]);
  expect(errors).toHaveLength(24);
  expect(['status' in new Error(), 'raw' in [], 'skip' in Object(''), 'sum' in Math].some(Boolean)).toBe(false);
});
it('fails', () => { expect(([1] as any).last()).toBe(1); });`;
    const { report } = await kit.run({ 'code.ts': ADDING, 'demo.test.ts': tests });
    expect(outcome(report.tests)).toEqual(['adds nothing: passed', 'fails: failed']);
    expect(report.tests[1]?.failure?.message).toMatch(
      /^Adding Error\.prototype\.status, .* to built-ins is not available in the sandbox\. Use a command check/,
    );
  });

  it('and is not missed where the built-in has it', async () => {
    const code = `if (!Array.prototype.at) Array.prototype.at = function () { return 1; };
module.exports = () => [].nothing();`;
    const tests = `const use = require('./code'); it('a', () => { use(); });`;
    const { report } = await kit.run({ 'code.js': code, 'demo.test.js': tests });
    expect(report.tests[0]?.failure?.message).toBe('[].nothing is not a function');
  });

  it.each([
    [`const all = { Map: {} }; all.Map.x = 1; module.exports = () => {};`, 'a member of that name'],
    [`class Map {} Map.prototype.x = 1; module.exports = () => {};`, 'a class of that name'],
    [`/* Array.prototype.x = 1 */ module.exports = () => 'Array.prototype.x = 1';`, 'a comment and a text'],
  ])('is no explanation where %s is %s', async (code) => {
    const tests = `const use = require('./code'); it('a', () => { use(); throw new Error('own'); });`;
    const { report } = await kit.run({ 'code.js': code, 'demo.test.js': tests });
    expect(report.tests[0]?.failure?.message).toBe('own');
  });

  it('is not there for vitest, its chains, its assert and its tables', async () => {
    const tests = `
import { assert, describe, expect, it } from 'vitest';
import { fail } from './code';
it('object', () => { expect(new Error('a')).toMatchObject({ status: 404 }); });
it('chain', () => { expect(new Error('a')).to.have.property('status', 404); });
it('include', () => { assert.include(new Error('a') as any, { status: 404 }); });
it('throw', () => { expect(fail).toThrow(new Error('b')); });
it('chained throw', () => { expect(fail).to.throw(new Error('b')); });
it('assert throws', () => { assert.throws(fail, TypeError); });
it('timeout', () => { expect(1).toBe(2); }, 1000);
it.each([[1, 2]])('row %d', (a, b) => { expect(a).toBe(b); });
it.for([[1, 2]])('line %d', ([a, b]) => { expect(a).toBe(b); });
describe.each([[1]])('block %d', (n) => { it('in it', () => { expect(n).toBe(2); }); });`;
    const results = await failedOf(ADDING, tests);
    expect(results).toHaveLength(10);
    expect(results.filter((line) => !line.endsWith(': failed'))).toEqual([]);
  });

  it('is refused on Object.prototype, of which the options of the parser of addresses would have it', async () => {
    const code = `
const there = { scheme: 'https', host: 'there', path: ['a'], query: null, fragment: null, username: '', password: '', port: null };
const changes: (() => unknown)[] = [
  () => ((Object.prototype as any).baseURL = there),
  () => Object.defineProperty(Object.prototype, 'url', { value: there }),
  () => Object.assign(Object.prototype, { stateOverride: 'hostname' }),
  () => ((Object.prototype as any)['enc' + 'oding'] = 'utf-16le'),
  () => Object.setPrototypeOf(Object.prototype, { baseURL: there }),
];
export const errors = changes.map((change) => { try { return change(); } catch (error) { return error; } });
export const read = (text: string): string => { try { return new URL(text).href; } catch (error) { return (error as any).code; } };`;
    const tests = `
import { errors, read } from './code';
const mine = (text: string): string => { try { return new URL(text).href; } catch (error) { return (error as any).code; } };
it.each([read, mine])('reader %#', (reader) => {
  expect(errors.map((error) => error instanceof TypeError)).toEqual([true, true, true, true, true]);
  expect([reader('/x'), reader('http://a.b/é?é')]).toEqual(['ERR_INVALID_URL', 'http://a.b/%C3%A9?%C3%A9']);
});`;
    expect(await failedOf(code, tests)).toEqual(['reader 0: passed', 'reader 1: passed']);
  });

  it('is not there for node:test', async () => {
    const tests = `
import assert from 'node:assert';
import test from 'node:test';
import { fail } from './code';
test('plain', () => { assert.equal(1, 2); });
test(function named() { assert.equal(1, 2); });
test('options', {}, () => { assert.equal(1, 2); });
test('object', () => { assert.throws(fail, { message: 'a', status: 404 }); });
test('code', () => { assert.throws(fail, { message: 'a', code: 'E' }); });
test('check', () => { assert.throws(fail, (error: unknown) => error instanceof TypeError); });
test('context', (t) => { t.assert.deepStrictEqual({ a: 1 }, { a: 2 }); });
test('outer', async (t) => { await t.test('inner', () => { assert.ok(false); }); });`;
    const results = await failedOf(ADDING, tests);
    expect(results).toHaveLength(9);
    expect(results.filter((line) => !line.endsWith(': failed'))).toEqual([]);
  });
});
