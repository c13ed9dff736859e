import { analyzeFailures, errorTypeLabel } from '../verification/analysis';
import type { FailureAnalysis } from '../verification/failure';
import { isGreen } from './choose';
import type { Language } from '../run/input';
import { DOING_WORDS } from './doing-words';
import { runnerOf } from '../verification/own-runner';
import { fixText } from './error-words';
import type { ErrorContext, VerificationResult } from './proposal';
import { excerpt, firstLine } from '../text';
import type { FailedCheck, TestRunner, Verification } from '../verification/verification';
import type { ErrorAnalysis } from './result';

/** Files that an error context names as changed lately. */
export const RECENT_FILES = 20;

/** Files that the run has changed; before it has changed any, those that were written last before it. */
export function changedLately({
  changedFiles,
  recentFiles = [],
}: {
  changedFiles: readonly string[];
  recentFiles?: readonly string[];
}): readonly string[] {
  return changedFiles.length > 0 ? changedFiles : recentFiles;
}

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
    failedOutput: failed && outputOf(verification, failed.check),
    recentFileChanges: changedFiles.slice(0, RECENT_FILES),
  };
}

/** First 2 KiB that a check printed; undefined where it printed nothing. */
function outputOf({ outputs = [] }: Verification, check: string): string | undefined {
  return outputs.find((one) => one.check === check)?.text;
}

/** Seed 002's verdict on a repair: by the check that it was made for, or by the one that fails now. */
export function verificationResult(
  verification: Verification,
  repaired: FailedCheck | undefined,
  verdict: string,
  language: Language,
): VerificationResult {
  const told = isGreen(verification) ? repaired : leadingFailure(verification, analyzeFailures(verification));
  const output = told && outputOf(verification, told.check);
  return {
    command: told ? commandOf(told) : DOING_WORDS[language].allChecks,
    success: isGreen(verification),
    output: [verdict, output].filter(Boolean).join('\n'),
  };
}

/** The failure that the analysis speaks of: the one that it is of, else one with its words, else the first. */
export function leadingFailure(
  verification: Verification,
  analysis: FailureAnalysis,
): FailedCheck | undefined {
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

/** Classes of errors that say what the message may not: `KeyError: 'b'`. Those of plain errors and of expectations do not. */
const TELLING_CLASS = /^(?!Jest|Assertion)(?:\w{1,80}(?:Error|Iteration|Exit|Interrupt)|\w{0,80}Exception)$/;

/** The message with its class, where a test threw it: a command as a whole has none. */
export function namedMessage({ kind, failure }: FailedCheck, message: string): string {
  const { errorName, phase } = failure;
  const telling = (kind === 'tests' || phase !== 'run') && TELLING_CLASS.test(errorName);
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
  return failed.kind === 'command' ? failed.check : `${RUNNER_COMMANDS[runnerOf(failed)]} ${failed.check}`;
}

/** Seed 000's error analysis: type, place and what to try; `found`: what a repair has shown since. */
export function errorAnalysisOf(
  analysis: FailureAnalysis,
  language: Language,
  found?: string,
): ErrorAnalysis {
  const { location, kind, cause, repairable } = analysis;
  const place = location
    ? [location.file, location.line, location.column].filter((part) => part !== undefined).join(':')
    : 'unknown';
  const fix = fixText(language, kind, repairable ? undefined : cause);
  return { errorType: kind, errorLocation: place, suggestedFix: found ?? fix };
}
