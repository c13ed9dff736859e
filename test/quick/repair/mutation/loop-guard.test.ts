import vm from 'node:vm';
import { guardedText, guardPoints } from '../../../../src/repair/mutation/loop-guard';
import type { Mutation } from '../../../../src/repair/search/mutation';
import { said } from '../../../../src/domain/run/said';

function guard(text: string, mutations: Mutation[] = [], limit = 1_000): string {
  return guardedText(text, mutations, guardPoints('x.js', text), limit);
}

function edit(text: string, from: string, to: string): Mutation {
  const start = text.indexOf(from);
  return {
    start,
    end: start + from.length,
    replacement: to,
    template: 'number',
    description: said``,
    weight: 1,
  };
}

describe('guardedText', () => {
  it.each([
    ['while', 'while (true) { n++ }'],
    ['a body without braces', 'for (;;) n++'],
    ['do', 'do n++; while (true)'],
    ['nested loops without braces', 'for (;;) for (let i = 0; i < 3; i++) if (i > 5) n++; else n--;'],
    ['endless callbacks', 'const f = () => { setTimeout(f) }; function setTimeout(g) { while (1) g() } f()'],
    [
      'calls that multiply',
      'function f(k) { return f(k - 1) + f(k - 1) } function g() { for (let i = 0; ; i++) i; } try { f(1) } catch { g() }',
    ],
  ])('ends %s', (_name, code) => {
    const run = (): void => {
      vm.runInNewContext(guard(`let n = 0;\n${code}`), {}, { timeout: 10_000 });
    };
    expect(run).toThrow('too many ticks');
  });

  it('changes no result of code that ends, and keeps its lines', () => {
    const text =
      "let s = '';\nfor (const c of 'abc') s = c + s\nif (s) for (let i = 0; i < 2; i++) s += i; else s = 'no';\ns";
    const guarded = guard(text);
    expect(vm.runInNewContext(guarded)).toBe('cba01');
    expect(guarded.split('\n')).toHaveLength(text.split('\n').length + 2);
    expect(guarded.split('\n')[0]).toBe("let s = '';");
  });

  it('counts in the mutated text, at its edges and not within', () => {
    const text = 'for (let i = 0; i < 3; i++) total(i);';
    expect(guard(text, [edit(text, 'total(i);', '{}')])).toContain('{__kintsugiTick();{}}');
    expect(guard(text, [edit(text, text, 'total(1);')])).toMatch(/^total\(1\);\n/);
  });

  it("leaves a function's directive where it is", () => {
    expect(guard("function f() { 'use strict'; return this }")).toContain("{ 'use strict'; return this }");
  });

  it('has no points in what cannot be parsed', () => {
    expect(guardPoints('deep.js', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([]);
  });
});
