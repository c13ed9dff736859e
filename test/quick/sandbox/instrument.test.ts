import vm from 'node:vm';
import { transpile } from '../../../src/sandbox/child/transpile';
import type { TranspiledCode } from '../../../src/sandbox/child/compile/transpiled';

function instrument(code: string): TranspiledCode {
  const made = transpile('code.js', code, false, { coverage: true });
  if ('broken' in made) throw new Error(made.broken.message);
  return made;
}

/** Runs instrumented code as a function body; returns its value and the lines that ran. */
function trace(code: string): { value: unknown; lines: number[] } {
  const made = instrument(code);
  const hits = new Uint8Array(made.counters.length);
  const run = vm.compileFunction(made.code, ['__hits']) as (hits: Uint8Array) => unknown;
  const value = run(hits);
  const lines = made.counters.flatMap((list, index) => (hits[index] ? list : []));
  return { value, lines: [...new Set(lines)].sort((left, right) => left - right) };
}

describe('counters', () => {
  it('show which lines ran', () => {
    const { value, lines } = trace(
      [
        'const pick = (n) => {',
        '  if (n > 1)',
        '    return 1;',
        '  else if (n > 0) return 2',
        '  else',
        '    return 3;',
        '};',
        'const twice = (n) =>',
        '  n * 2;',
        'let sum = 0;',
        'for (const n of [1]) sum += n;',
        'switch (sum) {',
        '  case 0:',
        '    sum = 100;',
        '  case 1:',
        '    sum += pick(1);',
        '    break;',
        '  default: sum = 7;',
        '}',
        'try { throw sum } catch { sum += 10 }',
        'return sum;',
      ].join('\n'),
    );
    expect(value).toBe(13);
    expect(lines).toEqual([1, 2, 4, 7, 8, 9, 10, 11, 12, 16, 17, 20, 21]);
  });

  it.each([
    `'use strict'; return (function () { return this; })() === undefined`,
    `a: for (let i = 0; ; i++) for (;;) { if (i > 2) break a; else continue a }\nreturn true`,
    `let x = 1\nlet y = x\n++y\nreturn y === 2`,
    `const f = (a) => ({ b: a }), g = a => b => a + b, h = () => (1, 2); return f(1).b + g(1)(2) + h() === 6`,
    `do x = 1; while (false) var x; return x === 1`,
    `if (true) ; else ;\nfor (var i = 0; i < 3; i++) ;\nwhile (i-- > 0) ;\nreturn i === -1`,
    `class A { static { this.s = 1 } #p = () => this.q; q = 2; get p() { return this.#p() } } return new A().p + A.s === 3`,
    `label: { break label; } return true`,
    `var o = {}; with (o) var z = 1; return z === 1`,
    `return [1, 2].map(n => n > 1 ? (() => { if (n) return 'x'; })() : n).join() === '1,x'`,
    `async function f() { for await (const a of [1]) return a; } function* g() { yield* [1] } return [...g()].length === 1`,
    `return hoisted(); function hoisted() { return true }`,
    `if (1) if (0) return false; else return true`,
  ])('leave what the code does alone: %s', (code) => {
    const plain = vm.compileFunction(code) as () => unknown;
    expect(plain()).toBe(true);
    expect(trace(code).value).toBe(true);
  });

  it('count statements of modules, not imports and exports', () => {
    const made = instrument(
      [
        `import { a } from './a';`,
        `export const b = a,`,
        `  c = 2;`,
        `export { a };`,
        `export default function () {`,
        `  return b;`,
        `}`,
        `export * from './b';`,
        `export class D {}`,
      ].join('\n'),
    );
    expect(made.counters).toEqual([[2, 3], [9], [6]]);
  });

  it('stand for the lines of TypeScript', () => {
    const source = `enum E {\n  A = 1,\n}\ninterface I {\n  a: string;\n}\nexport const x = (i: I): number =>\n  i.a === 'a' ? E.A : 2;\n`;
    const made = transpile('code.ts', source, false, { coverage: true });
    const lines = 'counters' in made ? [...new Set(made.counters.flat())].sort((l, r) => l - r) : [];
    expect(lines).toEqual([1, 2, 3, 7, 8]);
  });
});
