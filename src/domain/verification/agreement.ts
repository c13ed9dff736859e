import { literalGlob } from '../files/literal-glob';
import type { CheckReport, TestResult } from './verification';

type Verdict = Pick<TestResult, 'path' | 'status'>;

/** True if a project's own runner says the same of the tests of a file as the sandbox. Titles may differ in form. */
export function saysTheSame(
  sandbox: Pick<CheckReport, 'end' | 'tests'>,
  runner: readonly Verdict[],
): boolean {
  if (sandbox.end !== 'completed') return false;
  const passed = [sandbox.tests, runner].map((tests) => namesOf(tests, 'passed'));
  const failed = [sandbox.tests, runner].map((tests) => namesOf(tests, 'failed'));
  const [ours = [], theirs = []] = failed;
  if (passed[0]?.length !== passed[1]?.length || ours.length !== theirs.length) return false;
  return !crosses(ours, passed[1]) && !crosses(theirs, passed[0]);
}

function crosses(failed: readonly string[], passed: readonly string[] = []): boolean {
  const names = new Set(passed);
  return failed.some((name) => names.has(name));
}

function namesOf(tests: readonly Verdict[], wanted: TestResult['status']): string[] {
  return tests.filter(({ status }) => status === wanted).map(({ path }) => path.join(' '));
}

/** The globs of the sandbox's tests without some files. */
export function globsWithout(
  globs: readonly string[] | undefined,
  files: readonly string[],
  all: readonly string[],
): string[] | undefined {
  if (files.length === 0) return globs && [...globs];
  if (all.every((file) => files.includes(file))) return [];
  return [...(globs ?? []), ...files.map((file) => `!${literalGlob(file)}`)];
}
