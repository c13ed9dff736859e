/**
 * Programs that fail. The place where each must be found is marked: `/*HERE*\/` stands right before it, `/*ALSO*\/`
 * before places that the stack must show besides.
 */
export interface Seeded {
  name: string;
  files: Record<string, string>;
  /** Part of the message. */
  says?: string;
  errorName?: string;
}

const seeded: Seeded[] = [];

function add(name: string, files: Record<string, string> | string, says?: string): void {
  seeded.push({ name, files: typeof files === 'string' ? { 'demo.test.ts': files } : files, says });
}

/** A test file around a body, in several languages. */
const BODY = `it('fails', () => {
  const value = { a: 1 };
  throw /*HERE*/new Error('seeded');
});
`;
for (const file of [
  'demo.test.ts',
  'demo.test.js',
  'demo.test.mjs',
  'demo.test.cjs',
  'demo.test.mts',
  'demo.test.jsx',
])
  add(`in ${file}`, { [file]: BODY }, 'seeded');
add('in TSX', {
  'demo.test.tsx': `const React = { createElement: (...args: unknown[]) => args };
it('fails', () => {
  const view = <div className="a" {...{ b: 1 }}>{[1].map((n) => <b key={n}>{n as number}</b>)} text
    <i/></div>; const more = (view as unknown[]).length; if (more) throw /*HERE*/new Error('seeded');
});`,
});
add('inside of JSX', {
  'demo.test.tsx': `const React = { createElement: (...args: unknown[]) => args };
const fail = (): never => {
  throw /*HERE*/new Error('seeded');
};
it('fails', () => {
  void (
    <div title="x">
      <span>{/*ALSO*/fail()}</span>
    </div>
  );
});`,
});

// Matchers.
add(
  'expect',
  `it('fails', () => {\n  const made: { a: number } = { a: 1 };\n  expect(made as unknown)./*HERE*/toEqual({ a: 2 });\n});`,
);
add(
  'expect after types',
  `it('fails', () => { const x = new Map<string, Array<number>>(); const y = x as unknown as number; expect<number>(y!)./*HERE*/toBe(2); });`,
);
add('expect.not', `it('fails', () => {\n  expect(1).not\n    ./*HERE*/toBe(1);\n});`);
add(
  'expect in a helper',
  `import { check } from './test/check';
it('fails', () => {
  /*ALSO*/check(1);
});`,
);
Object.assign(seeded.at(-1)?.files ?? {}, {
  'test/check.ts': `type N = number;
export function check(n: N): void {
  expect(n)./*HERE*/toBe(2 as N);
}`,
});
add(
  'expect in a helper of the test',
  `const same = (a: unknown, b: unknown): void => {
  expect(a)./*HERE*/toBe(b);
};
it('fails', () => {
  /*ALSO*/same(1, 2);
});`,
);
add(
  'expect.resolves',
  `it('fails', async () => {\n  await expect(Promise.resolve(1)).resolves./*HERE*/toBe(2);\n});`,
);
add(
  'expect.rejects',
  `it('fails', async () => {\n  await /*HERE*/expect(Promise.resolve(1)).rejects.toThrow();\n});`,
);
add('a thrown call that was expected', `it('fails', () => {\n  expect(() => 1)./*HERE*/toThrow();\n});`);
add('expect.assertions', `it('fails', () => {\n  expect./*HERE*/assertions(1);\n});`);

