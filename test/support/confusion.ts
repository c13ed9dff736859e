import { FailureKind, type FailureAnalysis } from '../../src/domain/verification/failure';
import { TOOL_OUTPUT, type CapturedCase } from './tool-output';

/** The tools whose outputs the corpus holds, by the names of its files. */
export const TOOLS = [
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

/** Tests of what an analysis says of all captured outputs: `what` it is made of. */
export function describeConfusion(what: string, analyze: (entry: CapturedCase) => FailureAnalysis): void {
  describe(`the confusion matrix of ${what}`, () => {
    const analysed = analysedBy(analyze);

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
}
