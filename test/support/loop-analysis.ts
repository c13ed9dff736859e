import { createHash } from 'node:crypto';
import { BoundedOutput } from '../../src/commands/bounded-output';
import { commandReport } from '../../src/commands/command-report';
import { relativePaths } from '../../src/commands/run-command';
import { analyzeFailures } from '../../src/domain/verification/analysis';
import type { FailureAnalysis } from '../../src/domain/verification/failure';
import type { CheckReport, Verification } from '../../src/domain/verification/verification';
import { summarize } from '../../src/domain/verification/summarize';
import { asBlob, asTree } from './hashes';
import { checkReport, testResult } from './check-reports';
import { ROOT, type CapturedCase } from './tool-output';

type Printed = Pick<CapturedCase, 'command' | 'exitCode' | 'stdout' | 'stderr'>;

/** Bytes that a run keeps of each stream. */
const KEPT = 64 * 1024;

/** The report of a command that printed this, as a run makes it. */
export function reportOf({ command, exitCode, ...printed }: Printed): CheckReport {
  const kept = (text: string): string => {
    const output = new BoundedOutput(KEPT);
    output.add(Buffer.from(text));
    return relativePaths(output.text(), [ROOT]);
  };
  const [stdout, stderr] = [kept(printed.stdout), kept(printed.stderr)];
  return commandReport({
    command,
    end: 'completed',
    exitCode,
    stdout,
    stderr,
    durationMs: 1,
    timeoutMs: 1_000,
  });
}

/** Facts that the workflow is told of these checks. */
export function verificationOf(checks: CheckReport[]): Verification {
  const verification = summarize({
    report: { version: 1, tree: asTree('a'.repeat(64)), checks, flaky: [] },
    reportHash: asBlob('b'.repeat(64)),
    generatedTests: [],
    durationMs: 1,
    redact: (text) => text,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  });
  // As history carries it.
  return JSON.parse(JSON.stringify(verification)) as Verification;
}

/** Ground of a run's decision where this command is its only check. */
export function analysisInLoop(entry: CapturedCase): FailureAnalysis {
  return analyzeFailures(verificationOf([reportOf(entry)]));
}

/** Lines that tools of an old project print before they begin. */
const WARNINGS = [
  'npm warn Unknown project config "shamefully-hoist". This will stop working in the next major version of npm.',
  '(node:4711) [DEP0040] DeprecationWarning: The `punycode` module is deprecated. Please use a userland alternative instead.',
  '(Use `node --trace-deprecation ...` to show where the warning was created)',
  'Browserslist: browsers data (caniuse-lite) is 9 months old. Please run:',
  '  npx update-browserslist-db@latest',
]
  .join('\n')
  .concat('\n')
  .repeat(8);

/** A test file of the sandbox that passes, and logs an error that it expects. */
export const PASSING: CheckReport = checkReport({
  name: 'test/retry.test.ts',
  tests: [testResult('test/retry.test.ts', 'tries again', 'passed')],
  stderr: 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at connect (src/db.ts:3:9)\n'.repeat(20),
});

/** Ground of a run's decision where the command is one of its checks, and prints much that is not its failure. */
export function analysisAmongOthers(entry: CapturedCase): FailureAnalysis {
  return analyzeFailures(verificationOf([PASSING, reportOf({ ...entry, stderr: WARNINGS + entry.stderr })]));
}
