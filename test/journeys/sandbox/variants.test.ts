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

describe('trying variants', () => {
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

  it('finds the fix, and goes on after a variant that hangs', async () => {
    const verdicts = await tried(
      [
        variant('<', '<'),
        variant('i++', 'i += 0'),
        variant('return best;', 'return ='),
        variant('< best', '> best'),
      ],
      { limits: { ...LIMITS, turnMs: 500 } },
    );
    expect(verdicts.map(({ index, passed, end }) => [index, passed, end])).toEqual([
      [0, false, 'completed'],
      [1, false, 'timeout'],
      [2, false, 'completed'],
      [3, true, 'completed'],
    ]);
    expect(verdicts[3]?.passedTests).toBe(3);
  });

  it('does not carry what one variant did into the next', async () => {
    const polluting = variant(
      'let best',
      `globalThis.max = 1; Math.random = () => 1; Reflect.metadata = 1; let best`,
    );
    const checking = new Map([
      [
        'src/max.ts',
        `if ('max' in globalThis || Math.random() === 1 || Reflect.metadata) throw new Error('dirty');\n${BROKEN.replace('< best', '> best')}`,
      ],
    ]);
    const verdicts = await tried(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? checking : polluting)),
    );
    expect(verdicts.filter((verdict) => verdict.passed).map((verdict) => verdict.index)).toEqual(
      Array.from({ length: 20 }, (_, index) => index * 2 + 1),
    );
  });

  it('does not charge a variant for the memory that earlier ones took', async () => {
    const files = program({ 'a.js': '', 'a.test.js': `require('./a'); it('loads', () => {});` });
    const taking = new Map([['a.js', `console.log('z'.repeat(3e7));`]]);
    const limits = { ...LIMITS, heapMb: 16 };
    const variants = Array.from({ length: 24 }, (_, index) => (index % 4 === 3 ? UNCHANGED : taking));
    const verdicts = await tried(variants, {
      files,
      testFiles: ['a.test.js'],
      failingTests: new Set(),
      limits,
    });
    expect(verdicts.map(({ end, passed }) => [end, passed])).toEqual(Array(24).fill(['completed', true]));
  });

  it('does not count ignored tests', async () => {
    const [plain] = await tried([UNCHANGED]);
    expect(plain?.passed).toBe(false);
    const [ignoring] = await tried([UNCHANGED], { ignoredTests: FAILING });
    expect(ignoring).toMatchObject({ passed: true, passedTests: 2 });
  });

  it('tries self-checking scripts, and nothing when there is nothing', async () => {
    const script = (bug: string): Map<string, string> =>
      new Map([['p.js', `const add = (a, b) => a ${bug} b;\nconsole.assert(add(1, 2) === 3);`]]);
    const verdicts = await tried([script('*'), script('+')], {
      files: script('-'),
      testFiles: ['p.js'],
      failingTests: new Set(['p.js > p.js']),
    });
    expect(verdicts.map((verdict) => verdict.passed)).toEqual([false, true]);
    await expect(tried([])).resolves.toEqual([]);
  });
});
