import { firstLine } from '../../text';
import type { TestResult } from '../../verification/verification';

/**
 * Failing tests in groups that may have one cause each: assertions by the file that they are in, since their values tell no
 * cause, and errors by their words, wherever they are thrown. The largest group first, then by the first test.
 */
export function failureGroups(failing: readonly TestResult[]): TestResult[][] {
  const groups = new Map<string, TestResult[]>();
  for (const test of failing) {
    const key = keyOf(test);
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
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
