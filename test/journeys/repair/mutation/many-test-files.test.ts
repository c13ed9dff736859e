import { VerificationSpec } from '../../../../src/domain/verification/verification';
import { Trials, type Edits } from '../../../../src/repair/mutation/trials';
import { createSandbox, type TrialRequest } from '../../../../src/sandbox';
import { said } from '../../../../src/domain/run/said';

const { limits } = VerificationSpec.parse({});
const signal = new AbortController().signal;
const sandbox = createSandbox({ children: 1 });
afterAll(() => sandbox.close());

const SUM = 'export const sum = (a: number, b: number): number => a - b;\n';
const OWN = 'sum.test.ts';
const OTHERS = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.ts`);
const test = (expected: string): string => `import { sum } from './sum';\nit('adds', () => ${expected});\n`;
const FILES = new Map([
  ['sum.ts', SUM],
  [OWN, test('expect(sum(2, 3)).toBe(5)')],
  ...OTHERS.map((name) => [name, test('expect(sum(4, 0)).toBe(4)')] as const),
]);

/** An edit that puts another sum in place of the difference. */
function edit(replacement: string): Edits {
  const start = SUM.lastIndexOf('a - b');
  const end = start + 'a - b'.length;
  const place = { file: 'sum.ts', line: 1, suspicion: 1, precedence: 1 };
  return [
    {
      ...place,
      start,
      end,
      replacement,
      description: said`${replacement}`,
      template: 'arithmetic',
      weight: 1,
    },
  ];
}

describe('variants of a program with many test files', () => {
  it('run the files of the tests that they are to repair first, and the others only if they pass', async () => {
    const asked: Pick<TrialRequest, 'testFiles' | 'variants'>[] = [];
    const watched = {
      ...sandbox,
      tryVariants: (request: TrialRequest, given: AbortSignal) => {
        asked.push(request);
        return sandbox.tryVariants(request, given);
      },
    };
    const testFiles = [...OTHERS, OWN];
    const checks = await Promise.all(
      testFiles.map(
        async (testFile) => (await sandbox.run({ files: FILES, testFile, limits }, signal)).report,
      ),
    );
    const oracle = {
      files: FILES,
      context: {},
      testFiles,
      checks,
      flaky: new Set<string>(),
      limits,
      memory: new Map<string, Set<string>>(),
      suspectFiles: ['sum.ts'],
    };
    const trials = new Trials(watched, oracle, signal);
    const right = edit('a + b');
    const plausible = await trials.plausible([right, edit('a * b'), edit('5')], [`${OWN} > adds`], testFiles);
    expect(plausible).toEqual([right]);
    expect(asked.map((request) => request.testFiles)).toEqual([[OWN], OTHERS]);
    expect(asked.map(({ variants }) => variants.length)).toEqual([3, 2]);
  });
});
