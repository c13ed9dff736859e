import { firstLine } from '../../text';
import { isForeign } from '../../verification/analysis';
import { isTestSide } from '../../verification/protected-paths';
import type { TestResult } from '../../verification/verification';

/** A frame of JavaScript: `at f (lib/a.js:3:7)`. */
const FRAME = /^at (?:\S+ )*\(?([^\s()]+):\d+:\d+\)?$/;

/**
 * Failing tests in groups that may have one cause each: assertions by the file that they are in, since their values tell no
 * cause, and errors by their words, wherever they are thrown. First the groups whose errors the program itself throws, since these
 * name a place to mend, then the largest.
 */
export function failureGroups(failing: readonly TestResult[]): TestResult[][] {
  const groups = new Map<string, TestResult[]>();
  for (const test of failing) {
    const key = keyOf(test);
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return [...groups.values()].sort(
    (a, b) => Number(isOfProgram(b)) - Number(isOfProgram(a)) || b.length - a.length,
  );
}

/** True if a failure of the group was thrown by a file of the program: it is the first of the project's own in the stack. */
function isOfProgram(group: readonly TestResult[]): boolean {
  return group.some(({ file, failure }) => {
    const place = failure && (failure.location?.file ?? firstOwnFile(failure.stack ?? ''));
    return place !== undefined && place !== file && !isTestSide(place);
  });
}

function firstOwnFile(stack: string): string | undefined {
  const files = stack.split('\n').flatMap((line) => FRAME.exec(line.trim())?.[1] ?? []);
  return files.find((file) => !isForeign(file));
}

function keyOf({ file, failure }: TestResult): string {
  if (!failure || isAssertion(failure)) return file;
  const words = firstLine(failure.message)
    .replaceAll(/(["'`]).*?\1/g, '…')
    .replaceAll(/\d+/g, '#');
  return `${failure.errorName} ${words}`;
}

function isAssertion({ errorName, expected, received }: NonNullable<TestResult['failure']>): boolean {
  return expected !== undefined || received !== undefined || /assert|expect/i.test(errorName);
}
