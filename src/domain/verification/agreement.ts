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

/** Share of the tests that a runner passes which the sandbox has to pass as well, for its word to mean anything. */
const LEAST_AGREED = 0.5;

/** Tests that the sandbox and a runner do not say the same of. */
export interface Disputed {
  /** Ids of those that the sandbox ran. */
  ids: string[];
  count: number;
}

/**
 * Tests that the two do not say the same of; undefined where the sandbox is no judge of the file: it has to fail each test that fails,
 * and to pass at least half of those that pass. Tests are told by their last titles, which are all that some reports have.
 */
export function disputed(
  sandbox: Pick<CheckReport, 'end' | 'tests'>,
  runner: readonly Verdict[],
): Disputed | undefined {
  if (saysTheSame(sandbox, runner)) return { ids: [], count: 0 };
  if (sandbox.end !== 'completed') return undefined;
  const [ours, theirs] = [statusesOf(sandbox.tests), statusesOf(runner)];
  const isAgreed = (title: string): boolean => {
    const [own, other] = [ours.get(title), theirs.get(title)];
    return own?.size === 1 && other?.size === 1 && [...own].every((status) => other.has(status));
  };
  const titlesOf = (wanted: TestResult['status']): string[] =>
    runner.filter(({ status }) => status === wanted).map(titleOf);
  const [failed, passed] = [titlesOf('failed'), titlesOf('passed')];
  const agreed = passed.filter(isAgreed).length;
  if (!failed.every(isAgreed) || agreed < LEAST_AGREED * passed.length) return undefined;
  const ids = sandbox.tests.filter((test) => !isAgreed(titleOf(test))).map(({ id }) => id);
  const titles = new Set([...ours.keys(), ...theirs.keys()].filter((title) => !isAgreed(title)));
  return { ids, count: titles.size };
}

function statusesOf(tests: readonly Verdict[]): ReadonlyMap<string, ReadonlySet<TestResult['status']>> {
  const found = new Map<string, Set<TestResult['status']>>();
  for (const test of tests) {
    if (test.status === 'skipped') continue;
    const title = titleOf(test);
    found.set(title, (found.get(title) ?? new Set()).add(test.status));
  }
  return found;
}

function titleOf({ path }: Verdict): string {
  return path.at(-1)?.trim() ?? '';
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
