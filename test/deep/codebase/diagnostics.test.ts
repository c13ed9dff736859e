import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDiagnostics, type Diagnostics } from '../../../src/codebase/diagnostics';
import { createMemoryStore } from '../../support/memory-store';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { newProblems, STRICT, type Texts } from '../../support/new-problems';
import { tempFolder } from '../../support/temp-folder';
import { treeOf } from '../../support/text-trees';
import { until } from '../../support/until';

const store = createMemoryStore();
const { signal } = new AbortController();
let diagnostics: Diagnostics;

beforeAll(() => {
  diagnostics = createDiagnostics(store, { deadlineMs: 60_000 });
});
afterAll(() => diagnostics.close());

/** Errors that a change of files brings, as lines. */
const added = (before: Texts, change: Texts, directory?: string): Promise<string[]> =>
  newProblems({ diagnostics, store, before, change, directory });

describe('TypeScript', () => {
  test('tells an error of the tree before not again, though its line has moved', async () => {
    const before = { 'tsconfig.json': STRICT, 'a.ts': "export const n: number = 'x';\n" };
    const change = { 'a.ts': "// moved\n\nexport const n: number = 'x';\nexport const m: string = 1;\n" };
    expect(await added(before, change)).toEqual([
      "a.ts:4 TS2322 Type 'number' is not assignable to type 'string'.",
    ]);
  });

  test('honours the settings that are nearest to the file', async () => {
    const loose = STRICT.replace('true', 'false');
    const text = 'export function f(a) {\n  return a;\n}\n';
    expect(await added({ 'tsconfig.json': STRICT }, { 'a.ts': text })).toHaveLength(1);
    expect(await added({ 'tsconfig.json': STRICT, 'p/tsconfig.json': loose }, { 'p/a.ts': text })).toEqual(
      [],
    );
  });

  test('takes the settings that a shell of references gives to the file', async () => {
    const before = {
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'tsconfig.app.json':
        '{ "compilerOptions": { "strict": true, "lib": ["es2022"], "types": [] }, "include": ["src"] }',
    };
    expect(await added(before, { 'src/a.ts': 'export const f = (a) => a;\n' })).toEqual([
      "src/a.ts:1 TS7006 Parameter 'a' implicitly has an 'any' type.",
    ]);
  });

  test('looks at the types of JavaScript only where the project wants that', async () => {
    const text = 'const n = 1;\nn.trim();\nmodule.exports = n;\n';
    expect(await added({}, { 'a.js': text })).toEqual([]);
    expect(await added({}, { 'a.js': `// @ts-check\n${text}` })).toEqual([
      "a.js:3 TS2339 Property 'trim' does not exist on type '1'.",
    ]);
    expect(await added({}, { 'b.js': 'function (\n' })).not.toEqual([]);
  });

  test('knows a file that the change adds, and misses one that it takes away', async () => {
    const before = { 'tsconfig.json': STRICT, 'a.ts': "import { b } from './b';\nexport const a = b;\n" };
    expect(
      await added(before, { 'b.ts': 'export const b = 1;\n', 'a.ts': `${before['a.ts']}// b is there\n` }),
    ).toEqual([]);
    const there = { ...before, 'b.ts': 'export const b = 1;\n' };
    const [old, tree] = [await treeOf(store, there), await treeOf(store, before)];
    const missing = { path: 'a.ts', line: 1, column: 19, code: 'TS2307' };
    expect(await diagnostics.check({ tree, before: old, paths: ['a.ts'], signal })).toMatchObject({
      status: 'checked',
      problems: [missing],
    });
    expect(await diagnostics.check({ tree: old, before: tree, paths: ['a.ts'], signal })).toMatchObject({
      status: 'checked',
      problems: [],
    });
  });

  test('does not complain of packages that are not installed here', async () => {
    const text =
      "import { z } from 'zod';\nimport fs from 'node:fs';\nexport const s = z.string();\nprocess.exit(fs ? 1 : 0);\n";
    expect(await added({ 'tsconfig.json': STRICT }, { 'a.ts': text })).toEqual([]);
    const test = "import { b } from './b';\nexpect(b).toBe(mistyped);\n";
    expect(await added({ 'tsconfig.json': STRICT }, { 'a.ts': test })).toEqual([
      "a.ts:1 TS2307 Cannot find module './b' or its corresponding type declarations.",
      "a.ts:2 TS2304 Cannot find name 'mistyped'.",
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

  test('give their types', async () => {
    const before = { 'tsconfig.json': STRICT };
    const text = "import { dep } from 'dep';\nexport const n: number = dep(1);\n";
    expect(await added(before, { 'a.ts': text }, folder)).toEqual([
      "a.ts:2 TS2322 Type 'string' is not assignable to type 'number'.",
    ]);
  });

  test('are all that is read of the disk', async () => {
    const before = { 'tsconfig.json': '{ "extends": "./base.json", "compilerOptions": { "strict": true } }' };
    writeFileSync(join(folder, 'base.json'), '{ "compilerOptions": { "noImplicitReturns": true } }');
    const text =
      "import { secret } from './secret';\nimport other from '/etc/passwd';\nexport const a: string = secret;\n";
    const found = await added(before, { 'a.ts': text }, folder);
    expect(found.join('\n')).toContain("Cannot find module './secret'");
    expect(found.join('\n')).toContain("Cannot find module '/etc/passwd'");
  });
});

describe('other languages', () => {
  test('a file of no known language is unread', async () => {
    const tree = await treeOf(store, { 'a.xyz': '((((' });
    expect(await diagnostics.check({ tree, paths: ['a.xyz'], signal })).toEqual({
      status: 'checked',
      problems: [],
      more: 0,
      unread: ['a.xyz'],
      late: false,
    });
  });
});

describe('limits', () => {
  test('what takes too long is given up, and the next check works again', async () => {
    const own = createDiagnostics(store, { deadlineMs: 4_000 });
    const deep = 'type N<T extends unknown[]> = T["length"] extends 900 ? T : N<[...T, T]>;\n';
    const slow = `${Array.from({ length: 40 }, (_, n) => `${deep.replaceAll('N<', `N${n}<`)}export const x${n}: N${n}<[]> = 1;`).join('\n')}\n`;
    const hostile = `${'static '.repeat(20_000)}\n`;
    const tree = await treeOf(store, {
      'tsconfig.json': STRICT,
      'a.ts': slow,
      'h.ts': hostile,
      'b.json': '{}',
    });
    try {
      const checked = await own.check({ tree, paths: ['h.ts', 'a.ts'], signal });
      if (checked.status === 'checked') expect(checked.unread).toContain('h.ts');
      expect(await own.check({ tree, paths: ['b.json'], signal })).toMatchObject({ status: 'checked' });
    } finally {
      own.close();
    }
  });

  test('problems are told up to 200, and the others counted', async () => {
    const wrong = Array.from({ length: 150 }, (_, n) => `export const a${n}: number = 'x';\n`).join('');
    const before = await treeOf(store, { 'tsconfig.json': STRICT, 'a.ts': wrong, 'b.ts': '' });
    const tree = await treeOf(store, { 'tsconfig.json': STRICT, 'a.ts': wrong, 'b.ts': wrong });
    const paths = ['a.ts', 'b.ts'];
    const all = await diagnostics.check({ tree, paths, signal });
    expect(all).toMatchObject({ status: 'checked', more: 100 });
    if (all.status === 'checked') expect(all.problems).toHaveLength(200);
    // Only known problems stand before the new ones.
    const fresh = await diagnostics.check({ tree, before, paths, signal });
    expect(fresh).toMatchObject({ status: 'checked', more: 0 });
    if (fresh.status === 'checked') expect(fresh.problems).toHaveLength(150);
  });

  test('a check that is cancelled rejects with the reason', async () => {
    const own = createDiagnostics(store);
    const abort = new AbortController();
    const tree = await treeOf(store, { 'a.ts': 'export const a = 1;\n' });
    const checking = own.check({ tree, paths: ['a.ts'], signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(checking).rejects.toThrow('enough');
    own.close();
  });

  test('a process that is killed is an answer, and the next check works again', async () => {
    const own = createDiagnostics(store, { memoryMb: 20 });
    const tree = await treeOf(store, {
      'tsconfig.json': '{}',
      'a.ts': 'export const a = [1].map(String);\n',
    });
    expect(await own.check({ tree, paths: ['a.ts'], signal })).toMatchObject({ status: 'unchecked' });
    own.close();
  });

  test('a tree that the process has forgotten meanwhile is told to it again', async () => {
    const wrong = "export const a: number = 'x';\n";
    const old = await treeOf(store, { 'tsconfig.json': STRICT, 'a.ts': wrong });
    await diagnostics.check({ tree: old, paths: ['a.ts'], signal });
    for (let n = 0; n < 4; n += 1) {
      const tree = await treeOf(store, { 'tsconfig.json': STRICT, 'a.ts': `${wrong}// ${n}\n` });
      const checked = await diagnostics.check({ tree, before: old, paths: ['a.ts'], signal });
      expect(checked).toMatchObject({ status: 'checked', problems: [] });
    }
  });

  test('the process dies with the worker that started it', async () => {
    const script = `
      const { createDiagnostics } = require(${JSON.stringify(join(PROJECT_ROOT, 'dist/codebase/diagnostics'))});
      const blobs = { load: () => { process.stdout.write('asked'); return new Promise(() => {}); } };
      const trees = { list: () => Promise.resolve([{ path: 'a.ts', type: 'file', hash: 'a'.repeat(64) }]) };
      createDiagnostics({ blobs, trees }).check({ tree: 't', paths: ['a.ts'], signal: new AbortController().signal });`;
    const worker = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(worker.stdout, 'data');
    const started = readFileSync(`/proc/${worker.pid}/task/${worker.pid}/children`, 'utf8').trim();
    expect(started).toMatch(/^\d+$/);
    worker.kill('SIGKILL');
    await until('the checker has ended', () => !existsSync(`/proc/${started}/cwd`));
  });
});
