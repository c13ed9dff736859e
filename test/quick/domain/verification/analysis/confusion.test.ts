import { analyzeReported } from '../../../../../src/domain/verification/analysis';
import { FailureKind } from '../../../../../src/domain/verification/failure';
import type { CheckEnd, FailedCheck } from '../../../../../src/domain/verification/verification';
import fc from '../../../../support/fast-check';
import { analysisInLoop } from '../../../../support/loop-analysis';
import { describeConfusion, TOOLS } from '../../../../support/confusion';
import { failedCommand, TOOL_OUTPUT } from '../../../../support/tool-output';

test('the corpus covers every tool and every kind that an output can have', () => {
  const counted = (tool: string): number =>
    TOOL_OUTPUT.filter(({ name }) => name.startsWith(`${tool}: `)).length;
  expect(TOOLS.filter((tool) => counted(tool) < 10)).toEqual([]);
  const kinds = new Set(TOOL_OUTPUT.map(({ expected }) => expected.kind));
  expect(FailureKind.options.filter((kind) => kind !== 'flaky' && !kinds.has(kind))).toEqual([]);
  expect(TOOL_OUTPUT.length).toBeGreaterThanOrEqual(500);
});

describeConfusion('what a run decides on', analysisInLoop);

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
