import { errorTypeLabel } from '../verification/analysis';
import type { FailureAnalysis } from '../verification/failure';
import type { ErrorContext } from './proposal';
import { excerpt, firstLine } from '../text';
import type { FailedCheck, TestRunner, Verification } from '../verification/verification';
import type { ErrorAnalysis } from './result';

/** Seed 002's error context of a failed verification. Texts are excerpts of 2 KiB. */
export function errorContext(
  verification: Verification,
  analysis: FailureAnalysis,
  changedFiles: readonly string[],
): ErrorContext {
  const failed = leadingFailure(verification, analysis);
  return {
    errorType: errorTypeLabel(analysis.kind),
    errorMessage: excerpt(failed ? namedMessage(failed, failed.failure.message) : analysis.summary),
    errorStack: failed?.failure.stack === undefined ? undefined : excerpt(failed.failure.stack),
    failedCommand: failed ? commandOf(failed) : undefined,
    failedOutput: excerpt([verification.stdout, verification.stderr].filter(Boolean).join('\n')),
    recentFileChanges: changedFiles.slice(0, 20),
  };
}

/** The failure that the analysis speaks of: the one that it is of, else one with its words, else the first. */
function leadingFailure(verification: Verification, analysis: FailureAnalysis): FailedCheck | undefined {
  const { kind, cause, summary } = analysis;
  return (
    verification.failures.find(
      ({ analysis: own }) => own?.kind === kind && own.cause === cause && own.summary === summary,
    ) ??
    verification.failures.find((failed) => failed.failure.message.includes(analysis.summary)) ??
    verification.failures[0]
  );
}

/** First line of the error that the analysis speaks of, with the name of its class: `TypeError: x is undefined`. */
export function errorSummary(verification: Verification, analysis: FailureAnalysis): string {
  const failed = leadingFailure(verification, analysis);
  return failed ? namedMessage(failed, withoutHeading(failed, analysis)) : analysis.summary;
}

/** Linters say in one line which file it is, and only in the next what is wrong with it. */
function withoutHeading({ failure }: FailedCheck, { summary, location }: FailureAnalysis): string {
  if (location?.line === undefined || !summary.endsWith(location.file)) return summary;
  const place = `${location.line}:${location.column ?? ''}`;
  const said = failure.message.split('\n').find((line) => line.trimStart().startsWith(place));
  const heading = summary.replace(/^\.\//, '');
  return said === undefined ? heading : `${heading}: ${firstLine(said.replace(/\s+/g, ' '))}`;
}

/** The classes of plain errors and of expectations say nothing that the message does not. */
function namedMessage({ kind, failure: { errorName } }: FailedCheck, message: string): string {
  const telling = kind === 'tests' && /^(?!Jest|Assertion)\w+Error$/.test(errorName);
  return telling && !message.includes(errorName) ? `${errorName}: ${message}` : message;
}

/** Commands that run test files; the paths follow. */
const RUNNER_COMMANDS: Record<TestRunner, string> = {
  jest: 'npx jest',
  vitest: 'npx vitest run',
  node: 'node --test',
};

/** Command that shows a person the failure. */
export function commandOf(failed: FailedCheck): string {
  return failed.kind === 'command'
    ? failed.check
    : `${RUNNER_COMMANDS[failed.runner ?? 'jest']} ${failed.check}`;
}

/** Seed 000's error analysis: type, place and what to try. */
export function errorAnalysisOf(analysis: FailureAnalysis, suggestedFix: string): ErrorAnalysis {
  const at = analysis.location;
  const place = at ? [at.file, at.line, at.column].filter((part) => part !== undefined).join(':') : 'unknown';
  return { errorType: analysis.kind, errorLocation: place, suggestedFix };
}
