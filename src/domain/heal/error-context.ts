import { errorTypeLabel } from '../analysis';
import type { FailureAnalysis } from '../failure';
import type { ErrorContext } from '../proposal';
import { excerpt } from '../text';
import type { FailedCheck, Verification } from '../verification';
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
    errorMessage: excerpt(failed?.failure.message ?? analysis.summary),
    errorStack: failed?.failure.stack === undefined ? undefined : excerpt(failed.failure.stack),
    failedCommand: failed ? commandOf(failed) : undefined,
    failedOutput: excerpt([verification.stdout, verification.stderr].filter(Boolean).join('\n')),
    recentFileChanges: changedFiles.slice(0, 20),
  };
}

/** The failure that the analysis speaks of: the one at its location, else the first. */
function leadingFailure(verification: Verification, analysis: FailureAnalysis): FailedCheck | undefined {
  return (
    verification.failures.find((failed) => failed.failure.message.includes(analysis.summary)) ??
    verification.failures[0]
  );
}

/** What a person would type to see the failure. */
export function commandOf(failed: FailedCheck): string {
  return failed.kind === 'command' ? failed.check : `npx jest ${failed.check}`;
}

/** Seed 000's error analysis: type, place and what to try. */
export function errorAnalysisOf(analysis: FailureAnalysis, suggestedFix: string): ErrorAnalysis {
  const at = analysis.location;
  const place = at ? [at.file, at.line, at.column].filter((part) => part !== undefined).join(':') : 'unknown';
  return { errorType: analysis.kind, errorLocation: place, suggestedFix };
}
