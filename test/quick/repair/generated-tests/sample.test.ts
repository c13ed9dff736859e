import { exportedFunctions } from '../../../../src/repair/generated-tests/in-sandbox';
import { SourceThread } from '../../../../src/repair/commands/mutants';
import { sampleMutants } from '../../../../src/repair/generated-tests/score-tests';

const BEFORE = 'export function old(a: number) {\n  return a + 1;\n}\n';
const AFTER = `${BEFORE}export function price(n: number) {\n  if (n > 10) return n * 0.9;\n  return n;\n}\n`;

const thread = new SourceThread(new AbortController().signal);
afterAll(() => thread.close());

const sampled = (before: string, after: string, limit = 40, path = 'a.ts') =>
  sampleMutants(thread, [{ path, before, after }], limit);

describe('sampleMutants', () => {
  it('takes mutants of changed lines only', async () => {
    const sample = await sampled(BEFORE, AFTER);
    expect(sample.length).toBeGreaterThan(3);
    expect([...new Set(sample.map((one) => one.line))].sort()).toEqual([5, 6]);
  });

  it('takes those of the whole file where it is new', async () => {
    const sample = await sampled('', AFTER);
    expect(sample.map((one) => one.line)).toContain(2);
  });

  it('spreads a small sample over the lines, the same each time', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => `  if (n > ${i} && n < 1${i}) return n * ${i} + 2;`);
    const after = `export function f(n: number) {\n${lines.join('\n')}\n  return 0;\n}\n`;
    const take = () => sampled('', after, 9);
    expect(new Set((await take()).map((one) => one.line)).size).toBe(9);
    expect(await take()).toEqual(await take());
  });

  it('finds something in a function that is one call', async () => {
    const after = 'export function shout(text: string) {\n  return text.toUpperCase();\n}\n';
    expect((await sampled('', after)).length).toBeGreaterThan(0);
  });

  it.each([
    ['a.py', 'def price(n):\n    if n > 10:\n        return n * 9\n    return n\n'],
    ['a.go', 'package a\n\nfunc Price(n int) int {\n\tif n > 10 {\n\t\treturn n * 9\n\t}\n\treturn n\n}\n'],
  ])('makes mistakes in %s', async (path, after) => {
    const lines = (await sampled('', after, 40, path)).map((one) => after.split('\n')[one.line - 1]);
    expect(lines.some((line) => line?.includes('n > 10'))).toBe(true);
    expect(lines.some((line) => line?.includes('n * 9'))).toBe(true);
  });

  it('takes none of a change that only removes, or of types', async () => {
    expect(await sampled(AFTER, BEFORE)).toEqual([]);
    const types = 'export interface A {\n  n: 1 | 2;\n}\n';
    expect(await sampled('', types)).toEqual([]);
  });
});

describe('exportedFunctions', () => {
  const names = (text: string) => exportedFunctions('a.ts', text).map((one) => one.name);

  it.each([
    [
      'declarations and arrows',
      'export function a() {}\nexport const b = () => 1;\nfunction c() {}',
      ['a', 'b'],
    ],
    ['lists with other names', 'function a() {}\nconst b = 1;\nexport { a as c, b };', ['c']],
    ['defaults', 'export default function () {}', ['default']],
    ['public methods', 'export class A { #x() {} private y() {} m() {} static s() {} }', ['A.m', 'A.s']],
    ['CommonJS', 'function a() {}\nmodule.exports = { a, b() {}, c: () => 1, d: 2 };', ['a', 'b', 'c']],
    ['single CommonJS names', 'exports.a = function () {};\nmodule.exports.b = () => 1;', ['a', 'b']],
    ['nothing of others', "export * from './b';\nexport { x } from './c';\nexport const n = 1;", []],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('knows the lines of a body', () => {
    const [first, second] = exportedFunctions(
      'a.ts',
      'export function a() {\n  const x = 1;\n  return x;\n}\nexport const b = () => 1;',
    );
    expect(first?.lines).toEqual([2, 3]);
    expect(second?.lines).toEqual([]);
  });
});
