import { excerpt, firstLine } from '../text';
import type { ListedFailure, Verification } from '../verification/verification';
import { namedMessage } from './error-context';

/** Tests that a group names, and characters of a title and of an error. */
const TESTS_SHOWN = 3;
const TITLE_CHARS = 120;
const ERROR_CHARS = 200;

/** Every group of failures with its tests, its error and the place: `test_app.py > test_b: KeyError: 'b' (app.py:4)`. */
export function failureSummary({ failures, failed }: Verification): string {
  const groups = new Map<string, string[]>();
  for (const failure of failures) {
    const error = errorOf(failure);
    groups.set(error, [...(groups.get(error) ?? []), firstLine(failure.id, TITLE_CHARS)]);
  }
  const unlisted = failed - failures.length;
  return [
    ...[...groups].map(([error, tests]) => `${namesOf(tests)}: ${error}`),
    ...(unlisted > 0 ? [`… ${unlisted}`] : []),
  ].join('; ');
}

function namesOf(tests: readonly string[]): string {
  const more = tests.length - TESTS_SHOWN;
  return [...tests.slice(0, TESTS_SHOWN), ...(more > 0 ? [`… ${more}`] : [])].join(', ');
}

/** An expectation says least in its first line, and most in its two values. */
function errorOf(failed: ListedFailure): string {
  const { failure, analysis } = failed;
  const { expected, received } = failure;
  const isCompared = expected !== undefined && received !== undefined;
  const error = isCompared
    ? `${firstLine(received, ERROR_CHARS)} ≠ ${firstLine(expected, ERROR_CHARS)}`
    : excerpt(namedMessage(failed, analysis.summary), ERROR_CHARS);
  const { file, line } = analysis.location ?? {};
  const isTold = file === undefined || failed.id.startsWith(file) || error.includes(file);
  return isTold ? error : `${error} (${line === undefined ? file : `${file}:${line}`})`;
}
