import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeFailure } from '../../../src/domain/analysis';
import type { FailureKind } from '../../../src/domain/failure';
import type { FailedCheck } from '../../../src/domain/verification';

/** A case of `test/fixtures/tool-output`: what a real tool printed, and what analysis must make of it. */
interface CapturedCase {
  name: string;
  command: string;
  exitCode: number;
  stdout: string;
  stderr: string;
  expected: {
    kind: FailureKind;
    cause?: string;
    file?: string;
    line?: number;
    column?: number;
    repairable: boolean;
  };
}

const FOLDER = join(__dirname, '../../fixtures/tool-output');
const CASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) =>
    (JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as CapturedCase[]).map(
      (entry) => [`${name.replace('.json', '')}: ${entry.name}`, entry] as const,
    ),
  );

/** The failure of a command as the verifier reports it: its output as the message. */
function failedCommand({ command, exitCode, stdout, stderr }: CapturedCase): FailedCheck {
  return {
    id: command,
    check: command,
    kind: 'command',
    end: 'completed',
    failure: {
      errorName: 'CommandFailed',
      message: `${stderr}\n${stdout}\nThe command ended with exit code ${exitCode}.`,
      phase: 'run',
    },
  };
}

describe('analysis of real outputs', () => {
  test('the corpus is there', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(40);
  });

  test.each(CASES)('%s', (_, entry) => {
    const { cause, location, ...said } = analyzeFailure(failedCommand(entry), '', { root: '/home/dev/app' });
    const { expected } = entry;
    expect({
      kind: said.kind,
      repairable: said.repairable,
      ...(expected.cause && { cause }),
      ...(expected.file && { file: location?.file }),
      ...(expected.line && { line: location?.line }),
      ...(expected.column && { column: location?.column }),
    }).toEqual(expected);
    expect(said.summary).not.toBe('');
    expect(said.summary.length).toBeLessThanOrEqual(300);
  });

  test('kinds told apart: the confusion matrix is at least 95 % right', () => {
    const wrong = CASES.filter(
      ([, entry]) => analyzeFailure(failedCommand(entry)).kind !== entry.expected.kind,
    ).map(([name]) => name);
    expect(wrong.length / CASES.length).toBeLessThanOrEqual(0.05);
  });
});
