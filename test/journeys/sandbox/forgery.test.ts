import type { CheckReport } from '../../../src/domain/verification/verification';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** Attempts of code under test to make failing tests look passed. Each is a module that exports `attack`. */
const ATTACKS: Record<string, string> = {
  'replaces the test API': `const g = globalThis as any; for (const k of ['expect', 'it', 'test', 'describe', 'jest']) g[k] = () => new Proxy({}, { get: () => () => {} });`,
  'replaces built-ins': `const g = globalThis as any; for (const k of ['Object', 'JSON', 'Array', 'Map', 'Promise', 'Error']) { try { g[k] = class {}; } catch {} try { delete g[k]; } catch {} }`,
  'changes prototypes': `for (const p of [Array, Object, Map, Set, Promise, String, Function, Error, RegExp]) for (const k of Reflect.ownKeys(p.prototype)) { try { (p.prototype as any)[k] = () => true; } catch {} }`,
  'changes what equality uses': `for (const f of [() => { Object.is = () => true; }, () => { (Object.prototype.toString as any).call = () => '[object Null]'; }, () => { Number.isNaN = () => true; }]) { try { f(); } catch {} }`,
  'poisons iteration': `try { (Object.getPrototypeOf([][Symbol.iterator]()) as any).next = () => ({ done: true }); } catch {}`,
  'adds toJSON': `for (const p of [Object, Array, String, Number, Boolean]) { try { (p.prototype as any).toJSON = () => 'passed'; } catch {} }`,
  'adds a thenable': `try { (Object.prototype as any).then = (ok: any) => ok(); } catch {}`,
  'leaves the process': `try { process.exit(0); } catch {} try { (process as any).kill(process.pid); } catch {}`,
  'takes the stack apart': `(Error as any).prepareStackTrace = (_: unknown, frames: any[]) => { for (const f of frames) { const fn = f.getFunction?.(); if (fn?.arguments?.[7]?.extend) fn.arguments[7].extend({ toBe: () => ({ pass: true, message: () => '' }) }); } return 'x'; }; void new Error('x').stack;`,
  'walks callers': `function who(): any { return (who as any).caller; } try { let c = who(); for (let i = 0; i < 9 && c; i++) { if (c.arguments?.[7]?.extend) c.arguments[7].extend({ toBe: () => ({ pass: true, message: () => '' }) }); c = c.caller; } } catch {}`,
  'asks for the test API': `for (const n of ['@jest/globals', 'vitest', './demo.test', 'expect']) { try { const m = require(n); (m.expect ?? m).extend({ toBe: () => ({ pass: true, message: () => '' }) }); } catch {} }`,
  'stops time': `const g = globalThis as any; g.setTimeout = () => {}; g.setImmediate = () => {}; g.queueMicrotask = () => {}; g.Date = class { static now() { return NaN; } };`,
  'freezes everything': `for (const o of [globalThis, exports, module, require, console, process]) { try { Object.freeze(o); } catch {} }`,
  'silences console.assert': `try { console.assert = () => {}; } catch {} try { (globalThis as any).console = { assert() {}, log() {} }; } catch {}`,
  'looks for the matcher table': `const t = (globalThis as any)[Symbol.for('$$jest-matchers-object')]; if (t) for (const k of Object.keys(t.matchers)) t.matchers[k] = () => ({ pass: true });`,
  'looks for the command': `const c = (globalThis as any).kintsugiCommand; if (c) c('turn', '');`,
};

const TESTS = `import { attack, chameleon } from './code';
attack();
it('must fail: number', () => { expect(1).toBe(2); });
it('must fail: object', () => { expect({ a: [1, 2] }).toEqual({ a: [1, 3] }); });
it('must fail: chameleon', () => { expect(chameleon()).toEqual({ a: 1 }); });
it('must fail: async', async () => { await expect(Promise.resolve(1)).resolves.toBe(2); });
it('must fail: throw', () => { throw new Error('thrown'); });
it('must fail: timeout', async () => { await new Promise(() => {}); });
it('must fail: nothing thrown', () => { expect(() => {}).toThrow(); });
it('must fail: own sum', () => { expect(JSON.stringify([1].map(String))).toBe('42'); });
`;

function expectAllFailed(report: CheckReport): void {
  expect(report.end).toBe('completed');
  expect(report.tests.filter((test) => test.status !== 'failed').map((test) => test.id)).toEqual([]);
  expect(report.tests).toHaveLength(8);
}

