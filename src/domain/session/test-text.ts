import { capital } from '../run/outcomes';
import type { Language } from '../run/input';
import { firstLine } from '../text';
import { flakyWords } from '../verification/chance';
import type { ListedFailure, Verification } from '../verification/verification';
import type { SessionTestResults } from './context';
import { STATE_WORDS } from './state-words';

const SHOWN_FAILURES = 5;

/** Counts of a verification, as the context keeps them. */
export function testCounts({ passed, failed, success }: Verification): SessionTestResults {
  return { passed, failed, allPassed: success };
}

/** A verification for people: its counts, the first failures, and notes on what did not run. */
export function testText(verification: Verification, language: Language): string {
  const { failures, notes = [] } = verification;
  const flaky = flakyWords(verification, language);
  return [
    countsText(verification, language),
    ...failures.slice(0, SHOWN_FAILURES).map(failureText),
    ...(flaky === undefined ? [] : [`${capital(flaky)}.`]),
    ...notes,
  ].join('\n');
}

/** `3 passed, 1 failed` */
export function countsText({ passed, failed, skipped, notRun }: Verification, language: Language): string {
  return STATE_WORDS[language].tests(passed, failed, skipped, notRun);
}

/** A failing test with its place and message, as a line of a list. */
export function failureText({ id, failure, analysis }: ListedFailure): string {
  const { location } = analysis;
  const at = location ? ` (${location.file}:${location.line})` : '';
  return `- ${id}${at}: ${firstLine(failure.message)}`;
}
