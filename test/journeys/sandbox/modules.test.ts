import { createKit, messages, outcome } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

describe('modules in the sandbox', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  it('loads TypeScript, JavaScript, JSON, circles and index files', async () => {
    const result = await kit.run({
      'src/color.ts': `export enum Color { Red = 'r', Green = 'g' }
export class Point { constructor(public readonly x: number, private y = 2) {} sum(): number { return this.x + this.y; } }
export type Only = { a: string };`,
      'src/even.ts': `import { odd } from './odd'; export function even(n: number): boolean { return n === 0 || odd(n - 1); }`,
      'src/odd.ts': `import { even } from './even'; export const started = even(0); export function odd(n: number): boolean { return n !== 0 && even(n - 1); }`,
      'src/lib/index.js': `const path = require('node:path'); module.exports = { base: (p) => path.basename(p), where: __filename };`,
      'src/data.json': `{ "list": [1, 2] }`,
      'src/esm.mjs': `export default class Greeter { greet = () => 'hi'; } export const url = import.meta.url;`,
      'src/view.tsx': `const React = { createElement: (...args: unknown[]) => args }; export const view = <b id="x">{1}</b>;`,
      'test/all.test.ts': `import { Color, Point, type Only } from '../src/color.js';
import { even } from '../src/even';
import * as odd from '../src/odd';
import lib from '../src/lib';
import data from '../src/data.json';
import Greeter, { url } from '../src/esm.mjs';
import { view } from '../src/view';
const name = './late';
it('works', async () => {
  const only: Only = { a: Color.Red };
  expect(only.a).toBe('r');
  expect(new Point(1).sum()).toBe(3);
  expect([even(4), odd.odd(4), odd.started]).toEqual([true, false, true]);
  expect(lib.base('/a/b.txt')).toBe('b.txt');
  expect(lib.where).toBe('/src/lib/index.js');
  expect(data.list).toEqual([1, 2]);
  expect(new Greeter().greet() + url).toBe('hifile:///src/esm.mjs');
  expect(view).toEqual(['b', { id: 'x' }, 1]);
  const late = await import('../src/' + name.slice(2));
  expect(late.value).toBe('late');
});`,
      'src/late.ts': `export const value = 'late';`,
    });
    expect(messages(result.report.tests)).toEqual([]);
    expect(outcome(result.report.tests)).toEqual(['works: passed']);
  });

  it('loads what the manifest of a folder names as its main', async () => {
    const result = await kit.run({
      'package.json': '{ "main": "start.js" }',
      'start.js': 'module.exports = 1;',
      'index.js': 'module.exports = 0;',
      'part/package.json': '{ "main": "./lib/part" }',
      'part/lib/part.js': 'module.exports = 2;',
      'test/deep/all.test.js': `const named = '../..';
it('works', () => { expect([require('../..'), require(named), require('../../part')]).toEqual([1, 1, 2]); });`,
    });
    expect(messages(result.report.tests)).toEqual([]);
    expect(outcome(result.report.tests)).toEqual(['works: passed']);
  });

  it('mocks modules before they are imported', async () => {
    const result = await kit.run({
      'src/rate.ts': `export const rate = (): number => 1; export class Bank { open(): string { return 'real'; } }`,
      'src/price.ts': `import { rate } from './rate'; import path from 'path'; export const price = (n: number): number => n * rate(); export const dir = () => path.sep;`,
      'src/store.ts': `export const store = { get: () => 'real' };`,
      'src/__mocks__/store.ts': `export const store = { get: () => 'manual' };`,
      'test/price.test.ts': `import { dir, price } from '../src/price';
import { Bank, rate } from '../src/rate';
import { store } from '../src/store';
jest.mock('../src/rate');
jest.mock('../src/store');
jest.mock('path', () => ({ sep: '!' }));
it('mocks automatically', () => {
  (rate as jest.Mock).mockReturnValue(3);
  expect(price(2)).toBe(6);
  expect(new Bank().open()).toBeUndefined();
  expect(jest.requireActual<typeof import('../src/rate')>('../src/rate').rate()).toBe(1);
});
it('uses factories and neighbours', () => { expect(dir()).toBe('!'); expect(store.get()).toBe('manual'); });
it('resets', () => {
  jest.resetModules();
  jest.doMock('../src/rate', () => ({ rate: () => 10 }));
  expect(require('../src/price').price(1)).toBe(10);
  jest.isolateModules(() => { expect(require('../src/price').price(1)).toBe(10); });
});`,
    });
    expect(messages(result.report.tests)).toEqual([]);
    expect(result.report.tests).toHaveLength(3);
  });

  it('says how to go on when a module is missing', async () => {
    const result = await kit.run({
      'a.ts': `import repl from 'repl'; export const read = (): unknown => repl;`,
      'a.test.ts': `import { read } from './a'; it('reads', () => { read(); });`,
    });
    const failure = result.report.tests[0]?.failure;
    expect(outcome(result.report.tests)).toEqual(['a.test.ts: failed']);
    expect(failure?.phase).toBe('collect');
    expect(failure?.message).toMatch(/^Cannot find module 'repl' from 'a\.ts': .*command check/);
    expect(failure?.location).toMatchObject({ file: 'a.ts', line: 1 });
    const relative = await kit.tests(`import { x } from './nowhere'; it('x', () => { x(); });`);
    expect(relative[0]?.failure?.message).toContain(`Cannot find module './nowhere' from 'demo.test.ts'`);
  });

  it('locates syntax errors in the file that has them', async () => {
    const cases: [string, string, number][] = [
      ['src/a.ts', 'export const a = 1;\nexport const b: number = = 2;\n', 2],
      ['src/b.js', 'const ok = 1;\nfunction f( {\n', 2],
      ['src/c.js', 'const x = 1;\nconst x = 2;\n', 2],
      ['src/d.ts', '}); globalThis.pwned = 1; (function () {\n', 1],
    ];
    for (const [file, source, line] of cases) {
      const result = await kit.run({
        [file]: source,
        'demo.test.ts': `import '../src/x';\nit('runs', () => {});`.replace('../src/x', `./${file}`),
      });
      const failure = result.report.tests[0]?.failure;
      expect(failure).toMatchObject({ errorName: 'SyntaxError', phase: 'collect', location: { file } });
      expect(failure?.location?.line).toBeGreaterThanOrEqual(line);
    }
    const own = await kit.tests(`it('runs', () => {\n  const = 1;\n});`);
    expect(own[0]?.failure).toMatchObject({
      errorName: 'SyntaxError',
      location: { file: 'demo.test.ts', line: 2 },
    });
  });

  it('locates failures where they happened', async () => {
    const result = await kit.run({
      'src/deep.ts': `interface Shape { kind: string }\n\nexport function inner(shape?: Shape): string {\n  return shape!.kind;\n}\n`,
      'demo.test.ts': `import { inner } from './src/deep';\n\nit('throws', () => {\n  inner();\n});\nit('compares', () => {\n  const made = { a: 1 };\n  expect(made).toEqual({ a: 2 });\n});\nit('throws text', () => {\n  throw 'text';\n});`,
    });
    const [thrown, compared, text] = result.report.tests.map((test) => test.failure);
    expect(thrown).toMatchObject({ errorName: 'TypeError', location: { file: 'src/deep.ts', line: 4 } });
    expect(thrown?.stack).toMatch(/at inner \(src\/deep\.ts:4.*\n.*demo\.test\.ts:4/);
    expect(compared?.location).toMatchObject({ file: 'demo.test.ts', line: 8 });
    expect(compared).toMatchObject({ expected: '{"a": 2}', received: '{"a": 1}' });
    expect(compared?.diff).toContain('-   "a": 2');
    expect(compared?.message).not.toContain('\u001b');
    expect(text).toMatchObject({ message: `thrown: 'text'`, location: { file: 'demo.test.ts', line: 10 } });
  });

  it('treats a program with console.assert as one test', async () => {
    const source = (bug: string): string =>
      `const add = (a, b) => a ${bug} b;\nconst check = () => {\n  console.assert(add(1, 2) === 3);\n};\ncheck();\n`;
    const good = await kit.run({ 'dir/p.js': source('+') }, { testFile: 'dir/p.js' });
    expect(outcome(good.report.tests)).toEqual(['p.js: passed']);
    const bad = await kit.run({ 'dir/p.js': source('-') }, { testFile: 'dir/p.js', coverage: true });
    expect(bad.report.tests[0]).toMatchObject({
      id: 'dir/p.js > p.js',
      failure: { location: { file: 'dir/p.js', line: 3 } },
    });
    expect(bad.coverage?.[0]?.lines.get('dir/p.js')).toEqual([1, 2, 3, 4, 5]);
    const later = await kit.run(
      { 'p.js': `setTimeout(() => console.assert(false, 'late'), 100); console.assert(true);` },
      { testFile: 'p.js' },
    );
    expect(messages(later.report.tests)).toEqual(['console.assert failed: late']);
    const none = await kit.run({ 'p.js': `module.exports = 1;` }, { testFile: 'p.js' });
    expect(none.report.tests[0]?.failure).toMatchObject({ phase: 'collect' });
    const thrown = await kit.run({ 'p.js': `missing(); console.assert(true);` }, { testFile: 'p.js' });
    expect(thrown.report.tests[0]?.failure).toMatchObject({ errorName: 'ReferenceError', phase: 'test' });
  });

  it('counts executed lines per test', async () => {
    const result = await kit.run(
      {
        'src/grade.ts': `export function grade(n: number): string {
  if (n > 90) {
    return 'a';
  }
  if (n > 50) return 'b';
  return 'c';
}
export const twice = (n: number): number =>
  n * 2;
`,
        'demo.test.ts': `import { grade, twice } from './src/grade';
it('top', () => { expect(grade(95)).toBe('a'); });
it('low', () => { expect(grade(1)).toBe('c'); });
it('twice', () => { expect(twice(2)).toBe(4); });`,
      },
      { coverage: true },
    );
    const lines = new Map(result.coverage?.map((entry) => [entry.id, [...entry.lines]]));
    expect(messages(result.report.tests)).toEqual([]);
    const load = [8, 9];
    expect(lines.get('demo.test.ts > top')).toEqual([['src/grade.ts', [2, 3, ...load]]]);
    expect(lines.get('demo.test.ts > low')).toEqual([['src/grade.ts', [2, 5, 6, ...load]]]);
    expect(lines.get('demo.test.ts > twice')).toEqual([['src/grade.ts', load]]);
  });

  it('offers stand-ins for common parts of Node', async () => {
    const tests = await kit.tests(`import assert from 'node:assert';
import { EventEmitter, once } from 'events';
import path from 'path';
import qs from 'querystring';
import { fileURLToPath } from 'url';
import util from 'util';
it('has them', async () => {
  class Bus extends EventEmitter {}
  const bus = new Bus();
  const seen: unknown[] = [];
  bus.on('x', (v: unknown) => seen.push(v));
  const next = once(bus, 'x');
  expect(bus.emit('x', 1)).toBe(true);
  expect([seen, await next]).toEqual([[1], [1]]);
  expect(path.join('/a', '../b', 'c.txt')).toBe('/b/c.txt');
  expect(util.format('%s=%j', 'a', { b: 1 })).toBe('a={"b":1}');
  expect(await util.promisify((cb: (e: null, v: number) => void) => cb(null, 5))()).toBe(5);
  expect(qs.parse('a=1&a=2&b=x%20y')).toEqual({ a: ['1', '2'], b: 'x y' });
  expect(fileURLToPath('file:///tmp/a%20b')).toBe('/tmp/a b');
  expect(new URL('../x?q=1#h', 'https://u.example:8443/a/b/').href).toBe('https://u.example:8443/a/x?q=1#h');
  assert.deepStrictEqual({ a: [1] }, { a: [1] });
  assert.throws(() => assert.equal(1, 2), assert.AssertionError);
  expect(structuredClone(new Map([[1, { a: [2] }]]))).toEqual(new Map([[1, { a: [2] }]]));
  expect(new TextDecoder().decode(new TextEncoder().encode('héllo €'))).toBe('héllo €');
  expect(atob(btoa('abc'))).toBe('abc');
});
it('fails by assert', () => { assert.strictEqual(1, 2); });
it('aborts', async () => { const c = new AbortController(); setTimeout(() => c.abort(), 10); await new Promise((r) => c.signal.addEventListener('abort', r)); expect(c.signal.aborted).toBe(true); });`);
    expect(outcome(tests)).toEqual(['has them: passed', 'fails by assert: failed', 'aborts: passed']);
    expect(tests[1]?.failure).toMatchObject({ errorName: 'AssertionError', expected: '2', received: '1' });
  });

  it('takes a file that imports, and exports by `exports`, for a CommonJS module', async () => {
    const { report } = await kit.run({
      'helpers.js': `import { one } from './one'; exports.two = () => one + 1;`,
      'one.js': `export const one = 1;`,
      'demo.test.js': `import helpers, { two } from './helpers';
it('works', () => expect([helpers.two(), two()]).toEqual([2, 2]));`,
    });
    expect(outcome(report.tests)).toEqual(['works: passed']);
  });
});