describe('results cannot be forged', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it.each(Object.entries(ATTACKS))('by code that %s', async (_name, attack) => {
    const code = `export function attack(): void { ${attack} }
export const chameleon = (): any => ({ asymmetricMatch: () => true, $$typeof: Symbol.for('jest.asymmetricMatcher'), toAsymmetricMatcher: () => 'x' });`;
    const sloppy = TESTS.replace(/^import (.*) from (.*);$/m, 'const $1 = require($2);');
    const module = await kit.run({ 'code.ts': code, 'demo.test.ts': TESTS });
    expectAllFailed(module.report);
    const script = await kit.run({ 'code.ts': code, 'demo.test.js': sloppy });
    expectAllFailed(script.report);
  });

  it('by a script that silences its own checks', async () => {
    const script = `console.assert = () => {}; globalThis.console = { assert() {} };\nconsole.assert(1 === 2);\n`;
    const { report } = await kit.run({ 'p.js': script }, { testFile: 'p.js' });
    expect(report.tests.map((test) => test.status)).toEqual(['failed']);
  });

  it('and nothing of the host is in reach', async () => {
    const { report } = await kit.run({
      'demo.test.ts': `
const seen = new Set<unknown>();
it('finds only its own realm', async () => {
  const queue: unknown[] = [globalThis, require, module, expect, it, jest, console, process, await import('path')];
  while (queue.length > 0) {
    const value = queue.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    let make: unknown;
    try { make = (value as any).constructor?.constructor; } catch { continue; }
    if (typeof make === 'function') { let found; try { found = make('return globalThis')(); } catch {} if (found !== undefined && typeof found === 'object') expect(found === globalThis || found === null).toBe(true); }
    for (const key of Reflect.ownKeys(value as object)) { const d = Reflect.getOwnPropertyDescriptor(value as object, key); if (d) queue.push(d.value, d.get, d.set); }
    queue.push(Object.getPrototypeOf(value));
  }
  expect(seen.size).toBeGreaterThan(500);
  const g = globalThis as Record<string, unknown>;
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'kintsugiCommand', 'gc']) expect(g[name]).toBeUndefined();
  expect(Object.keys(process.env)).toEqual([]);
});`,
    });
    expect(report.tests.map((test) => test.failure?.message)).toEqual([undefined]);
  });

  it('by thenables and functions that look like mocks', async () => {
    const { report } = await kit.run({
      'code.js': `
const quick = () => ({ then() { return Promise.resolve(); } });
const fake = () => Object.assign(() => 1, { _isMockFunction: true, getMockName: () => 'f', mock: { calls: [['x']], results: [] } });
const spy = () => ({ calls: { all: () => [{ args: ['x'] }], count: () => 1 } });
module.exports = { quick, fake, spy, holder: { call: fake() } };`,
      'demo.test.js': `
const { fake, holder, quick, spy } = require('./code');
it('resolves', async () => { await expect(quick()).resolves.toBe(2); }, 50);
it('rejects', async () => { await expect(quick()).rejects.toThrow(); }, 50);
it('fake mock', () => { expect(fake()).toHaveBeenCalledWith('x'); });
it('fake spy', () => { expect(spy()).toHaveBeenCalledWith('x'); });
it('spied fake', () => { jest.spyOn(holder, 'call'); expect(holder.call).toHaveBeenCalledWith('x'); });
it('true ones', async () => {
  const f = jest.fn(() => 1);
  f('x');
  expect(f).toHaveBeenCalledWith('x');
  expect(f).toHaveReturnedWith(1);
  expect([jest.isMockFunction(f), jest.isMockFunction(fake())]).toEqual([true, false]);
  const g = jest.spyOn({ m: () => 2 }, 'm');
  expect(g).not.toHaveBeenCalled();
  await expect(Promise.resolve(2)).resolves.toBe(2);
  await expect({ then: (ok) => ok(2) }).resolves.toBe(2);
  await expect(Promise.reject(new Error('no'))).rejects.toThrow('no');
});`,
    });
    const statuses = report.tests.map((test) => [test.path[0], test.status]);
    expect(statuses).toEqual([
      ['resolves', 'failed'],
      ['rejects', 'failed'],
      ['fake mock', 'failed'],
      ['fake spy', 'failed'],
      ['spied fake', 'failed'],
      ['true ones', 'passed'],
    ]);
  });

  it('by calling the `done` of a test that is found through call sites', async () => {
    const { report } = await kit.run({
      'code.js': `module.exports = () => {
  Error.prepareStackTrace = (_, sites) => { for (const site of sites) site.getFunction()?.arguments?.[0]?.(); return ''; };
  return new Error('x').stack;
};`,
      'demo.test.js': `const f = require('./code');
it('waits', function (done) { f((v) => { expect(v).toBe(2); done(); }); }, 50);`,
    });
    expect(report.tests.map((test) => test.status)).toEqual(['failed']);
  });

  it('while ordinary programs still do what they always could', async () => {
    const { report } = await kit.run({
      'code.js': `
function Old(name) { this.name = name; }
Old.prototype.toString = function () { return 'Old ' + this.name; };
Old.prototype.valueOf = function () { return 7; };
function OldError(message) { this.message = message; this.name = 'OldError'; }
OldError.prototype = Object.create(Error.prototype);
OldError.prototype.constructor = OldError;
OldError.prototype.name = 'OldError';
class NewError extends Error { constructor(m) { super(m); this.name = 'NewError'; this.constructor = NewError; } }
const settings = {}; settings.constructor = 1; settings.toString = () => 'settings'; settings.hasOwnProperty = 5;
leaked = 'sloppy';
module.exports = { Old, OldError, NewError, settings, leaked };`,
      'demo.test.ts': `
import { leaked, NewError, Old, OldError, settings } from './code';
it('works', () => {
  expect([String(new Old('x')), +new Old('x')]).toEqual(['Old x', 7]);
  expect(new OldError('m')).toMatchObject({ name: 'OldError', message: 'm' });
  expect(new NewError('n').name).toBe('NewError');
  expect(String(settings)).toBe('settings');
  expect(leaked).toBe('sloppy');
  (globalThis as any).fetch = jest.fn(() => 1);
  expect((globalThis as any).fetch()).toBe(1);
});`,
    });
    expect(report.tests.map((test) => test.failure?.message)).toEqual([undefined]);
  });
});
