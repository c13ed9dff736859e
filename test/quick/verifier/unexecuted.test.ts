import { hasUnseenTests, redOnChange, unexecuted, untestedLines } from '../../../src/verifier/unexecuted';
import { commandCheck } from '../../support/check-reports';
import type { Covered } from '../../../src/verifier/verify-task';

const BEFORE = ['export function add(a: number, b: number): number {', '  return a + b;', '}', ''].join('\n');
const AFTER = `${BEFORE}export function half(n: number): number {\n  return n / 2;\n}\n`;
const PATH = 'src/math.ts';
const CHANGED = [{ path: PATH, before: BEFORE, after: AFTER }];

/** Coverage where tests execute some lines, besides those that loading does. */
function covered(byTest: readonly number[], atLoad: readonly number[] = [1, 4]): Covered {
  return {
    tests: [{ id: 'a test', lines: new Map([[PATH, byTest]]) }],
    lines: new Map([[PATH, { executable: [1, 2, 4, 5], hit: [...atLoad, ...byTest], tested: byTest }]]),
  };
}

describe('changed code that no test executes', () => {
  it('is told where tests execute other lines of its file alone', () => {
    expect(unexecuted(CHANGED, [covered([2])])).toEqual([PATH]);
  });

  it('is not told where one test executes one of its lines', () => {
    expect(unexecuted(CHANGED, [covered([2]), covered([5])])).toEqual([]);
  });

  it('is not told where a test executes a part of it', () => {
    const [file] = CHANGED;
    const after = AFTER.replace('  return n / 2', '  if (n < 0) throw new Error();\n  return n / 2');
    const lines = new Map([[PATH, { executable: [1, 2, 4, 5, 6], hit: [1, 4, 5, 2], tested: [2, 5] }]]);
    expect(unexecuted([{ ...file, path: PATH, after }], [{ tests: [], lines }])).toEqual([]);
  });

  it('is told of a function that stands on a line which loading the file executes', () => {
    const change = { path: PATH, before: '', after: 'exports.half = (n) => n / 2;\n' };
    const of = (tested: number[]) => new Map([[PATH, { executable: [1], hit: [1], tested }]]);
    expect(unexecuted([change], [{ tests: [], lines: of([]) }])).toEqual([PATH]);
    expect(unexecuted([change], [{ tests: [], lines: of([1]) }])).toEqual([]);
  });

  it('is told where no test file loads it', () => {
    expect(unexecuted(CHANGED, [{ tests: [], lines: new Map() }])).toEqual([PATH]);
    expect(unexecuted([{ path: PATH, after: AFTER }], [])).toEqual([PATH]);
  });

  it('is not told of constants, which loading the file executes', () => {
    const change = { path: PATH, before: 'export const RATE = 2;\n', after: 'export const RATE = 3;\n' };
    const loaded = { executable: [1], hit: [1], tested: [] };
    expect(unexecuted([change], [{ tests: [], lines: new Map([[PATH, loaded]]) }])).toEqual([]);
  });

  it('is not told of comments, tests, types and other files', () => {
    const comment = { path: PATH, before: AFTER, after: `${AFTER}// half of it\n` };
    expect(unexecuted([comment], [covered([2])])).toEqual([]);
    const others = ['test/math.test.ts', 'src/types.d.ts', 'README.md'].map((path) => ({ path, after: 'x' }));
    expect(unexecuted(others, [])).toEqual([]);
  });
});

describe('changed lines that no test executes', () => {
  it('are named also where tests execute others of the same change', () => {
    const after = AFTER.replace('  return n / 2', '  if (n < 0) throw new Error();\n  return n / 2');
    const lines = new Map([[PATH, { executable: [1, 2, 4, 5, 6], hit: [1, 4, 5, 2], tested: [2, 5] }]]);
    const change = { path: PATH, before: BEFORE, after };
    expect(untestedLines([change], [{ tests: [], lines }])).toEqual([{ path: PATH, lines: [6] }]);
  });

  it('are all that hold code, where no test loads the file', () => {
    expect(untestedLines([{ path: PATH, after: AFTER }], [])).toEqual([{ path: PATH, lines: [1, 2, 4, 5] }]);
  });

  it('are none where tests execute all', () => {
    expect(untestedLines(CHANGED, [covered([5])])).toEqual([]);
  });
});

describe('failing tests that see a change', () => {
  const failed = (kind: 'logic' | 'timeout') => [
    {
      kind: 'tests' as const,
      tests: [
        {
          ...{ id: 'a test', file: 'a.test.ts', path: ['a test'], status: 'failed' as const },
          ...{
            durationMs: 1,
            console: [],
            failure: { errorName: 'Error', message: 'no', phase: 'run' as const, kind },
          },
        },
      ],
    },
  ];
  const none: Covered = { tests: [{ id: 'a test', lines: new Map() }], lines: new Map() };

  it('execute a changed line', () => {
    expect(redOnChange(CHANGED, [covered([5])], failed('logic'))).toEqual(['a test']);
    expect(redOnChange(CHANGED, [covered([2])], failed('logic'))).toEqual([]);
  });

  it('or were stopped, so that nobody knows', () => {
    expect(redOnChange(CHANGED, [none], failed('timeout'))).toEqual(['a test']);
    expect(redOnChange(CHANGED, [none], failed('logic'))).toEqual([]);
    expect(redOnChange([{ path: 'src/new.ts', after: AFTER }], [none], failed('timeout'))).toEqual([]);
  });
});

describe('tests whose coverage nobody has', () => {
  const seen = (tests: { file: string; status: 'passed' | 'failed' }[]) =>
    hasUnseenTests([
      commandCheck('jest', {
        tests: tests.map((one) => ({ id: one.file, path: ['adds'], durationMs: 1, console: [], ...one })),
      }),
    ]);

  it('are those that a command reports, as of what a build made', () => {
    expect(seen([{ file: 'test/sum.test.ts', status: 'passed' }])).toBe(true);
    expect(seen([{ file: 'test/sum.test.ts', status: 'failed' }])).toBe(false);
  });

  it('are not the command itself, such as a linter', () => {
    expect(seen([{ file: 'jest', status: 'passed' }])).toBe(false);
  });
});
