/** Seeded failures: hooks, and modules that fail while they load. */
import { gather } from './seeded';

export const loading = gather((add) => {
  for (const hook of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'])
    add(
      `a hook: ${hook}`,
      `${hook}((): void => {\n  const a: number = 1;\n  throw /*HERE*/new Error(String(a));\n});\nit('fails', () => {});`,
    );
  add('a hook that throws a text', `/*HERE*/beforeEach(() => { throw 'seeded'; });\nit('fails', () => {});`);
  add(
    'describe',
    `describe('d', () => {\n  const o = undefined as unknown as { a: number };\n  it('fails', () => {});\n  void o./*HERE*/a;\n});`,
  );
  add(
    'the top of the test file',
    `const o: { a?: { b: number } } = {};\nvoid o.a!./*HERE*/b;\nit('fails', () => {});`,
  );
  add('the top of a module', {
    'a.ts': `type T = { a: { b: number } };\nexport const x = (JSON.parse('{}') as T).a./*HERE*/b;`,
    'b.ts': `/*ALSO*/import { x } from './a';\nexport const y = x;`,
    'demo.test.ts': `/*ALSO*/import { y } from './b';\nit('fails', () => { void y; });`,
  });
  add('the top of a module that waits', {
    'a.mts': `await null;\nexport const x: number = (null as never as { x: number })./*HERE*/x;`,
    'demo.test.ts': `import { x } from './a.mjs';\nit('fails', () => { void x; });`,
  });
  add('a module that require loads', {
    'a.js': `null./*HERE*/x;`,
    'demo.test.js': `/*ALSO*/require('./a');\nit('fails', () => {});`,
  });
  add('a dynamic import', {
    'a.ts': `export const a: number = 1;\nthrow /*HERE*/new Error('seeded');`,
    'demo.test.ts': `it('fails', async () => { await import('./a'); });`,
  });
  add(
    'a dynamic import of nothing',
    `it('fails', async () => {\n  const name: string = './nowhere';\n  await /*HERE*/import(name);\n});`,
    'Cannot find module',
  );
  add(
    'an import of nothing',
    {
      'a.ts': `const one = 1;\n/*HERE*/import { b } from './nowhere';\nexport const a = b + one;`,
      'demo.test.ts': `/*ALSO*/import { a } from './a'; it('fails', () => { void a; });`,
    },
    'Cannot find module',
  );
  add(
    'an export of nothing',
    {
      'a.ts': `/*HERE*/export * from './nowhere';`,
      'demo.test.ts': `import * as a from './a'; it('fails', () => { void a; });`,
    },
    'Cannot find module',
  );
  add(
    'a binding before its time',
    {
      'a.ts': `import { b } from './b';\nexport const a = 1;\nexport const c = b;`,
      'b.ts': `import { a } from './a';\nexport const b = /*HERE*/a + 1;`,
      'demo.test.ts': `import { c } from './a'; it('fails', () => { void c; });`,
    },
    "Cannot access 'a' before initialization",
  );
});
