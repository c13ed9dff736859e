import { declaredTests } from '../../../../src/verifier/integrity/declared-tests';

/** `name: duty` of each test; computed parts of a name as `…`. */
const declared = (text: string): string[] =>
  (declaredTests('a.test.ts', text) ?? []).map(({ name, duty }) => `${name.join('…')}: ${duty}`);

describe('a test is declared', () => {
  it.each([
    ['to run as a rule', "it('adds', () => {});", ['adds: run']],
    ['with its groups', "describe('sum', () => { test('adds', () => {}); });", ['sum > adds: run']],
    [
      'not by a pattern that is asked',
      "it('adds', () => { expect(/^a/.test('abc')).toBe(true); });",
      ['adds: run'],
    ],
    ['by the context', "it('adds', (t) => t.test('more', () => {}));", ['adds: run', 'adds > more: run']],
    ['off by skip', "it.skip('adds', () => {}); xit('more', () => {});", ['adds: off', 'more: off']],
    ['off by a group', "describe.skip('sum', () => { it('adds', () => {}); });", ['sum > adds: off']],
    ['off by todo', "it.todo('adds');", ['adds: off']],
    ['off by an option', "test('adds', { skip: true }, () => {});", ['adds: off']],
    ['off in its body', "test('adds', (t) => { t.skip(); });", ['adds: off']],
    ['off where others are chosen', "it.only('a', () => {}); it('b', () => {});", ['a: run', 'b: off']],
    ['with computed titles', "it.each([[1]])('adds %i to it', () => {});", ['adds … to it: run']],
    ['off with computed titles', 'it.skip(`adds ${1}`, () => {});', ['adds …: off']],
    ['by an alias', "const no = it.skip; no('adds', () => {});", ['adds: off']],
    ['in a helper', "function both() { it('adds', () => {}); }", ['…adds: run']],
    ['by what vitest extends', "const my = test.extend({}); my('adds', () => {});", ['adds: run']],
  ])('%s', (_, text, expected) => {
    expect(declared(text)).toEqual(expected);
  });

  it.each([
    ['by its platform', "(process.platform === 'win32' ? it : it.skip)('adds', () => {});"],
    ['by skipIf', "it.skipIf(process.env.CI)('adds', () => {});"],
    ['by a constant', "const win = process.platform === 'win32';\nif (win) { it('adds', () => {}); }"],
    ['by a module of Node', "import os from 'node:os';\nit.runIf(os.cpus().length > 1)('adds', () => {});"],
    ['in its body', "test('adds', (t) => { if (process.env.CI) t.skip(); });"],
    [
      'by leaving the group',
      "describe('', () => { if (process.env.CI) return; it('x', () => {}); });".replace("''", "'g'"),
    ],
  ])('as the machine likes %s', (_, text) => {
    expect(declared(text)).toEqual([expect.stringMatching(/: either$/)]);
  });

  it.each([
    ['in a choice of definers', "const run = ready ? it : it.skip;\nrun('adds', () => {});"],
    ['in a condition', "if (ready()) it('adds', () => {});"],
    ['in the other branch', "if (!ready) it.skip('adds', () => {});"],
    ['by skipIf', "it.skipIf(!program.ready)('adds', () => {});"],
    ['by an option', "test('adds', { skip: !ready }, () => {});"],
    ['in its body', "test('adds', (t) => { if (!ready) return t.skip(); });"],
    ['through a constant', "const off = !program.ready;\nit.skipIf(off)('adds', () => {});"],
    ['by throwing', "try { go(); } catch { it.skip('adds', () => {}); }"],
    ['by a short circuit', "ready || it.skip('adds', () => {});"],
    ['through a group', "(ready ? describe : describe.skip)('sum', () => { it('adds', () => {}); });"],
    ['by the global', "globalThis.ready ? it('adds', () => {}) : 0;"],
    ['by what it loads', "(require('../src').ready ? it : it.skip)('adds', () => {});"],
  ])('to run where the program would skip it %s', (_, text) => {
    expect(declared(text).join()).toMatch(/adds: run$/);
  });
});
