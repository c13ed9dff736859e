import { analyzeReported } from '../../../../../src/domain/verification/analysis';
import { FailureKind, type FailureAnalysis } from '../../../../../src/domain/verification/failure';
import type { CheckEnd, FailedCheck } from '../../../../../src/domain/verification/verification';
import fc from '../../../../support/fast-check';
import { analysisAmongOthers, analysisInLoop } from '../../../../support/loop-analysis';
import { analysisOf, failedCommand, TOOL_OUTPUT, type CapturedCase } from '../../../../support/tool-output';

/** The tools whose outputs the corpus holds, by the names of its files. */
const TOOLS = [
  'cargo',
  'esbuild',
  'eslint',
  'go',
  'jest',
  'mocha',
  'node',
  'npm',
  'pytest',
  'python',
  'tsc',
  'vitest',
  'webpack',
];
const RIGHT = 0.95;

interface Analysed {
  entry: CapturedCase;
  said: FailureAnalysis;
}

const analysedBy = (analyze: (entry: CapturedCase) => FailureAnalysis): readonly Analysed[] =>
  TOOL_OUTPUT.map((entry) => ({ entry, said: analyze(entry) }));

/** Lines: kinds as expected; columns: kinds as said. */
function matrix(analysed: readonly Analysed[]): string {
  const kinds = FailureKind.options.filter((kind) =>
    analysed.some(({ entry, said }) => kind === said.kind || kind === entry.expected.kind),
  );
  const counted = (expected: FailureKind, said: FailureKind): number =>
    analysed.filter((one) => one.entry.expected.kind === expected && one.said.kind === said).length;
  const head = `${''.padEnd(12)}${kinds.map((kind) => kind.slice(0, 6).padStart(7)).join('')}`;
  const lines = kinds.map(
    (kind) =>
      `${kind.padEnd(12)}${kinds.map((said) => String(counted(kind, said) || '·').padStart(7)).join('')}`,
  );
  return [head, ...lines].join('\n');
}

/** How many of those that a question is asked of have the right answer. */
function share(
  analysed: readonly Analysed[],
  asked: (one: Analysed) => boolean,
  right: (one: Analysed) => boolean,
): { right: number; of: number } {
  const of = analysed.filter(asked);
  return { right: of.filter(right).length, of: of.length };
}

const sharesOf = (analysed: readonly Analysed[]) => ({
  kind: share(
    analysed,
    () => true,
    ({ entry, said }) => said.kind === entry.expected.kind,
  ),
  repairable: share(
    analysed,
    () => true,
    ({ entry, said }) => said.repairable === entry.expected.repairable,
  ),
  file: share(
    analysed,
    ({ entry }) => entry.expected.file !== undefined,
    ({ entry, said }) => said.location?.file === entry.expected.file,
  ),
  line: share(
    analysed,
    ({ entry }) => entry.expected.line !== undefined,
    ({ entry, said }) =>
      said.location?.file === entry.expected.file && said.location?.line === entry.expected.line,
  ),
});

test('the corpus covers every tool and every kind that an output can have', () => {
  const counted = (tool: string): number =>
    TOOL_OUTPUT.filter(({ name }) => name.startsWith(`${tool}: `)).length;
  expect(TOOLS.filter((tool) => counted(tool) < 10)).toEqual([]);
  const kinds = new Set(TOOL_OUTPUT.map(({ expected }) => expected.kind));
  expect(FailureKind.options.filter((kind) => kind !== 'flaky' && !kinds.has(kind))).toEqual([]);
  expect(TOOL_OUTPUT.length).toBeGreaterThanOrEqual(500);
});

describe.each([
  ['a whole output', analysedBy(analysisOf)],
  ['what a run decides on', analysedBy(analysisInLoop)],
  ['what a run decides on beside other checks and after many warnings', analysedBy(analysisAmongOthers)],
])('the confusion matrix of %s', (_, analysed) => {
  test('is at least 95 % right in kind, repairability, file and line', () => {
    const lines = Object.entries(sharesOf(analysed)).map(
      ([what, { right, of }]) => `${what} ${right} of ${of} (${((100 * right) / of).toFixed(1)} %)`,
    );
    console.log(`${matrix(analysed)}\n${lines.join(', ')}`);
    const poor = Object.entries(sharesOf(analysed)).filter(([, { right, of }]) => right / of < RIGHT);
    expect(poor).toEqual([]);
  });

  test('no tool is left behind: of each, 85 % of the kinds are right', () => {
    const poor = TOOLS.filter((tool) => {
      const { right, of } = share(
        analysed,
        ({ entry }) => entry.name.startsWith(`${tool}: `),
        ({ entry, said }) => said.kind === entry.expected.kind,
      );
      return right / of < 0.85;
    });
    expect(poor).toEqual([]);
  });
});

describe('whatever a program prints', () => {
  const ENDS: CheckEnd[] = ['completed', 'timeout', 'memory', 'output', 'crash', 'cancelled', 'not-run'];
  const KINDS: FailedCheck['kind'][] = ['tests', 'command'];
  /** Pieces of real outputs, which lead deep into the patterns, between text of any kind. */
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .constantFrom(...TOOL_OUTPUT.map(({ stderr, stdout }) => stderr || stdout))
      .chain((text) =>
        fc
          .tuple(fc.nat(text.length), fc.nat(text.length))
          .map(([a, b]) => text.slice(Math.min(a, b), Math.max(a, b))),
      ),
    fc.constantFrom(
      '\n',
      '\r\n',
      '\u001b[31m',
      '  ● ',
      'E   ',
      ' --> ',
      'TAP version 13\n',
      '✖ failing tests:\n',
    ),
  );
  const output = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('analysis gives a whole answer and never throws', () => {
    fc.assert(
      fc.property(
        output,
        output,
        fc.constantFrom(...ENDS),
        fc.constantFrom(...KINDS),
        (stderr, stdout, end, kind) => {
          const failed = failedCommand({ command: 'npm test', exitCode: 1, stdout, stderr });
          const said = analyzeReported({ ...failed, kind, end }, { stdout, stderr });
          expect(FailureKind.options).toContain(said.kind);
          expect(said.cause).toMatch(/^[\w-]+$/);
          expect(said.summary.length).toBeLessThanOrEqual(300);
          const { line, column, file } = said.location ?? { file: 'none' };
          expect(file).not.toBe('');
          expect([line ?? 1, column ?? 1].every(Number.isSafeInteger)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
