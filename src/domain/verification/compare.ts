import type { Language } from '../run/language';
import { VERIFICATION_WORDS } from './verification-words';
import type {
  CheckReport,
  TestResult,
  Unseen,
  VerificationComparison,
  VerificationReport,
} from './verification';
import { parentPath } from '../files/paths';
import { excerpt } from '../text';
import { unrunTests, type DeclaredTest } from './declared';
import { failuresOf } from './failed-checks';
import { changesOf } from './taint';

const FIXED_SHOWN = 20;
const BROKEN_SHOWN = 10;
const UNSEEN_SHOWN = 3;

/** The tests that a test file's source declares; undefined where it can't be read. */
export type Declarations = (file: string) => readonly DeclaredTest[] | undefined;

/**
 * Compares a report with the baseline's. Every test that passed there must be seen passing again. A test that failed
 * there must not vanish: missing or skipped, it counts as broken, unless it held tests that all pass now. If a file did not load there, its source says which
 * tests have to run. A flaky test of the baseline counts neither way, but has to run. Tests inside a command are
 * compared by their number, if its runner prints it.
 */
export function compareReports(
  baseline: VerificationReport,
  now: VerificationReport,
  declared: Declarations = () => undefined,
  unopened: readonly Unseen[] = [],
): VerificationComparison {
  const flaky = new Set(baseline.flaky);
  const present = byId(now.checks);
  const clean = new Set(now.checks.filter(isClean).map((check) => check.name));
  const unrun = unrunIn(baseline, now, declared);
  const fixed: string[] = [];
  const broken: string[] = [];
  for (const check of baseline.checks) {
    for (const test of check.tests) {
      const status = present.get(test.id)?.status;
      const ran = status === 'passed' || status === 'failed';
      if (flaky.has(test.id) ? wasRun(test) && !ran : test.status === 'passed' && status !== 'passed')
        broken.push(test.id);
    }
    for (const { id } of failuresOf(check)) {
      if (flaky.has(id)) continue;
      const status = present.get(id)?.status;
      // A file that did not load has no tests of its own name: it is fixed once all of its tests pass.
      const loadsAgain =
        id === check.name && status === undefined && clean.has(check.name) && !unrun.has(check.name);
      const before = check.tests.find((test) => test.id === id);
      if (status === 'passed' || loadsAgain || (status === undefined && before && isFilled(before, now)))
        fixed.push(id);
      // Skipping a failing test, or not defining it, repairs nothing.
      else if (id !== check.name && status !== 'failed') broken.push(id);
    }
  }
  const unseen = baseline.checks
    .filter((check) => !flaky.has(check.name))
    .flatMap(
      (check) =>
        unseenIn(
          check,
          now.checks.find(({ name, kind }) => name === check.name && kind === 'command'),
        ) ?? [],
    );
  const changes = changesOf(now.checks, baseline);
  const all = [...unopened, ...unrun.values(), ...unseen];
  const missing = unseen.reduce((sum, { needed, passed }) => sum + needed - passed, 0);
  return {
    fixed: fixed.length,
    broken: broken.length + unrun.size + missing + unopened.length + (changes === undefined ? 0 : 1),
    fixedIds: fixed.slice(0, FIXED_SHOWN),
    brokenIds: [...broken, ...unrun.keys(), ...unseen.map(({ check }) => check)].slice(0, BROKEN_SHOWN),
    ...(changes !== undefined && { changes }),
    ...(all.length > 0 && { unseen: all.slice(0, UNSEEN_SHOWN) }),
  };
}

/** True if what failed, such as a package or a test with tests of its own, now has tests in it that ran, and all of them pass. */
function isFilled({ file, path }: TestResult, { checks }: VerificationReport): boolean {
  const within = checks
    .flatMap(({ tests }) => tests)
    .filter((test) => test.file === file || (path.length === 0 && (parentPath(test.file) || '.') === file))
    .filter((test) => test.path.length > path.length)
    .filter((test) => path.every((part, index) => test.path[index] === part));
  return (
    within.some(({ status }) => status === 'passed') && within.every(({ status }) => status !== 'failed')
  );
}

/** Files that did not load in the baseline, or were not told to their end, and load now without running all that they declare. */
function unrunIn(
  baseline: VerificationReport,
  now: VerificationReport,
  declared: Declarations,
): Map<string, Unseen> {
  const found = new Map<string, Unseen>();
  for (const { name, kind, ...check } of baseline.checks) {
    if (kind !== 'tests' || !failuresOf({ name, kind, ...check }).some(({ id }) => id === name)) continue;
    const again = now.checks.find((one) => one.name === name);
    if (!again || again.end !== 'completed' || failuresOf(again).length > 0) continue;
    const tests = unrunTests(again.tests, declared(name));
    const none = !again.tests.some(({ status }) => status === 'passed');
    const shown = tests.slice(0, 3).map((test) => `"${excerpt(test, 80)}"`);
    if (tests.length > 0 || none)
      found.set(name, { of: 'untold', check: name, tests: shown, count: tests.length });
  }
  return found;
}

function wasRun({ status, path }: TestResult): boolean {
  return path.length > 0 && (status === 'passed' || status === 'failed');
}

/** Tests of a command that are not seen passing as they were; where it ended well, those that failed must pass as well. */
function unseenIn(
  { name, seen: before }: CheckReport,
  now: CheckReport | undefined,
): Extract<Unseen, { of: 'uncounted' }> | undefined {
  if (!before || !now) return undefined;
  const green = isClean(now);
  const needed = before.passed + (green ? before.failed : 0);
  const passed = now.seen?.passed ?? 0;
  if (passed >= needed) return undefined;
  return { of: 'uncounted', check: name, passed, needed, green };
}

function byId(checks: readonly CheckReport[]): Map<string, TestResult> {
  return new Map(checks.flatMap((check) => check.tests.map((test) => [test.id, test] as const)));
}

function isClean(check: CheckReport): boolean {
  return (
    check.end === 'completed' &&
    failuresOf(check).length === 0 &&
    check.tests.some((test) => test.status === 'passed')
  );
}

/** Sentence on a judge that is not seen to judge any more. */
export function unseenText(unseen: Unseen, language: Language): string {
  const words = VERIFICATION_WORDS[language];
  switch (unseen.of) {
    case 'unopened':
      return words.unopened(unseen.check, unseen.first, unseen.more);
    case 'untold':
      return words.untold(unseen.check, unseen.tests, unseen.count);
    case 'uncounted':
      return words.uncounted(unseen.check, unseen.passed, unseen.needed, unseen.green);
  }
}
