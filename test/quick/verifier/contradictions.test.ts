import { contradictionsIn } from '../../../src/verifier/contradictions';
import type { CheckReport } from '../../../src/domain/verification/verification';
import { checkReport, testResult } from '../../support/check-reports';

const IMPORT = "import { add } from '../src/add';\n";

/** The report of a file whose tests passed or failed as told. */
function report(name: string, tests: Record<string, 'passed' | 'failed'>): CheckReport {
  const all = Object.entries(tests).map(([title, status]) => testResult(name, title, status));
  return checkReport({ name, tests: all });
}

function found(text: string, tests: Record<string, 'passed' | 'failed'>): string[] {
  const files = new Map([
    ['src/add.ts', ''],
    ['test/a.test.ts', text],
  ]);
  return contradictionsIn(files, [report('test/a.test.ts', tests)]);
}

const TWO = `${IMPORT}it('a', () => expect(add(1, 2)).toBe(3));\nit('b', () => expect(add(1, 2)).toBe(4));`;

describe('contradictionsIn', () => {
  it('names two tests that expect different results of one call', () => {
    expect(found(TWO, { a: 'passed', b: 'failed' })).toEqual([
      '"a" (test/a.test.ts:2) and "b" (test/a.test.ts:3) contradict each other: add(1, 2) can not give both 3 and 4. Correct one of them.',
    ]);
  });

  it('finds them in two files and in other words', () => {
    const files = new Map([
      ['src/add.ts', ''],
      [
        'test/a.test.ts',
        `${IMPORT}describe('add', () => it('a', () => { expect(add({ x: 1, y: [2] })).toEqual("3"); }));`,
      ],
      [
        'src/b.test.js',
        "const assert = require('assert');\nconst { add: sum } = require('./add.js');\ntest('b', () => assert.deepStrictEqual(sum({ y: [2.0], 'x': 1 }), '4'));",
      ],
    ]);
    const checks = [
      report('test/a.test.ts', { 'add > a': 'failed' }),
      report('src/b.test.js', { b: 'passed' }),
    ];
    expect(contradictionsIn(files, checks)).toEqual([expect.stringContaining('contradict each other')]);
  });

  it.each([
    ['both pass: the function has a memory', TWO, 'passed' as const],
    ['a mock stands between', TWO.replace("it('b'", "jest.mock('./x');\nit('b'"), 'failed' as const],
    ['hooks may change what it gives', `${TWO}\nbeforeEach(() => reset());`, 'failed' as const],
    ['the values are the same', TWO.replace('toBe(4)', 'toBe(3.0)'), 'failed' as const],
    ['the arguments differ', TWO.replace('add(1, 2)).toBe(4)', 'add(2, 2)).toBe(5)'), 'failed' as const],
    ['one is a negation', TWO.replace('.toBe(4)', '.not.toBe(3)'), 'failed' as const],
    ['arguments are not literal', TWO.replaceAll('add(1, 2)', 'add(one, 2)'), 'failed' as const],
    ['there are none, as of a counter', TWO.replaceAll('add(1, 2)', 'add()'), 'failed' as const],
    [
      'one is behind a condition',
      TWO.replace('expect(add(1, 2)).toBe(4)', '{ if (x) expect(add(1, 2)).toBe(4); }'),
      'failed' as const,
    ],
    ['the function is not of the project', TWO.replace('../src/add', 'adder'), 'failed' as const],
  ])('says nothing where %s', (_, text, b) => {
    expect(found(text, { a: 'passed', b })).toEqual([]);
  });
});