// Code under test.
const DEEP = {
  'src/deep.ts': `interface Shape { kind: string }

export function inner(shape?: Shape): string {
  return shape!./*HERE*/kind;
}
export const outer = <T extends Shape>(shape?: T): string => /*ALSO*/inner(shape as Shape);
`,
};
add('deep in the program', {
  ...DEEP,
  'demo.test.ts': `import { outer as call } from './src/deep';\n\nit('fails', () => {\n  /*ALSO*/call();\n});`,
});
add('through a default import', {
  'a.ts': `export default function run(f: () => void): void {\n  /*ALSO*/f();\n}`,
  'demo.test.ts': `import run from './a';\nit('fails', () => {\n  /*ALSO*/run(() => { throw /*HERE*/new TypeError('seeded'); });\n});`,
});
add('through a namespace', {
  'a.ts': `export const go = (): never => { throw /*HERE*/new Error('seeded') };`,
  'demo.test.ts': `import * as a from './a'; it('fails', () => { a./*ALSO*/go(); });`,
});
add(
  'an import that is not there',
  {
    'a.ts': `export const here = 1;`,
    'demo.test.ts': `// @ts-nocheck\nimport { here, missing } from './a';\nit('fails', () => {\n  void here;\n  /*HERE*/missing (here);\n});`,
  },
  'missing is not a function',
);
add(
  'a class',
  `class A<T> { constructor(private readonly x: T, protected y = 2) { if (y) throw /*HERE*/new Error('seeded'); } get z(): T { return this.x } }
it('fails', () => { const a = /*ALSO*/new A<string>('a'); void a; });`,
);
add(
  'a getter',
  `class A { private v?: { w: number }; get x(): number { return this.v!./*HERE*/w; } }\nit('fails', () => { expect(new A()./*ALSO*/x).toBe(1); });`,
);
add(
  'a setter',
  `const o = { set x(v: number) { throw /*HERE*/new Error('seeded ' + v) } };\nit('fails', () => { o.x /*ALSO*/= 1; });`,
);
add(
  'a static block',
  `it('fails', () => {\n  class A { static x: number; static { throw /*HERE*/new Error('seeded'); } }\n  void A;\n});`,
);
add(
  'a field',
  `const bad = (): never => { throw /*HERE*/new Error('seeded') };\nit('fails', () => {\n  class A { readonly x: number = /*ALSO*/bad(); }\n  new A();\n});`,
);
add(
  'a parameter property',
  `const bad = (): number => { throw /*HERE*/new Error('seeded') };\nclass A { constructor(public a: string, private b = /*ALSO*/bad()) {} }\nit('fails', () => { new A('x'); });`,
);
add(
  'a generator',
  `function* f(): Generator<number> { yield 1; throw /*HERE*/new Error('seeded'); }\nit('fails', () => { [.../*ALSO*/f()]; });`.replace(
    '/*ALSO*/',
    '',
  ),
);
add('a tagged template', {
  'a.ts': `export const tag = (s: TemplateStringsArray): string => { throw /*HERE*/new Error(s[0]) };`,
  'demo.test.ts':
    "import { tag } from './a';\nit('fails', () => { const x: string = /*ALSO*/tag`seeded`; void x; });",
});
add('an optional call', {
  'a.ts': `export const f: ((n: number) => number) | undefined = (n) => { throw /*HERE*/new Error('seeded ' + n) };`,
  'demo.test.ts': `import { f } from './a';\nit('fails', () => { const n = 1 satisfies number; /*ALSO*/f?.(n); });`,
});
add(
  'an enum',
  `enum E { A = 1, B = A << 1 } const enum C { X = 'x' }\nit('fails', () => { const e: E = E.B; if (e === 2) throw /*HERE*/new Error(C.X); });`,
);
add(
  'behind an enum of many lines',
  `enum E {\n  A,\n  B,\n}\n\nit('fails', () => { const e = E.A as E; throw /*HERE*/new Error(String(e)); });`,
);
add(
  'a namespace',
  `namespace N {\n  export interface T { a: string }\n  export const f = (t: T): never => {\n    throw /*HERE*/new Error(t.a);\n  };\n}\nit('fails', () => {\n  N./*ALSO*/f({ a: 'seeded' });\n});`,
);
add(
  'a decorated class',
  `function dec(target: unknown, key: string): void { void target; void key; }

class A {
  @dec field = 1;

  @dec
  method(): never {
    throw /*HERE*/new Error('seeded');
  }
}

it('fails', () => {
  new A()./*ALSO*/method();
});`,
);
add(
  'a decorator',
  `function dec(target: unknown, key: string): void { throw /*HERE*/new Error(key); }\nit('fails', () => {\n  class A { @dec x = 1 }\n  void A;\n});`,
);
add('import = require', {
  'a.ts': `class K { boom(): never { throw /*HERE*/new Error('seeded') } }\nexport = K;`,
  'demo.test.ts': `import K = require('./a');\nit('fails', () => { new K()./*ALSO*/boom(); });`,
});
add(
  'overloads and abstract classes',
  `abstract class Q { abstract f(): number; g(): number; g(a?: string): number { void a; return this./*ALSO*/f() } }\nclass R extends Q { override f(): number { throw /*HERE*/new Error('seeded') } }\nit('fails', () => { new R()./*ALSO*/g(); });`,
);
add(
  'using',
  `it('fails', () => {\n  using d = { [Symbol.dispose]() { throw /*HERE*/new Error('seeded'); } };\n  void d;\n});`,
);
add(
  'code behind long texts',
  `const long = \`\n\n\${1 as number}\n\`; it('fails', () => { throw /*HERE*/new Error(long.trim()); });`,
);
add('surrogates before it', `it('fails', () => { const s: string = '😀é'; throw /*HERE*/new Error(s); });`);
add(
  'Windows line ends',
  `const a: number = 1;\r\nit('fails', () => {\r\n  throw /*HERE*/new Error(String(a));\r\n});\r\n`,
);
add(
  'a byte order mark',
  `\uFEFFit('fails', () => { const a: number = 1; throw /*HERE*/new Error(String(a)); });`,
);
add('a hashbang', {
  'a.js': `#!/usr/bin/env node\nexports.f = () => { throw /*HERE*/new Error('seeded') };`,
  'demo.test.ts': `import { f } from './a';\nit('fails', () => { /*ALSO*/f(); });`,
});
add('CommonJS', {
  'a.js': `'use strict';\nmodule.exports = { f(n) { return n./*HERE*/x.y; } };`.replace(
    '/*HERE*/x.y',
    'x./*HERE*/y',
  ),
  'demo.test.js': `const { f } = require('./a');\n\nit('fails', () => { /*ALSO*/f({}); });`,
});
add('sloppy test code with a callback', {
  'demo.test.js': `it('fails', function (done) {\n  helper(1, done);\n});\nfunction helper(n, done = () => {}) { done(); throw /*HERE*/new Error('seeded ' + n); }`,
});
add('sloppy code that needs to be so', {
  'demo.test.js': `function f(n) { leak = n; throw /*HERE*/new Error('seeded ' + leak); }\nit('fails', () => { /*ALSO*/f(1); });`,
});
add('a hoisted mock', {
  'a.ts': `export const a = (): number => 1;`,
  'demo.test.ts': `import { a } from './a';\njest.mock('./a', () => ({\n  a: () => { throw /*HERE*/new Error('seeded'); },\n}));\nit('fails', () => {\n  /*ALSO*/a();\n});`,
});
add(
  'a mock implementation',
  `const f = jest.fn((n: number) => { throw /*HERE*/new Error('seeded ' + n); });\nit('fails', () => { f(1); });`,
);
add(
  'a callback of a built-in',
  `it('fails', () => {\n  [1, 2]./*ALSO*/map((n: number): number => {\n    if (n > 1) throw /*HERE*/new Error('seeded');\n    return n;\n  });\n});`,
);
add(
  'recursion',
  `function down(n: number): number { return n > 0 ? /*ALSO*/down(n - 1) : (() => { throw /*HERE*/new Error('seeded') })() }\nit('fails', () => { down(5); });`,
);
add(
  'a proxy trap',
  `const p = new Proxy({} as { x?: number }, { get: () => { throw /*HERE*/new Error('seeded') } });\nit('fails', () => { void p./*ALSO*/x; });`,
);
add('text given to eval', `it('fails', () => {\n  /*HERE*/eval('throw new Error("seeded")');\n});`);

