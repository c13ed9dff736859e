import { chanceUses, mayUseChance } from '../../../../src/verifier/integrity/chance';
import { chanceOfChange } from '../../../../src/verifier/integrity/chance-of-change';

const used = (text: string): string[] => (chanceUses('src/a.ts', text) ?? []).map(({ what }) => what);

describe('chance and time are seen', () => {
  it.each([
    ['Math.random() < 0.5', 'Math.random'],
    ["Math['random']()", 'Math[…]'],
    ['const { random } = Math; random()', 'Math[…]'],
    ['const m = Math; m.random()', 'Math[…]'],
    ["Math['ran' + 'dom']()", 'Math[…]'],
    ['Date.now() % 2', 'Date'],
    ['new Date().getMilliseconds()', 'Date'],
    ['const D = Date; new D()', 'Date'],
    ['performance.now()', 'performance'],
    ['process.hrtime()[1] % 2', 'process.hrtime'],
    ["process['hrtime']()", 'process[…]'],
    ['process.pid % 2', 'process.pid'],
    ['const p = process; p.uptime()', 'process[…]'],
    ['crypto.randomInt(2)', 'crypto'],
    ["import { randomInt } from 'node:crypto'", 'node:crypto'],
    ["require('crypto').randomBytes(1)", 'crypto'],
    ["import os from 'os'", 'os'],
    ["import fs from 'node:fs'", 'node:fs'],
    ["import { v4 } from 'uuid'", 'uuid'],
    ['require(name)', 'a module by a computed name'],
    ["globalThis['Ma' + 'th']", 'globalThis'],
    ['const g = global; g[x].random()', 'global'],
    ["eval('Math.random()')", 'eval'],
    ["new Function('return Math')()", 'Function'],
    ["[].constructor.constructor('return Math.random()')()", 'constructor'],
    ['(function () { return this; })()', 'this'],
    ['setTimeout(done, 1)', 'setTimeout'],
    ["Reflect.get(Math, 'random')()", 'Reflect'],
    ['_.sample([1, 2])', 'sample'],
    ['new Intl.DateTimeFormat().format()', 'Intl'],
    ['new WeakRef({}).deref()', 'WeakRef'],
    ['const f = [Math.random][0]', 'Math.random'],
  ])('%s', (text, what) => {
    expect(used(text)).toContain(what);
  });

  it.each([
    'Math.max(1, 2) + Math.floor(3.5)',
    'value instanceof Date',
    'type T = Date; const at: Date | undefined = undefined',
    'const total = { random: 1, now: 2 }',
    'process.env.HOME',
    "import { sum } from './random-sum'",
    'if (error.constructor === Error) throw error',
    'class A { time() { return this.at; } }',
  ])('not in %s', (text) => {
    expect(used(text)).toEqual([]);
  });
});

describe('the chance of a change', () => {
  const of = (before: Record<string, string>, change: Record<string, string>) =>
    chanceOfChange(
      { files: new Map(Object.entries(before)) },
      { files: new Map(Object.entries({ ...before, ...change })) },
      { commands: false },
    );
  const CLOCK = {
    'src/clock.ts': 'export const now = () => Date.now();',
    'src/sum.ts': 'export const sum = 1;',
  };

  it('is near where the change brings it', async () => {
    expect(await of(CLOCK, { 'src/sum.ts': 'export const sum =\n  Math.random();' })).toEqual({
      near: true,
      where: 'src/sum.ts:2 (Math.random)',
    });
  });

  it('is far where its files reach it, by an alias too', async () => {
    for (const from of ['./clock', '@/clock', 'src/clock'])
      expect(await of(CLOCK, { 'src/sum.ts': `import '${from}';` })).toEqual({
        near: false,
        where: 'src/clock.ts',
      });
  });

  it('is none where neither does', async () => {
    expect(await of(CLOCK, { 'src/sum.ts': 'export const sum = 2;' })).toBeUndefined();
  });

  it('is far where code that uses it is moved', async () => {
    const moved = { 'src/clock.ts': '', 'src/time.ts': CLOCK['src/clock.ts'] };
    expect(await of(CLOCK, moved)).toEqual({ near: false, where: 'src/time.ts' });
  });

  it('is not looked for in tests', async () => {
    expect(await of(CLOCK, { 'src/sum.test.ts': 'Math.random();' })).toBeUndefined();
  });

  const foreign = (path: string, text: string) => ({
    files: new Map<string, string>(),
    assets: { paths: [path], read: () => Promise.resolve(Buffer.from(text)) },
  });

  it('is found in other languages where commands verify', async () => {
    const change = [
      foreign('pick.py', 'def pick(): return 1'),
      foreign('pick.py', 'import random\ndef pick(): return 1'),
    ] as const;
    expect(await chanceOfChange(...change, { commands: true })).toEqual({
      near: true,
      where: 'pick.py:1 (random)',
    });
    expect(await chanceOfChange(...change, { commands: false })).toBeUndefined();
  });

  it.each([
    ['src/map.rs', 'use std::collections::HashMap;\nfn next(n: u8) -> u8 { n }'],
    ['count.go', 'func count(words map[string]int) int { return 1 }'],
    ['names.py', 'NAMES = {"a", "b"}\ndef first(): return 1'],
    ['names.py', 'NAMES = {\n    "a",\n    "b",\n}\ndef first(): return 1'],
    ['names.py', 'def first(xs): return {x for x in xs} if 1 else 0'],
    ['pick.py', 'from random import choice\ndef first(): return 1'],
  ])('is far where a changed file has an order that differs from run to run: %s', async (path, text) => {
    const change = [
      foreign(path, text),
      foreign(path, text.replace('n }', 'n + 1 }').replace('1', '2')),
    ] as const;
    expect(await chanceOfChange(...change, { commands: true })).toEqual({ near: false, where: path });
  });

  it('is none where the order is that of a list', async () => {
    const change = [
      foreign('a.rs', 'fn next() -> u8 { 1 }'),
      foreign('a.rs', 'fn next() -> u8 { 2 }'),
    ] as const;
    expect(await chanceOfChange(...change, { commands: true })).toBeUndefined();
  });
});

it('chance is seen in the text of a module too', () => {
  expect(mayUseChance('Math["random"]()')).toBe(true);
  expect(mayUseChance('export const sum = (a, b) => a + b;')).toBe(false);
});
