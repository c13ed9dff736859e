import { readCalls, variations } from '../../../bench/fixes/expressions';
import { versionsOf } from '../../../bench/fixes/heal-fix';
import { lineOf, summaryOf, type FixOutcome } from '../../../bench/fixes/report';

const OUTCOME: FixOutcome = {
  id: 'lib-1',
  runner: 'tape',
  notRecognised: undefined,
  published: false,
  publishedRight: false,
  suggested: false,
  suggestedHasRight: false,
  seconds: 1,
  note: 'x',
};

describe('a repair that mends another file than the fix', () => {
  it('is compared in all files that either changes', () => {
    const broken = { 'table.js': 'table 1', 'use.js': 'use 1', 'other.js': 'other' };
    expect(versionsOf(broken, { 'table.js': 'table 2' }, { 'use.js': 'use 2' })).toEqual({
      right: { 'table.js': 'table 2', 'use.js': 'use 1' },
      broken: { 'table.js': 'table 1', 'use.js': 'use 1' },
      found: { 'table.js': 'table 1', 'use.js': 'use 2' },
    });
  });
});

describe('calls of a test file', () => {
  it('are expressions that need nothing but what the file imports from the program', () => {
    const text = [
      "import { test } from 'runner';",
      "import { parse as read, type Options } from '../src/parse';",
      "import type { Context } from '../src/context';",
      "test('reads', () => { expect(read('a=1', { deep: true }).value()).toBe(1); });",
    ].join('\n');
    const { imports, names, expressions } = readCalls(text, 'a.test.ts');
    expect(imports).toEqual(["import { parse as read, type Options } from '../src/parse';"]);
    expect(names).toEqual(['read']);
    expect(expressions).toContain("read('a=1', { deep: true }).value()");
    expect(expressions).toContain("read('a=1', { deep: false }).value()");
    expect(expressions.some((expression) => expression.includes('expect'))).toBe(false);
  });

  it('are those of required modules too', () => {
    const text = "const qs = require('../');\nt.equal(qs.parse('a'), 'b');";
    expect(readCalls(text, 'a.js').expressions).toContain("qs.parse('a')");
  });

  it('take literals of the file for names that only the test knows', () => {
    const text =
      "import { up } from './up';\nfor (const input of ['a', 'bc']) it('x', () => expect(up(input)).toBe(1));";
    const { expressions } = readCalls(text, 'a.test.ts');
    expect(expressions).toEqual(expect.arrayContaining(["up('a')", "up('bc')"]));
    expect(expressions.some((expression) => expression.includes('input'))).toBe(false);
  });

  it('take for a member what objects of the test have under its name', () => {
    const text = [
      "import { join } from './join';",
      "const tests = [{ base: '/a', input: 'b' }, { base: '/c', input: 'd' }];",
      "for (const one of tests) it('x', () => expect(join(one.input, one.base)).toBe(1));",
    ].join('\n');
    const { expressions } = readCalls(text, 'a.test.ts');
    const calls = ['b', 'd'].flatMap((input) => ['/a', '/c'].map((base) => `join('${input}', '${base}')`));
    expect(expressions.slice(0, 4).toSorted()).toEqual(calls);
    expect(expressions.some((expression) => /[{]/.test(expression))).toBe(false);
  });
});

describe('variations of an expression', () => {
  it('change one literal each, and no key', () => {
    const varied = variations("cut({ 'size': 2 }, 'ab', true)");
    expect(varied).toContain("cut({ 'size': (3) }, 'ab', true)");
    expect(varied).toContain('cut({ \'size\': 2 }, "a", true)');
    expect(varied).toContain("cut({ 'size': 2 }, 'ab', false)");
    expect(varied.every((one) => one.includes("'size'"))).toBe(true);
  });
});

describe('the report of the fixes', () => {
  it('ends with one line of JSON', () => {
    const outcomes = [
      OUTCOME,
      { ...OUTCOME, published: true, publishedRight: true },
      { ...OUTCOME, published: true },
      { ...OUTCOME, suggested: true, suggestedHasRight: true, notRecognised: 'no failing test is named' },
    ];
    expect(JSON.parse(summaryOf(outcomes))).toEqual({
      bench: 'fixes',
      total: 4,
      recognised: 3,
      published: 2,
      publishedRight: 1,
      suggested: 1,
      suggestedHasRight: 1,
    });
  });

  it('shows a wrong repair that was published', () => {
    expect(lineOf({ ...OUTCOME, published: true })).toContain('published, WRONG: x');
  });
});
