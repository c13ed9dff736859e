import vm from 'node:vm';
import typescript from 'typescript';
import { provideTypeScript } from '../../../src/sandbox/child/compile/typescript';
import { Linker } from '../../../src/sandbox/runtime/es-modules';
import type { LinkHost } from '../../../src/sandbox/runtime/es-modules';
import { MODULE_PARAMETERS } from '../../../src/sandbox/wrapper';
import { transpile } from '../../../src/sandbox/child/transpile';
import { Packages } from '../../../src/sandbox/child/packages';
import { isPlainScript } from '../../../src/sandbox/child/prepare';
import { Program } from '../../../src/sandbox/child/program';

const KEYWORDS = { script: 'function', module: 'function*', async: 'async function' };

/** Exports of a module that imports nothing. */
function load(path: string, source: string): Record<string, unknown> {
  const result = transpile(path, source, false);
  if ('broken' in result) throw new SyntaxError(result.broken.message);
  const module = { exports: {} as Record<string, unknown>, loaded: false };
  const entry = {
    path,
    name: path,
    module,
    body: undefined,
    linking: true,
    pending: undefined,
    followers: [],
  };
  const helper = new Linker(entry, {} as LinkHost).helper({ url: `file:///${path}` });
  const made = vm.runInThisContext(
    `(${KEYWORDS[result.kind]}(${MODULE_PARAMETERS.join(',')}){${result.code}\n})`,
  ) as (...args: unknown[]) => Generator | undefined;
  const body = made(module.exports, () => ({}), module, '', '', helper);
  if (result.kind === 'module') for (let turn = 0; turn < 3; turn++) body?.next();
  return module.exports;
}

describe('transpiling', () => {
  beforeAll(() => provideTypeScript(() => typescript));

  it('keeps lines', () => {
    const source = `import type { A } from './a';\nenum E {\n  One = 1,\n}\n\nexport class P<T> {\n  constructor(private readonly t: T) {}\n}\nexport const where: string = new Error('x').stack!;\n`;
    const result = transpile('a.ts', source, false);
    expect('code' in result && result.code.split('\n').findIndex((line) => line.includes('new Error'))).toBe(
      8,
    );
  });

  it('leaves CommonJS sloppy and makes modules strict', () => {
    expect(load('a.js', `module.exports.self = (function () { return this; })() === globalThis;`).self).toBe(
      true,
    );
    expect(load('a.js', `export const self = (function () { return this; })();`).self).toBeUndefined();
    expect(load('a.json', `{ "a": [1, "\u2028"] }`)).toEqual({ a: [1, '\u2028'] });
  });

  it('gives exports before the first line runs', () => {
    const source = `import './b'; seen(); export function early() {} export let late = 1; late++; export default class {}`;
    const result = transpile('a.ts', source, false);
    expect('code' in result && result.code).toMatch(
      /^"use strict";\{__kintsugi\.exports\(\{early:\(\)=>early,late:\(\)=>late,default:.*?\}\);__kintsugi\.link\('\.\/b'\);yield;__kintsugi\.load\(0\);yield;/,
    );
    const exports = load('a.ts', source.replace(`import './b'; seen();`, ''));
    expect(exports).toMatchObject({ late: 2 });
    expect((exports.default as { name: string }).name).toBe('default');
  });

  it.each([
    ['a.ts', `export const a = 1;\nlet b: number = = 2;`, 2],
    ['a.js', `let a;\nlet a;`, 2],
    ['a.js', `}); (function () {`, 1],
    ['a.js', `return 1; } function x() {`, 1],
    ['a.ts', `it('x', () => {\n  const = 1;\n});`, 2],
    ['a.json', `{ "a": }`, 1],
  ])('refuses %s %j and says where', (path, source, line) => {
    const result = transpile(path, source, false);
    expect(result).toMatchObject({ broken: { message: expect.any(String) } });
    if ('broken' in result) expect(result.broken.line).toBe(line);
  });

  describe('decorators', () => {
    const asked = jest.fn(() => typescript);
    beforeEach(() => {
      asked.mockClear();
      provideTypeScript(asked);
    });
    afterAll(() => provideTypeScript(() => typescript));

    const log = (name: string) => `const seen = [];\nfunction ${name}(target) { seen.push(target.name); }\n`;
    const decorated = '@note\nclass A {}\nexports.seen = seen;';

    it.each(['a.js', 'a.ts'])('does not take those in comments of %s for any', (name) => {
      const source = '/**\n  @return nothing\n*/\nexports.a = 1;';
      expect(load(name, source)).toEqual({ a: 1 });
      expect(asked).not.toHaveBeenCalled();
    });

    it.each(['a.js', 'a.ts'])('finds them after a text like a comment in %s', (name) => {
      const source = `const glob = 'src/*';\n${log('note')}${decorated}`;
      expect(load(name, source)).toEqual({ seen: ['A'] });
      expect(asked).toHaveBeenCalled();
    });
  });

  it('survives a source that is nested beyond reason', () => {
    for (const open of ['(', '[', '{', 'a(', '+', '!']) {
      expect(transpile('a.ts', `${open.repeat(50_000)}1`, false)).toHaveProperty('broken');
    }
  });

  it('tells self-checking scripts from test files', () => {
    expect(isPlainScript(`console.assert(f(1) === 2);`)).toBe(true);
    expect(isPlainScript(`it('x', () => { console.assert(true); });`)).toBe(false);
    expect(isPlainScript(`describe.each([1])('x', () => { console.assert(true); });`)).toBe(false);
    expect(isPlainScript(`/x/.test(y); const visit = submit(1); console.assert(visit);`)).toBe(true);
    expect(isPlainScript(`f(1);`)).toBe(false);
  });

  it('collects what a test file reaches', () => {
    const program = new Program(
      new Map([
        ['a.ts', `export * from './b'; const name = './c'; export const later = () => require(name);`],
        ['b.ts', `import fs from 'fs'; export const b = import('./d.js');`],
        ['c.ts', `export {};`],
        ['d.ts', `Array.prototype.last = 1; export const = 1;`],
        ['e.ts', `String.prototype.pad = function () {}; String.prototype.at ??= () => 1;`],
        ['a.test.ts', `import './a'; import './e'; jest.mock('./m');`],
        ['m.ts', ``],
        ['__mocks__/m.ts', ``],
      ]),
      { config: undefined, packages: new Packages(), assetPaths: new Set() },
    );
    const bundle = program.bundle('a.test.ts', { coverage: false });
    expect([...bundle.modules.keys()].sort()).toEqual([
      '__mocks__/m.ts',
      'a.test.ts',
      'a.ts',
      'b.ts',
      'e.ts',
      'm.ts',
    ]);
    expect(Object.keys(bundle.broken)).toEqual(['d.ts']);
    expect(bundle.added).toEqual([{ name: 'String.prototype.pad', ofPackage: false }]);
  });
});
