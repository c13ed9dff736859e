import { checkCode, metricsOf, securityFindings } from '../../../src/coder/static-checks';
import { isBetter } from '../../../src/coder/static-checks/metrics';
import { differenceOf } from '../../../src/coder/static-checks/same-program';
import { FAILING_CODE, GOOD_CODE, UNTYPED_CODE } from '../../support/agent-scripts';

const rules = { functionName: 'total', isAllowedImport: (name: string) => name === 'lodash-es' };
const check = async (code: string) => (await checkCode(code, rules)).issues.join('\n');
const typed = (body: string, before = '') =>
  `${before}export function total(data: number[]): number {\n  if (data.length === 0) return 0;\n${body}\n}\n`;

describe('a check without running', () => {
  it.each([
    ['good code', GOOD_CODE],
    ['code that fails only when it runs', FAILING_CODE],
    ['an arrow function', 'export const total = (data: number[]): number => data?.length ?? 0;\n'],
    ['an allowed import', typed('  return sum(data);', "import { sum } from 'lodash-es';\n")],
    [
      'a throw at the end',
      typed("  for (const one of data) if (one > 1) return one;\n  throw new Error('none');"),
    ],
    ['a default export', GOOD_CODE.replace('export function', 'export default function')],
    [
      'types that only types use',
      typed('  const row: Row = { a: 1 };\n  return row.a;', 'type Row = { a: number };\n'),
    ],
  ])('finds nothing in %s', async (_, code) => {
    expect(await checkCode(code, rules)).toEqual({ isValid: true, issues: [] });
  });

  it.each([
    [
      'a syntax error',
      'export function total(data: number[]): number { return data[0',
      /line 1: syntax error/,
    ],
    ['no code', '', /too short/],
    ['another function', GOOD_CODE.replaceAll('total', 'other'), /no function total/],
    [
      'no return',
      'export function total(data: number[]): void {\n  if (!data) throw 1;\n  data.sort();\n}\n',
      /total returns nothing/,
    ],
    [
      'a path without a return',
      'export function total(data: number[]): number | undefined {\n  if (data.length > 1) { return 1; }\n}\n',
      /not return a value on all paths/,
    ],
    ['a switch that falls out', typed('  switch (data[0]) { case 1: return 1; }'), /on all paths/],
    ['no types', UNTYPED_CODE, /no type: data[\s\S]*no type for its result/],
    [
      'no handling of errors',
      'export function total(data: number[]): number {\n  return data.reduce((a, b) => a + b, 0);\n}\n',
      /handles no errors/,
    ],
    [
      'an unused name',
      typed('  const unused = 1;\n  return 1;'),
      /line 3: 'unused' is assigned a value but never used/,
    ],
    [
      'an unused import',
      typed('  return 1;', "import { sum } from 'lodash-es';\n"),
      /'sum' is defined but never used/,
    ],
    ['an undefined name', typed('  return dataa.length;'), /line 3: 'dataa' is not defined/],
    ['a name of Node', typed('  return process.pid;'), /'process' is not defined/],
    [
      'a forbidden import',
      typed('  return readFileSync.length;', "import { readFileSync } from 'fs';\n"),
      /import of "fs" is not allowed/,
    ],
    [
      'a forbidden require',
      typed("  return require('fs').constants.O_RDONLY;"),
      /import of "fs" is not allowed/,
    ],
    [
      'an import that is computed',
      typed("  void import('f' + 's');\n  return 1;"),
      /module that is computed/,
    ],
    ['too long a function', typed(`${'  data.sort();\n'.repeat(130)}  return 1;`), /split it/],
    [
      'code that is nested too deeply',
      `export const total = ${'('.repeat(50_000)}`,
      /nested too deeply|syntax error/,
    ],
    [
      'a comment that switches a rule off',
      typed('  /* eslint-disable */ const unused = 1;\n  return 1;'),
      /'unused'/,
    ],
  ])('finds %s', async (_, code, issue) => {
    expect(await check(code)).toMatch(issue);
  });
});

