import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { relativePaths } from '../../src/commands/run-command';
import { analyzeFailure } from '../../src/domain/verification/analysis';
import type { FailureAnalysis, FailureKind } from '../../src/domain/verification/failure';
import type { FailedCheck } from '../../src/domain/verification/verification';

/** A case of `test/fixtures/tool-output`: what a real tool printed, and what analysis must make of it. */
export interface CapturedCase {
  /** The tool and what is broken. */
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
  /** Why the table is wrong here, where it is known to be. */
  miss?: string;
}

/** The folder that the paths of the corpus are of. */
export const ROOT = '/home/dev/app';

const FOLDER = join(__dirname, '../fixtures/tool-output');

function casesOf(file: string): CapturedCase[] {
  const cases = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as CapturedCase[];
  return cases.map((entry) => ({ ...entry, name: `${file.replace('.json', '')}: ${entry.name}` }));
}

/** Every case of the corpus. */
export const TOOL_OUTPUT: readonly CapturedCase[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap(casesOf);

/** The failure of a command as the verifier reports it: its output as the message. */
export function failedCommand({
  command,
  exitCode,
  stdout,
  stderr,
}: Pick<CapturedCase, 'command' | 'exitCode' | 'stdout' | 'stderr'>): FailedCheck {
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

/** Analysis of a case, with paths as a check reports them. */
export function analysisOf(entry: CapturedCase): FailureAnalysis {
  const stdout = relativePaths(entry.stdout, [ROOT]);
  const stderr = relativePaths(entry.stderr, [ROOT]);
  return analyzeFailure(failedCommand({ ...entry, stdout, stderr }));
}