// Time.
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

// Hooks and loading.
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

// What was thrown.
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

// Sources that do not parse.
add(
  'TypeScript that does not parse',
  { 'a.ts': `export const a = 1;\nexport const b: number = /*HERE*/= 2;`, 'demo.test.ts': `import './a';` },
  'Expression expected',
);
add(
  'JavaScript that does not parse',
  { 'a.js': `const ok = 1;\nconst no = /*HERE*/;`, 'demo.test.js': `require('./a');` },
  "Unexpected token ';'",
);
add(
  'a module that does not parse',
  { 'a.mjs': `export const ok = 1;\nexport const no = /*HERE*/;`, 'demo.test.ts': `import './a.mjs';` },
  'Unexpected token',
);
add(
  'TSX that does not parse',
  { 'a.tsx': `export const a = </*HERE*/div>\n  <b></b>\n;`, 'demo.test.ts': `import './a';` },
  'closing tag',
);
add(
  'a name declared twice',
  {
    'a.ts': `let x: number = 1;\nconst y: string = ''; let /*HERE*/x = 2;\nexport { x, y };`,
    'demo.test.ts': `import './a';`,
  },
  "Identifier 'x' has already been declared",
);
add(
  'JSON that does not parse',
  {
    'a.json': `{\n  "a": 1,\n  "b": /*HERE*/\n}`.replace('/*HERE*/\n}', '[1 /*HERE*/2]\n}'),
    'demo.test.ts': `import './a.json';`,
  },
  'Expected',
);
add(
  'a test that does not parse',
  `it('fails', () => {\n  const /*HERE*/= 1;\n});`,
  'Variable declaration expected',
);

export { seeded };
