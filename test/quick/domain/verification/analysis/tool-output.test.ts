import { isDeepStrictEqual } from 'node:util';
import { analyzeFailure } from '../../../../../src/domain/verification/analysis';
import type { FailureAnalysis } from '../../../../../src/domain/verification/failure';
import { analysisOf, failedCommand, TOOL_OUTPUT, type CapturedCase } from '../../../../support/tool-output';

/** The analysis of a case, in the shape in which the case expects it. */
function comparable(
  entry: CapturedCase,
  { kind, repairable, cause, location }: FailureAnalysis,
): CapturedCase['expected'] {
  const { expected } = entry;
  return {
    kind,
    repairable,
    ...(expected.cause !== undefined && { cause }),
    ...(expected.file !== undefined && { file: location?.file }),
    ...(expected.line !== undefined && { line: location?.line }),
    ...(expected.column !== undefined && { column: location?.column }),
  };
}

const toolOf = ({ name }: CapturedCase): string => name.slice(0, name.indexOf(':'));
const TOOLS = [...new Set(TOOL_OUTPUT.map(toolOf))];

/** What the analysis says of a case that is wrong; undefined where nothing is. */
function wrongOf(entry: CapturedCase): object | undefined {
  const analysis = analysisOf(entry);
  const said = comparable(entry, analysis);
  const { summary } = analysis;
  if (!isDeepStrictEqual(said, entry.expected)) return { case: entry.name, said, expected: entry.expected };
  return summary === '' || summary.length > 300 ? { case: entry.name, summary } : undefined;
}

describe('analysis of real outputs', () => {
  test.each(TOOLS)('of %s is right in every case but the known misses', (tool) => {
    const entries = TOOL_OUTPUT.filter((entry) => toolOf(entry) === tool);
    const seen = entries.filter(({ miss }) => miss === undefined);
    expect(seen.flatMap((entry) => wrongOf(entry) ?? [])).toEqual([]);
    // A table that has learnt one of these loses its `miss`, so that it is not forgotten again.
    const learnt = entries.filter((entry) => entry.miss !== undefined && wrongOf(entry) === undefined);
    expect(learnt.map(({ name }) => name)).toEqual([]);
  });

  test('the same failure with lines of Windows has the same kind', () => {
    const windows = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
    const changed = TOOL_OUTPUT.filter((entry) => {
      const other = { ...entry, stdout: windows(entry.stdout), stderr: windows(entry.stderr) };
      return analyzeFailure(failedCommand(other)).kind !== analyzeFailure(failedCommand(entry)).kind;
    });
    expect(changed.map(({ name }) => name)).toEqual([]);
  });
});
