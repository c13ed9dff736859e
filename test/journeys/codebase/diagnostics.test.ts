import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDiagnostics, type Diagnostics } from '../../../src/codebase/diagnostics';
import { createMemoryStore } from '../../support/memory-store';
import { newProblems, STRICT, type Texts } from '../../support/new-problems';
import { tempFolder } from '../../support/temp-folder';

const store = createMemoryStore();
let diagnostics: Diagnostics;

beforeAll(() => {
  diagnostics = createDiagnostics(store, { deadlineMs: 60_000 });
});
afterAll(() => diagnostics.close());

/** Errors that a change of files brings, as lines. */
const added = (before: Texts, change: Texts, directory?: string): Promise<string[]> =>
  newProblems({ diagnostics, store, before, change, directory });

describe('TypeScript', () => {
  test('tells a new type error with its place, across files', async () => {
    const before = {
      'tsconfig.json': STRICT,
      'src/a.ts': 'export function twice(n: number): number {\n  return n * 2;\n}\n',
      'src/b.ts': "import { twice } from './a';\nexport const four = twice(2);\n",
    };
    const wrong = "import { twice } from './a';\n\nexport const four = twice('2');\n";
    expect(await added(before, { 'src/b.ts': wrong })).toEqual([
      "src/b.ts:3 TS2345 Argument of type 'string' is not assignable to parameter of type 'number'.",
    ]);
  });
});

describe('installed packages', () => {
  let folder: string;
  beforeAll(() => {
    folder = tempFolder('packages');
    const plant = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    plant('node_modules/dep/package.json', '{ "name": "dep", "version": "1.0.0", "types": "index.d.ts" }');
    plant('node_modules/dep/index.d.ts', 'export declare function dep(n: number): string;\n');
    plant('secret.ts', 'export const secret = 1;\n');
    plant('packages/own/index.ts', 'export const own = 1;\n');
    symlinkSync('../packages/own', join(folder, 'node_modules/own'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('of the project itself are those of the tree, not of the directory', async () => {
    const before = { 'tsconfig.json': STRICT, 'packages/own/index.ts': "export const own = 'text';\n" };
    const text = "import { own } from 'own';\nexport const n: number = own;\n";
    expect(await added(before, { 'a.ts': text }, folder)).toEqual([
      "a.ts:2 TS2322 Type 'string' is not assignable to type 'number'.",
    ]);
  });
});

describe('other languages', () => {
  test.each([
    ['a.py', 'def f(x):\n    return x\n', 'def f(x:\n    return x\n'],
    ['a.go', 'package a\n\nfunc f() int { return 1 }\n', 'package a\n\nfunc f( int { return 1 }\n'],
    ['a.rs', 'fn f() -> i32 { 1 }\n', 'fn f( -> i32 { 1 }\n'],
    ['a.rb', 'def f(x)\n  x\nend\n', 'def f(x\n  x\nend end\n'],
    ['A.java', 'class A { int f() { return 1; } }\n', 'class A { int f( { return 1; } }\n'],
    ['a.c', 'int f(void) { return 1; }\n', 'int f(void { return 1; }\n'],
    ['a.sh', 'if true; then echo x; fi\n', 'if true; then echo x; f(\n'],
    ['a.php', '<?php function f($x) { return $x; }\n', '<?php function f($x { return $x; }\n'],
    ['a.cs', 'class A { int F() { return 1; } }\n', 'class A { int F( { return 1; } }\n'],
    ['a.css', 'a { color: red; }\n', 'a { color: red; \n'],
    ['a.json', '{ "a": 1 }\n', '{ "a": 1, }\n'],
  ])('%s: broken syntax is told, whole syntax is not', async (path, whole, broken) => {
    expect(await added({ [path]: '' }, { [path]: whole })).toEqual([]);
    expect(await added({ [path]: whole }, { [path]: broken })).not.toEqual([]);
  });
});
