import type { TrialRequest, VariantVerdict } from '../../../src/sandbox/types';
import { createKit, LIMITS, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const BROKEN = `export function max(list: number[]): number {
  let best = list[0];
  for (let i = 0; i < list.length; i++) if (list[i] < best) best = list[i];
  return best;
}`;

const TESTS = `import { max } from '../src/max';
describe('max', () => {
  it('takes one', () => { expect(max([3])).toBe(3); });
  it('takes the largest', () => { expect(max([1, 5, 2])).toBe(5); });
  it('takes equal ones', () => { expect(max([2, 2])).toBe(2); });
});
`;

const FILES = program({ 'src/max.ts': BROKEN, 'test/max.test.ts': TESTS });
const FAILING = new Set(['test/max.test.ts > max > takes the largest']);

const UNCHANGED = new Map<string, string>();

function variant(from: string, to: string): Map<string, string> {
  return new Map([['src/max.ts', BROKEN.replace(from, to)]]);
}

describe('trying many variants', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  function tried(
    variants: Map<string, string>[],
    more: Partial<TrialRequest> = {},
  ): Promise<VariantVerdict[]> {
    const request = {
      files: FILES,
      testFiles: ['test/max.test.ts'],
      limits: LIMITS,
      variants,
      failingTests: FAILING,
    };
    return kit.sandbox.tryVariants({ ...request, ...more });
  }

  it('finds the fix, and survives variants that hang, grow or kill', async () => {
    const verdicts = await tried([
      variant('<', '<'),
      variant('< best', '> best'),
      variant('i++', 'i += 0'),
      variant(
        'let best = list[0];',
        `const bomb = []; for (;;) bomb.push(new Array(1e5).fill(1.5)); let best = 0;`,
      ),
      variant('let best = list[0];', `'a'.repeat(2 ** 28).split(''); let best = list[0];`),
      variant(
        'let best = list[0];',
        `const a = []; a.length = 2 ** 32 - 1; a.copyWithin(0, 1); let best = list[0];`,
      ),
      variant('return best;', 'return best'),
      variant('return best;', 'return ='),
      variant('< best', '> best'),
    ]);
    expect(verdicts.map(({ index, passed, end }) => [index, passed, end])).toEqual([
      [0, false, 'completed'],
      [1, true, 'completed'],
      [2, false, 'timeout'],
      // Whichever limit it meets first: a turn is short here.
      [3, false, expect.stringMatching(/^(memory|timeout)$/)],
      [4, false, 'memory'],
      [5, false, 'timeout'],
      [6, false, 'completed'],
      [7, false, 'completed'],
      [8, true, 'completed'],
    ]);
    expect(verdicts[1]?.passedTests).toBe(3);
  });

  it('agrees with separate runs', async () => {
    const operators = ['<', '>', '<=', '>=', '!==', '===', '&&', '||', '+', '??'];
    const variants = operators.flatMap((operator) => [
      variant('[i] < best', `[i] ${operator} best`),
      variant('i < list', `i ${operator} list`),
      variant('list[0]', `list[0] ${operator} 1`),
    ]);
    const verdicts = await tried(variants);
    const separate = await Promise.all(
      variants.map(async (change) => {
        const files = new Map([...FILES, ...change]);
        const { report } = await kit.sandbox.run({ files, testFile: 'test/max.test.ts', limits: LIMITS });
        return report.end === 'completed' && report.tests.every((test) => test.status === 'passed');
      }),
    );
    expect(verdicts.map((verdict) => verdict.passed)).toEqual(separate);
    expect(separate).toContain(true);
    expect(separate).toContain(false);
  });

  it('tries variants on several files, also when the program itself hangs', async () => {
    const hanging = program({
      'a.ts': `export const count = (n: number): number => { let i = 0; while (i < n) i = i; return i; };`,
      'a.test.ts': `import { count } from './a'; it('counts', () => { expect(count(3)).toBe(3); });`,
      'b.test.ts': `import { count } from './a'; it('has none', () => { expect(count(0)).toBe(0); });`,
    });
    const fix = (body: string): Map<string, string> =>
      new Map([['a.ts', `export const count = (n: number): number => ${body};`]]);
    const verdicts = await tried([UNCHANGED, fix('n'), fix('0'), fix('n || 1')], {
      files: hanging,
      testFiles: ['b.test.ts', 'a.test.ts'],
      failingTests: new Set(['a.test.ts > counts']),
    });
    expect(verdicts.map((verdict) => [verdict.passed, verdict.end])).toEqual([
      [false, 'timeout'],
      [true, 'completed'],
      [false, 'completed'],
      [false, 'completed'],
    ]);
  });
});
