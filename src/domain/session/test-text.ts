import { capital } from '../run/outcomes';
import { firstLine, plural } from '../text';
import { flakyWords } from '../verification/chance';
import type { ListedFailure, Verification } from '../verification/verification';
import type { SessionTestResults } from './context';

const SHOWN_FAILURES = 5;

/** Counts of a verification, as the context keeps them. */
export function testCounts({ passed, failed, success }: Verification): SessionTestResults {
  return { passed, failed, allPassed: success };
}

/** A verification for people: its counts, the first failures, and notes on what did not run. */
export function testText(verification: Verification): string {
  const { failures, notes = [] } = verification;
  const flaky = flakyWords(verification);
  return [
    countsText(verification),
    ...failures.slice(0, SHOWN_FAILURES).map(failureText),
    ...(flaky === undefined ? [] : [`${capital(flaky)}.`]),
    ...notes,
  ].join('\n');
}

/** `3 passed, 1 failed` */
export function countsText({ passed, failed, skipped, notRun }: Verification): string {
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  const unrun = notRun ? `, ${plural(notRun.count, 'file')} not run: ${notRun.reason}` : '';
  return `${passed} passed, ${failed} failed${skips}${unrun}`;
}

/** A failing test with its place and message, as a line of a list. */
export function failureText({ id, failure, analysis }: ListedFailure): string {
  const { location } = analysis;
  const at = location ? ` (${location.file}:${location.line})` : '';
  return `- ${id}${at}: ${firstLine(failure.message)}`;
}
