import { createKit, messages } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

describe('ES modules and CommonJS in the sandbox', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  async function passes(files: Record<string, string>): Promise<void> {
    const { report } = await kit.run(files);
    expect(messages(report.tests)).toEqual([]);
    expect(report.tests.length).toBeGreaterThan(0);
    for (const test of report.tests) expect(test.status).toBe('passed');
  }

  it('have live bindings that can be spied on and replaced', () =>
    passes({
      'x.ts': `export function y() { return 'real' } export const viaSelf = () => y(); export let n = 1, m: number; export const inc = () => { n++; [m] = [n]; ({ n } = { n }); }; export { n as "string name" };`,
      'u.ts': `import { y, n, inc as more } from './x'; export const u = () => y(); export const read = () => ({ n, more: typeof more }); export { n as again } from './x';`,
      'w.mjs': `import { n } from './x'; export const write = () => { n = 5 }, add = () => n++; export const shadow = (n) => { n = 7; return n }, inner = () => { let r = 0; for (const n of [1, 2]) r += n; try { throw 3 } catch (n) { r += n } { function n() { return 4 } r += n() } class K { n() { return K.n } static n = 8 } return r + K.n + new K().n() };`,
      'demo.test.ts': `import * as x from './x'; import { read, u, again } from './u'; import { write, add, shadow, inner } from './w.mjs';
it('works', () => {
  const spy = jest.spyOn(x, 'y').mockReturnValue('spied');
  expect([u(), x.viaSelf()]).toEqual(['spied', 'real']);
  spy.mockRestore();
  expect(u()).toBe('real');
  x.inc();
  expect([x.n, x.m, read().n, again, x['string name']]).toEqual([2, 2, 2, 2, 2]);
  for (const f of [write, add]) expect(f).toThrow(new TypeError('Assignment to constant variable.'));
  expect([shadow(1), inner(), x.n]).toEqual([7, 26, 2]);
  (x as { y: unknown }).y = () => 'set';
  expect(u()).toBe('set');
  expect(Object.keys(x)).toEqual(['y', 'viaSelf', 'n', 'm', 'inc', 'string name']);
  expect({ ...x }).toMatchObject({ n: 2 });
});`,
    }));

  it('are assigned where they are imported as in Node: a constant throws, and only where it is to change', () =>
    passes({
      'x.ts': `export let nothing: unknown; export let one: unknown = 1; export let zero: unknown = 0;`,
      'w.mjs': `import { nothing, one, zero } from './x'; import * as all from './x';
let count = 0;
const value = () => { count++; return 7; };
export const changes = [() => nothing ??= value(), () => zero ||= value(), () => one &&= value(), () => all &&= value(), () => { all = value() }, () => { ({ all } = { all: value() }) }, () => { one += value() }, () => { (nothing) ??= value() }];
export const keeps = [() => one ??= value(), () => one ||= value(), () => zero &&= value(), () => (all ??= value()).one];
one ??= value()
all ??= value()
export const counted = () => count;`,
      'demo.test.ts': `import { changes, keeps, counted } from './w.mjs';
it('works', () => {
  for (const change of changes) expect(change).toThrow(new TypeError('Assignment to constant variable.'));
  expect(counted()).toBe(changes.length);
  expect(keeps.map((keep) => keep())).toEqual([1, 1, 0, 1]);
  expect(counted()).toBe(changes.length);
});`,
    }));

  it('may be imported by any name', async () => {
    for (const name of 'abcdefghijklmnopqrstuvwxyz_$'.split(''))
      await passes({
        'x.ts': `export const v = '${name}'; export default 'd';`,
        'y.ts': `export * as ${name} from './x';`,
        'demo.test.ts': `import * as ${name} from './x'; import { ${name} as again } from './y'; import ${name}_d, { v as ${name}_v } from './x';
test('works', () => { expect([${name}.v, again.v, ${name}_d, ${name}_v]).toEqual(['${name}', '${name}', 'd', '${name}']); });`,
      });
  });

  it('know what the other form exports', () =>
    passes({
      'f.js': `module.exports = function f() { return 1 }; module.exports.named = 2; module.exports.default = 'own';`,
      'flagged.cjs': `exports.__esModule = true; exports.default = 'def'; exports.n = 1;`,
      'nothing.cjs': `module.exports = null;`,
      'data.json': `{ "a": 1, "__proto__": { "x": 1 } }`,
      'm.mjs': `import def, * as ns from './f.js'; import { named } from './f.js'; export { def as "a b", ns, named }; export * as flagged from './flagged.cjs'; export { default } from './flagged.cjs'; export { default as renamed, n } from './flagged.cjs';`,
      'star.mjs': `export * from './flagged.cjs'; export * from './m.mjs'; export const n = 'own';`,
      'mixed.ts': `import { n } from './flagged.cjs'; module.exports = { mixed: n + 1 };`,
      'demo.test.ts': `
import f, { named } from './f'; import * as ns from './f'; import def, { n } from './flagged.cjs'; import * as flagged from './flagged.cjs'; import nothing from './nothing.cjs';
import data, { a } from './data.json' with { type: 'json' }; import m, { 'a b' as ab, flagged as f2, ns as mns, renamed } from './m.mjs'; import * as star from './star.mjs'; import { mixed } from './mixed';
it('works', async () => {
  expect([f(), named, (ns as any).default(), (ns as any).named, def, n, nothing]).toEqual([1, 2, 1, 2, 'def', 1, null]);
  expect([data.a, a, Object.keys(data), mixed]).toEqual([1, 1, ['a', '__proto__'], 2]);
  expect([ab, f2, mns.default, m, renamed]).toEqual([f, flagged, f, 'def', 'def']);
  expect([star.n, (star as any).default, star.ns, star['a b']]).toEqual(['own', undefined, mns, f]);
  const name = './f';
  expect((await import(name)).default).toBe(f);
  expect(require('./m.mjs').default).toBe('def');
  expect(await import('./f')).toBe(ns);
  await expect(import('./no' + 'where')).rejects.toThrow(/Cannot find module/);
});`,
    }));

  it('may import each other in circles', () =>
    passes({
      'index.ts': `export * from './a'; export * from './b';`,
      'a.ts': `import { helperB, K } from './index'; export function helperA() { return 'A' } export class A {} export const fromB = helperB(); export const later = () => K;`,
      'b.ts': `import { A, helperA } from './index'; export class B extends A {} export function helperB() { return 'B' + helperA() } export const K = 1; export default function () { return 'unnamed' }`,
      'early.ts': `import { late } from './late'; export const early = 1; export const useLate = () => late;`,
      'late.ts': `import { early } from './early'; export let seen: unknown; try { seen = early } catch (error) { seen = (error as Error).name } export const late = 2;`,
      'c1.js': `exports.first = 1; const c2 = require('./c2'); exports.got = c2.saw;`,
      'c2.js': `const c1 = require('./c1'); exports.saw = { ...c1 };`,
      'demo.test.ts': `import { A, B, fromB, later } from './index'; import unnamed from './b'; import { useLate } from './early'; import { seen } from './late'; import { got } from './c1';
it('works', () => {
  expect(new B()).toBeInstanceOf(A);
  expect([fromB, later(), useLate(), seen, unnamed(), unnamed.name, got]).toEqual(['BA', 1, 2, 'ReferenceError', 'unnamed', 'default', { first: 1 }]);
});`,
    }));

  it('wait at their top, in the order of ES modules', () =>
    passes({
      'log.mjs': `export const log = [];`,
      'a.mjs': `import { log } from './log.mjs'; log.push('a1'); export let x = 1; await new Promise((r) => setTimeout(r, 1000)); x = 2; for await (const y of [Promise.resolve(3)]) x += y; log.push('a2');`,
      'b.ts': `import { x } from './a.mjs'; import { log } from './log.mjs'; log.push('b'); export const y = x * 10;`,
      'c.ts': `import { log } from './log.mjs'; log.push('c'); export const c = 1;`,
      'cycle.mjs': `import { cycle2 } from './cycle2.mjs'; export function cycle() { return 'cycle' } export const both = cycle2 + (await 1);`,
      'cycle2.mjs': `import { cycle } from './cycle.mjs'; export const cycle2 = typeof cycle;`,
      'fails.mjs': `await null; throw new Error('late');`,
      'demo.test.ts': `import { y } from './b'; import { c } from './c'; import { x } from './a.mjs'; import { log } from './log.mjs'; import { both } from './cycle.mjs';
const z = await Promise.resolve(5);
const { y: again } = await import('./b');
it('works', async () => {
  expect([x, y, c, z, again]).toEqual([5, 50, 1, 5, 50]);
  expect(log).toEqual(['a1', 'c', 'a2', 'b']);
  expect(both).toBe('function1');
  expect(require('./b').y).toBe(50);
  await expect(import('./fails.mjs')).rejects.toThrow('late');
  jest.resetModules();
  expect(() => require('./b')).toThrow(/waits at its top.*import\\(\\)/);
  expect((await import('./b')).y).toBe(50);
});`,
    }));

  it('know where they are, and what hides the names of CommonJS', () =>
    passes({
      'd/m.mjs': `export const meta = import.meta; const __dirname = import.meta.dirname, __filename = 'f'; export const own = [__dirname, __filename]; const require = 5, exports = 6, module = 7; export const hidden = [require, exports, module, this, typeof arguments];`,
      'd/c.js': `exports.self = this === exports; exports.paths = [__filename, __dirname, module.id]; { const exports = 1; module.exports.inner = exports; } return; throw 1;`,
      'strict.mjs': `export const strict = (function () { return this })() === undefined;`,
      'sloppy.js': `module.exports = { sloppy: (function () { return this })() === globalThis, octal: 010 };`,
      'hash.mjs': `#!/usr/bin/env node\nexport default 1;`,
      'hash.js': `\uFEFF#!/usr/bin/env node\nmodule.exports = 2;`,
      'bom.json': `\uFEFF{ "a": 3 }`,
      'less.mjs': `let x = 1, y = 3; export const r = x<!--y;\nexport { y };`,
      'demo.test.mjs': `import path from 'node:path'; import { hidden, meta, own } from './d/m.mjs'; import c from './d/c.js'; import { strict } from './strict.mjs'; import { octal, sloppy } from './sloppy.js'; import h1 from './hash.mjs'; import h2 from './hash.js'; import { a } from './bom.json'; import { r, y } from './less.mjs';
it('works', () => {
  expect([meta.url, meta.filename, meta.dirname]).toEqual(['file:///d/m.mjs', '/d/m.mjs', '/d']);
  expect([meta.resolve('../demo.test.mjs'), meta.resolve('path'), meta.resolve('node:path')]).toEqual(['file:///demo.test.mjs', 'node:path', 'node:path']);
  expect([own, hidden.slice(0, 4)]).toEqual([['/d', 'f'], [5, 6, 7, undefined]]);
  expect(c).toMatchObject({ self: true, inner: 1, paths: ['/d/c.js', '/d', 'd/c.js'] });
  expect([strict, sloppy, octal, h1, h2, a, r, y, path.sep]).toEqual([true, true, 8, 1, 2, 3, false, 2, '/']);
});`,
    }));

  it('are mocked before they are imported, as jest does it', () =>
    passes({
      'a.ts': `export const v = () => 'real'; export const w = 1;`,
      'b.js': `exports.w = 'real';`,
      'uses.ts': `import { v } from './a'; export const used = () => v();`,
      'demo.test.ts': `import { used } from './uses'; import { v } from './a';
const NAME = 'pure', OTHER = 2;
const helper = () => NAME;
jest.mock('./a', () => ({ v: helper, n: NAME + OTHER })).mock('./b', () => ({ w: mockLater() }));
import { jest as j } from '@jest/globals';
import * as b from './b';
function mockLater() { return 'later' }
it('hoists', () => { expect([used(), v(), (b as { w: string }).w, j === jest]).toEqual(['pure', 'pure', 'later', true]); });`,
    }));

  it.each(['block.test.js', 'named.test.mjs'])('are mocked, also in %s', (testFile) =>
    passes({
      'b.js': `exports.w = 'real';`,
      'd.js': `exports.w = 'real';`,
      ...(testFile === 'block.test.js'
        ? {
            [testFile]: `it('hoists within blocks', () => {
  const a = require('./b');
  jest.mock('./b', () => ({ w: mockW() }));
  function mockW() { return 'mocked'; }
  expect(a.w).toBe('mocked');
  if (a) { const c = require('./b'); jest.unmock('./b'); expect(c.w).toBe('real'); }
});
const top = require('./d');
jest.mock('./d', () => ({ w: 'top' }));
it('hoists in CommonJS', () => { expect(top.w).toBe('top'); });`,
          }
        : {
            [testFile]: `import { jest as j, it as check } from '@jest/globals';
import * as all from '@jest/globals';
import { w } from './b.js';
j.mock('./b.js', () => ({ w: 'named' }));
all.jest.unmock('./c.js');
check('knows jest by other names', () => { expect(w).toBe('named'); });`,
          }),
    }),
  );

  it('are mocked by factories that promise, as vitest does it', () =>
    passes({
      'x.ts': `export const real = 'r'; export default 'd'; export const y = (): unknown => 1;`,
      'z.ts': `export const z = () => 'real';`,
      'user.ts': `import d, { real, y } from './x'; import { z } from './z'; export const all = () => [d, real, y(), z()];`,
      'demo.test.ts': `import { expect, it, vi } from 'vitest'; import { all } from './user'; import d, { y } from './x';
const hoisted = vi.hoisted(() => ({ seven: 7 })), [one] = await vi.hoisted(async () => [1]);
vi.mock('./x', async (importOriginal) => ({ ...(await importOriginal<typeof import('./x')>()), default: 'mocked', y: vi.fn(() => hoisted.seven + one) }));
vi.mock(import('./z'), async () => ({ ...(await vi.importActual('./z')), z: () => 'z' }));
it('works', async () => {
  expect([d, y(), all()]).toEqual(['mocked', 8, ['mocked', 'r', 8, 'z']]);
  expect(vi.isMockFunction(y)).toBe(true);
  expect(((await vi.importActual('./z')) as { z(): string }).z()).toBe('real');
  expect((await import('./x')).default).toBe('mocked');
  vi.doMock('./z', () => ({ z: () => 'again' }));
  vi.resetModules();
  expect((await import('./user')).all()[3]).toBe('again');
});`,
    }));

  it('take values in parentheses, attributes by either word, and names as their scopes have them', () =>
    passes({
      'a.mjs': 'export default (1);\n',
      'b.mjs': 'const a = 0;\nexport default (a || 2);\n',
      'c.mjs': 'export default (function () { return 3; });\n',
      'd.mjs': 'export default (() => 4);\n',
      'e.mjs': 'export default /* five */ ({ five: 5 });\n',
      'f.ts': 'const six: number = 6;\nexport default (six ? 6 : 0);\n',
      'g.mjs': 'export default(class { seven() { return 7; } });\n',
      'n.json': '{ "nine": 9 }',
      'x.mjs': 'export const x = 12;\n',
      'demo.test.mjs': `import a from './a.mjs'; import b from './b.mjs'; import c from './c.mjs'; import d from './d.mjs'; import e from './e.mjs'; import f from './f'; import G from './g.mjs';
import n from './n.json' assert { type: 'json' };
import { x } from './x.mjs';
function f1(p = x) { var x = 2; return [p, x]; }
function f2(p = () => x) { { var x = 2; } return [p(), x]; }
function f3() { switch (x) { case 12: let x = 1; return x; } }
function f4() { class A { static v; static { var x = 3; A.v = x; } } return [A.v, x]; }
const f5 = () => () => { var x = 5; return x; };
it('works', () => {
  expect([a, b, c(), d(), e.five, f, new G().seven(), n.nine]).toEqual([1, 2, 3, 4, 5, 6, 7, 9]);
  expect([f1(), f2(), f3(), f4(), f5()(), x]).toEqual([[12, 2], [12, 2], 1, [3, 12], 5, 12]);
});`,
    }));

  it('are mocked by jest for import()', () =>
    passes({
      'x.mjs': `export const y = () => 'real'; export default 'd';`,
      'user.mjs': `import d, { y } from './x.mjs'; export const used = () => [d, y()];`,
      'demo.test.mjs': `import { jest } from '@jest/globals';
jest.unstable_mockModule('./x.mjs', async () => ({ default: 'mocked', y: () => 'mock' }));
const { used } = await import('./user.mjs');
it('works', async () => {
  expect(used()).toEqual(['mocked', 'mock']);
  await jest.isolateModulesAsync(async () => { jest.unstable_unmockModule('./x.mjs'); expect((await import('./user.mjs')).used()).toEqual(['d', 'real']); });
  expect((await import('./user.mjs')).used()).toEqual(['mocked', 'mock']);
});`,
    }));

  it('go on where the semicolons are left out', () =>
    passes({
      'a.ts': `export const f = (x?: any) => x\nexport const t = (s: any) => s[0]\nexport default f`,
      'k.ts': `export default class<T> extends Array<T> { x = 1 }\n(globalThis as any).k = [1]\n;[1].map(String)`,
      'demo.test.ts': `import { f, t } from './a'\nimport g from './a'\nimport K2 from './k'\nconst x = 1\nf(x)\nlet y = x\nt\`a\`\nif (x)\n  f()\nelse f()\nfor (;;) { f(); break }\ndo f(); while (f())\nconst h = () => f\n;[1].map(f)\nswitch (x) { case 1:\n  y = 2\n  f(y)\n  g?.(y)\n}\nlabel: f()\nclass K { static { f()\n  f() } }\nit('a', () => {\n  const q = 2\n  f(q)\n  expect([f(y), g(q), h()(3), typeof K, f /* ( */ (4), new K2().x, K2.name]).toEqual([2, 2, 3, 'function', 4, 1, 'default'])\n})`,
    }));
});