describe('dangerous places in code', () => {
  const rulesIn = (code: string) => securityFindings(code)?.map(({ rule }) => rule) ?? [];

  it.each([
    ['eval', "eval('1')"],
    ['eval', "(0, eval)('1')"],
    ['eval', "globalThis['eval']('1')"],
    ['function-constructor', "new Function('return 1')()"],
    ['function-constructor', "[].constructor.constructor('return 1')()"],
    ['function-constructor', "({})['constructor']['constructor']('x')"],
    ['timer-text', "setTimeout('run()', 1)"],
    ['dynamic-import', "const m = await import('x')"],
    ['dynamic-import', 'require(name)'],
    ['child-process', "import { exec } from 'node:child_process'"],
    ['child-process', "const cp = require('child_process')"],
    ['file-system', "import fs from 'fs/promises'"],
    ['network', "await fetch('http://x')"],
    ['network', "new WebSocket('ws://x')"],
    ['network', "import http from 'https'"],
    ['process', 'const key = process.env.KEY'],
    ['prototype-write', 'Array.prototype.map = f'],
    ['prototype-write', 'o.__proto__.x = 1'],
    ['prototype-write', "o['__proto__'] = {}"],
    ['prototype-write', 'Object.assign(Object.prototype, x)'],
    ['prototype-write', 'Object.setPrototypeOf(a, b)'],
    ['prototype-write', 'delete Map.prototype.get'],
    ['computed-write', 'o[a][b] = c'],
    ['command-injection', "exec('ls ' + query)"],
    ['command-injection', 'child.execSync(`ls ${query}`)'],
    ['sql-injection', 'db.query("SELECT * FROM users WHERE id = " + id)'],
    ['sql-injection', 'db.query(`DELETE FROM users WHERE id = ${id}`)'],
    ['slow-pattern', '/(a+)+$/.test(x)'],
    ['slow-pattern', '/(a|a)*b/.test(x)'],
    ['slow-pattern', '/(\\w|\\d)+!/.test(x)'],
    ['slow-pattern', '/^(([a-z])+.)+[A-Z]/.test(x)'],
    ['slow-pattern', "new RegExp('(x+x+)+y')"],
    ['secret', "const apiKey = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD'"],
    ['endless-loop', 'while (true) { work(); }'],
    ['endless-loop', 'for (;;) { switch (x) { case 1: break; } }'],
    ['endless-loop', 'do { list.map(() => { return 1; }); } while (!0)'],
    ['endless-loop', 'while (1) { for (const a of b) { break; } }'],
  ])('%s: %s', (rule, code) => {
    expect(rulesIn(code)).toContain(rule);
  });

  it.each([
    [GOOD_CODE],
    ['while (true) { if (done()) break; }'],
    ['outer: for (;;) { for (const a of b) { break outer; } }'],
    ['function f() { while (true) { if (x) return 1; } }'],
    ['/^[a-z]+(-[a-z]+)*$/.test(x)'],
    ['/(?:\\d+,)+/.test(x)'],
    ['/a+b+c*/.test(x)'],
    ['const table = {}; table[name] = 1; rows[0][1] = 2;'],
    ["const message = 'a plain and long sentence without a secret in it'"],
    ['const evaluate = (x) => x; evaluate(1);'],
    ['setTimeout(() => 1, 10)'],
    ["exec('ls'); pattern.exec('a' + b)"],
    ['db.query(sql`SELECT * FROM t WHERE id = ${id}`)'],
    ["log('select one of ' + names)"],
  ])('are not seen in %s', (code) => {
    expect(securityFindings(code)).toEqual([]);
  });

  it('come with line and reason', () => {
    expect(securityFindings("const a = 1;\n\neval('a');\n")).toEqual([
      { rule: 'eval', line: 3, reason: 'eval runs any text as code.' },
    ]);
  });
});

describe('documentation of code', () => {
  it.each([
    ['comments', '/** Adds up. */\nfunction f(a: number) {\n  // why\n  return a /* here */ + 1;\n}'],
    ['white space', 'function f(a: number)\n{ return a + 1; }'],
  ])('changes nothing but %s', (_, after) => {
    expect(differenceOf('function f(a: number) { return a + 1; }', after)).toBeUndefined();
  });

  it.each([
    [
      'a token',
      'function f(a: number) { return a + 1; }',
      'function f(a: number) { return a + 2; }',
      /"1" became "2"/,
    ],
    [
      'a type',
      'function f(a: number) { return a; }',
      'function f(a: any) { return a; }',
      /"number" became "any"/,
    ],
    ['a statement at the end', 'f();', 'f(); g();', /"the end" became/],
    [
      'what a line break does',
      'function f() { return a + 1; }',
      'function f() { return\na + 1; }',
      /differs/,
    ],
    ['the text in a string', 'const a = "// x";', 'const a = "// y";', /differs/],
    ['a directive', 'f(1);', '// @ts-ignore\nf(1);', /tools obey/],
  ])('is refused if it changes %s', (_, before, after, why) => {
    expect(differenceOf(before, after)).toMatch(why);
  });
});

it('simpler code has no worse measure and a better one', () => {
  const nested = metricsOf(
    'function f(a) {\n  if (a) {\n    for (;;) {\n      if (b) return 1;\n    }\n  }\n  return 2;\n}',
  );
  const flat = metricsOf(
    'function f(a) {\n  if (!a) return 2;\n  return g();\n}\nfunction g() {\n  return b && 1;\n}',
  );
  if (!nested || !flat) throw new Error('measured');
  expect(nested).toEqual({ complexity: 4, depth: 3, lines: 8 });
  expect(isBetter(flat, nested)).toBe(true);
  expect(isBetter(nested, flat)).toBe(false);
  expect(isBetter(flat, flat)).toBe(false);
});
