/** Seeded failures: code under test, in all forms of TypeScript. */
import { gather } from './seeded';

const DEEP = {
  'src/deep.ts': `interface Shape { kind: string }

export function inner(shape?: Shape): string {
  return shape!./*HERE*/kind;
}
export const outer = <T extends Shape>(shape?: T): string => /*ALSO*/inner(shape as Shape);
`,
};

export const code = gather((add) => {
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
      "import { tag } from './a';\nit('fails', () => { const x: string = tag/*ALSO*/`seeded`; void x; });",
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
});
