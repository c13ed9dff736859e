/** Seeded failures: whatever can be thrown. */
import { gather } from './seeded';

export const thrown = gather((add) => {
  add('a text', `/*HERE*/it('fails', () => {\n  throw 'seeded';\n});`, "thrown: 'seeded'");
  add('nothing', `/*HERE*/it('fails', async () => { await null; throw undefined; });`, 'thrown: undefined');
  add('an object', `describe('d', () => { /*HERE*/it('fails', () => { throw { code: 1 }; }); });`);
  add(
    'a rejection with a text',
    `/*HERE*/it('fails', async () => { void Promise.reject('seeded'); await new Promise((r) => setTimeout(r, 5)); });`,
  );
  add(
    'a text in a timer',
    `/*HERE*/it('fails', async () => { setTimeout(() => { throw 'seeded' }, 1); await new Promise((r) => setTimeout(r, 5)); });`,
  );
  add(
    'an error with a cause',
    `const low = (): never => { throw /*ALSO*/new TypeError('low') };\nit('fails', () => {\n  try { low() } catch (cause) { throw /*HERE*/new Error('high', { cause }); }\n});`,
  );
  add(
    'many errors',
    `it('fails', () => {\n  const one = /*ALSO*/new Error('one');\n  throw /*HERE*/new AggregateError([one], 'seeded');\n});`,
  );
  add(
    'an error made elsewhere',
    `const made = /*HERE*/new Error('seeded');\nit('fails', () => { throw made; });`,
  );
  add(
    'an error whose stack was replaced',
    `/*HERE*/it('fails', () => { const e = new Error('seeded'); e.stack = 'nothing to see'; throw e; });`,
  );
  add(
    'an error without a stack',
    `/*HERE*/it('fails', () => { const e = new Error('seeded'); delete e.stack; throw e; });`,
  );
  add(
    'an error of a class of its own',
    `class Own extends Error { constructor(readonly code: number) { super('seeded'); this.name = 'Own'; Error.captureStackTrace(this, Own); } }\nit('fails', () => { throw /*HERE*/new Own(1); });`,
  );
  add(
    'a message that looks like frames',
    `it('fails', () => {\n  throw /*HERE*/new Error('a\\n    at fake (demo.test.ts:1:1)\\n    at demo.test.ts:2:2');\n});`,
  );
  add('a very long message', `it('fails', () => {\n  throw /*HERE*/new Error('x'.repeat(50_000));\n});`);
  add(
    'a changed message',
    `it('fails', () => {\n  const e = /*HERE*/new Error('first');\n  e.message = 'second';\n  throw e;\n});`,
  );
  add('an error of V8', `it('fails', () => { const f = null as unknown as () => void; /*HERE*/f(); });`);
  add(
    'a stack overflow',
    `function f(n: number): number {\n  const x: number = /*HERE*/n;\n  return f(x + 1);\n}\nit('fails', () => { f(1); });`,
    'call stack',
  );
  add(
    'node:assert',
    `import assert from 'node:assert/strict';\nit('fails', () => {\n  assert./*HERE*/equal(1 as number, 2);\n});`,
  );
  add(
    'assert as a function',
    `import assert from 'node:assert';\nit('fails', () => {\n  /*HERE*/assert(0 as unknown);\n});`,
  );
  add(
    'console.assert',
    `it('fails', () => {\n  const n: number = 1;\n  console./*HERE*/assert(n === 2, 'seeded');\n});`,
  );
  add('a script that checks itself', {
    'p.test.ts': `const add = (a: number, b: number): number => a - b;\nfunction check(ok: boolean): void {\n  console./*HERE*/assert(ok);\n}\n/*ALSO*/check(add(1, 1) === 2);`,
  });
  add('a path with blanks and parentheses', {
    'src/(group)/[id] x/a b.ts': `export const f = (n: number): never => { throw /*HERE*/new Error(String(n)) };`,
    'demo.test.ts': `import { f } from './src/(group)/[id] x/a b';\nit('fails', () => { /*ALSO*/f(1); });`,
  });
  add('each', `it.each([[1, 2]])('fails %d', (a: number, b: number) => {\n  expect(a)./*HERE*/toBe(b);\n});`);
  add(
    'vitest',
    `import { expect, it, vi } from 'vitest';\nconst h = vi.hoisted(() => ({ n: 1 as number }));\nit('fails', () => {\n  expect(h.n)./*HERE*/toBe(2);\n});`,
  );
  add(
    'jest by import',
    `import { expect as e, it as check, jest } from '@jest/globals';\ncheck('fails', () => {\n  const f = jest.fn<() => number>();\n  e(f)./*HERE*/toHaveBeenCalled();\n});`,
  );
});
