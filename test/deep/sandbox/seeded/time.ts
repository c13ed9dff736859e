/** Seeded failures: what happens later. */
import { gather } from './seeded';

export const time = gather((add) => {
  add(
    'after await',
    `const later = async (): Promise<void> => { await null; throw /*HERE*/new Error('seeded'); };\nit('fails', async () => {\n  /*ALSO*/await later();\n});`,
  );
  add('deep in asynchronous code', {
    'a.ts': `export async function one(): Promise<number> { await Promise.resolve(); return /*ALSO*/await two(); }\nasync function two(): Promise<number> { await Promise.resolve(); const v = undefined as unknown as { x: number }; return v./*HERE*/x; }`,
    'demo.test.ts': `import { one } from './a';\nit('fails', async () => { /*ALSO*/await one(); });`,
  });
  add(
    'Promise.all',
    `const bad = async (): Promise<never> => { await null; throw /*HERE*/new Error('seeded') };\nit('fails', async () => { await Promise.all([bad()]); });`,
  );
  add(
    'a timer',
    `it('fails', async () => {\n  setTimeout(() => {\n    throw /*HERE*/new Error('seeded');\n  }, 5);\n  await new Promise((r) => setTimeout(r, 50));\n});`,
  );
  add(
    'a microtask',
    `it('fails', async () => { queueMicrotask(() => { throw /*HERE*/new Error('seeded') }); await new Promise((r) => setTimeout(r, 5)); });`,
  );
  add(
    'a fake timer',
    `it('fails', () => { jest.useFakeTimers(); setTimeout(() => { throw /*HERE*/new Error('seeded') }, 5); jest.advanceTimersByTime(9); });`,
  );
  add(
    'an event',
    `import { EventEmitter } from 'node:events';\nit('fails', () => { const e = new EventEmitter(); e.on('x', () => { throw /*HERE*/new Error('seeded') }); e./*ALSO*/emit('x'); });`,
  );
  add(
    'a rejection that nobody handles',
    `it('fails', async () => {\n  void Promise.reject(/*HERE*/new Error('seeded'));\n  await new Promise((r) => setTimeout(r, 5));\n});`,
  );
  add(
    'an asynchronous function that nobody awaits',
    `async function lost(): Promise<void> { await null; throw /*HERE*/new Error('seeded') }\nit('fails', async () => { void lost(); await new Promise((r) => setTimeout(r, 5)); });`,
  );
  add(
    'a timeout',
    `describe('d', () => {\n  /*HERE*/it('fails', async () => {\n    await new Promise(() => {});\n  }, 20);\n});`,
  );
  add('done that is not called', `/*HERE*/it('fails', (done) => { void done; }, 20);`);
  add(
    'done with an error',
    `it('fails', (done) => { setTimeout(() => done(/*HERE*/new Error('seeded')), 1); });`,
  );
});
