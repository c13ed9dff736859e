import { createHash } from 'node:crypto';
import { BoundedOutput } from '../../src/activities/commands/bounded-output';
import { commandReport } from '../../src/activities/commands/command-report';
import { relativePaths } from '../../src/activities/commands/relative-paths';
import { analyzeFailures } from '../../src/domain/analysis';
import type { FailureAnalysis } from '../../src/domain/failure';
import type { CheckReport, Verification } from '../../src/domain/verification';
import { summarize } from '../../src/domain/verify/summarize';
import type { CapturedCase } from './tool-output';

type Printed = Pick<CapturedCase, 'command' | 'exitCode' | 'stdout' | 'stderr'>;

/** Bytes that a run keeps of each stream. */
const KEPT = 64 * 1024;
/** The folder that the paths of the corpus are of. */
const ROOT = '/home/dev/app';

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

/** What the workflow is told of these checks. */
export function verificationOf(checks: CheckReport[]): Verification {
  const verification = summarize({
    report: { version: 1, tree: 'a'.repeat(64), checks, flaky: [] },
    reportHash: 'b'.repeat(64),
    generatedTests: [],
    durationMs: 1,
    redact: (text) => text,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  });
  // As history carries it.
  return JSON.parse(JSON.stringify(verification)) as Verification;
}

/** What a run decides on where this command is its only check. */
export function analysisInLoop(entry: CapturedCase): FailureAnalysis {
  return analyzeFailures(verificationOf([reportOf(entry)]));
}
