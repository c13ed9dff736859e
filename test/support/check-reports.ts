import { type CheckReport, type TestResult, totalsOf } from '../../src/domain/verification/verification';

/** The report of a test file of the sandbox whose tests ended so. */
export function checkReport(given: Partial<CheckReport> = {}): CheckReport {
  const { tests = [], ...rest } = given;
  return {
    name: 'a.test.ts',
    kind: 'tests',
    trust: 'sandbox',
    end: 'completed',
    stdout: '',
    stderr: '',
    durationMs: 1,
    ...rest,
    tests,
    totals: totalsOf(tests),
  };
}

/** The report of a command; it passed unless told otherwise. */
export function commandCheck(name: string, given: Partial<CheckReport> = {}): CheckReport {
  return checkReport({ name, kind: 'command', trust: 'command', exitCode: 0, ...given });
}

/** A test of that file as a report holds it; its `name` may be of several titles. */
export function testResult(
  file: string,
  name: string,
  status: TestResult['status'],
  given: Partial<TestResult> = {},
): TestResult {
  return {
    id: `${file} > ${name}`,
    file,
    path: name.split(' > '),
    status,
    durationMs: 1,
    console: [],
    ...given,
  };
}
