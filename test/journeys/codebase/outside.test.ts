import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createDiagnostics } from '../../../src/codebase/diagnostics';
import { createMemoryStore } from '../../support/memory-store';
import { newProblems, STRICT, type Texts } from '../../support/new-problems';
import { tempFolder } from '../../support/temp-folder';

const store = createMemoryStore();
const diagnostics = createDiagnostics(store, { deadlineMs: 60_000 });
afterAll(() => diagnostics.close());

const added = (before: Texts, change: Texts, directory: string): Promise<string[]> =>
  newProblems({ diagnostics, store, before, change, directory });

describe('a directory with links and settings that lead out of it', () => {
  let folder: string;
  let outside: string;
  beforeAll(() => {
    folder = tempFolder('linked');
    outside = tempFolder('outside');
    mkdirSync(join(folder, 'node_modules/dep'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/dep/index.d.ts'), 'export declare const secret: 1;\n');
    symlinkSync(outside, join(folder, 'node_modules/linked'));
    symlinkSync(join(outside, 'secret.ts'), join(folder, 'node_modules/dep/inner.ts'));
    mkdirSync(join(outside, 'global'));
    const secret = "export const secret = 'hush' as const;\n";
    writeFileSync(join(outside, 'secret.ts'), secret);
    writeFileSync(join(outside, 'index.ts'), secret);
    writeFileSync(join(outside, 'global/index.d.ts'), "declare const secret: 'hush';\n");
    writeFileSync(join(outside, 'base.json'), '{ "compilerOptions": { "noImplicitReturns": true } }');
  });
  afterAll(() => {
    for (const one of [folder, outside]) rmSync(one, { recursive: true, force: true });
  });

  const imported = (name: string): string =>
    `import { secret } from '${name}';\nexport const n: 'told' = secret;\n`;
  const up = (): string => `/../../../${basename(outside)}`;

  test.each<[string, () => object, string]>([
    ['a linked package', () => ({}), imported('linked')],
    ['a file of a linked package', () => ({}), imported('linked/secret')],
    ['a file of a linked package by its path', () => ({}), imported('./node_modules/linked/secret')],
    ['a linked file of a package', () => ({}), imported('dep/inner')],
    ['links that are kept', () => ({ preserveSymlinks: true }), imported('linked/secret')],
    ['suffixes of modules', () => ({ moduleSuffixes: [`${up()}/secret`] }), imported('dep')],
    ['paths', () => ({ paths: { x: ['./node_modules/linked/secret'] } }), imported('x')],
    ['paths with dots', () => ({ paths: { x: [`./node_modules${up()}/secret`] } }), imported('x')],
    ['a base URL', () => ({ baseUrl: './node_modules/linked' }), imported('secret')],
    [
      'roots of types',
      () => ({ typeRoots: ['./node_modules/linked'], types: ['global'] }),
      "export const n: 'told' = secret;\n",
    ],
    [
      'a reference',
      () => ({}),
      '/// <reference path="./node_modules/linked/global/index.d.ts" />\nexport const n: "told" = secret;\n',
    ],
  ])('nothing outside is read through %s', async (_, options, text) => {
    const compilerOptions = {
      strict: true,
      lib: ['es2022'],
      types: [],
      moduleResolution: 'bundler',
      module: 'esnext',
      ...options(),
    };
    const before = { 'tsconfig.json': JSON.stringify({ compilerOptions }) };
    const found = await added(before, { 'a.ts': text }, folder);
    expect(found.join('\n')).not.toContain('hush');
  });

  test('settings are not taken from outside', async () => {
    const text = 'export function f(a: boolean): number | undefined {\n  if (a) return 1;\n}\n';
    const settings = (base: string): Record<string, string> => ({
      'tsconfig.json': JSON.stringify({ extends: base }),
      'base.json': '{ "compilerOptions": { "noImplicitReturns": true } }',
    });
    expect(await added(settings('./base.json'), { 'a.ts': text }, folder)).toHaveLength(1);
    expect(await added(settings('./node_modules/linked/base.json'), { 'a.ts': text }, folder)).toEqual([]);
  });

  test('a package that may not be read is no error of the code', async () => {
    const before = { 'tsconfig.json': STRICT };
    expect(
      await added(before, { 'a.ts': "import { secret } from 'linked';\nvoid secret;\n" }, folder),
    ).toEqual([]);
  });
});
