import { analyzeFailure } from '../../../../../src/domain/verification/analysis';
import { analysisOf, failedCommand, TOOL_OUTPUT, type CapturedCase } from '../../../../support/tool-output';

/** The analysis of a case, in the shape in which the case expects it. */
function comparable(entry: CapturedCase): CapturedCase['expected'] {
  const { kind, repairable, cause, location } = analysisOf(entry);
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

const named = (entries: readonly CapturedCase[]): [string, CapturedCase][] =>
  entries.map((entry) => [entry.name, entry]);

describe('analysis of real outputs', () => {
  test.each(named(TOOL_OUTPUT.filter(({ miss }) => miss === undefined)))('%s', (_, entry) => {
    expect(comparable(entry)).toEqual(entry.expected);
    const { summary } = analysisOf(entry);
    expect(summary).not.toBe('');
    expect(summary.length).toBeLessThanOrEqual(300);
  });

  // A table that has learnt one of these loses its `miss`, so that it is not forgotten again.
  test.each(named(TOOL_OUTPUT.filter(({ miss }) => miss !== undefined)))('known miss: %s', (_, entry) => {
    expect(comparable(entry)).not.toEqual(entry.expected);
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
