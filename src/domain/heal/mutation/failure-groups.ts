import { firstLine } from '../../text';
import { boundedText } from '../../verification/analysis';
import type { TestResult } from '../../verification/verification';
import { innermostFirst } from './stack';

/**
 * Failing tests in groups that may have one cause each: assertions by the file that they are in, since their values tell no
 * cause, and errors by their words, wherever they are thrown. First the groups with errors that the program itself throws, since
 * these name a place to mend, then the largest. `isOfProgram`: it throws the error of a test.
 */
export function failureGroups(
  failing: readonly TestResult[],
  isOfProgram: (test: TestResult) => boolean,
): TestResult[][] {
  const groups = new Map<string, TestResult[]>();
  for (const test of failing) {
    const key = keyOf(test);
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return [...groups.values()]
    .map((tests) => ({ tests, first: tests.some(isOfProgram) ? 0 : 1 }))
    .sort((a, b) => a.first - b.first || b.tests.length - a.tests.length)
    .map(({ tests }) => tests);
}

/** File that a failing test's error was thrown in: the place that is told, else the innermost of its stack among these. */
export function thrownIn({ failure }: TestResult, paths: readonly string[]): string | undefined {
  if (!failure) return undefined;
  const { location, stack = '' } = failure;
  return location?.file ?? innermostFirst(boundedText(stack), paths)[0]?.file;
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
