import type { CheckReport, TestResult, VerificationComparison, VerificationReport } from '../verification';
import { plural } from '../text';
import { failuresOf } from './failed-checks';
import { changesText } from './taint';

const FIXED_SHOWN = 20;
const BROKEN_SHOWN = 10;
const UNSEEN_SHOWN = 3;

/**
 * Compares a report with the baseline's. Every test that passed there must be seen passing again, and one
 * that failed there must not vanish: one that is missing or skipped now is broken. Flaky tests of the baseline count
 * neither way. Of a command the tests inside it are known by their number, where its runner tells it.
 */
export function compareReports(
  baseline: VerificationReport,
  now: VerificationReport,
): VerificationComparison {
  const flaky = new Set(baseline.flaky);
  const present = byId(now.checks);
  const clean = new Set(now.checks.filter(isClean).map((check) => check.name));
  const fixed: string[] = [];
  const broken: string[] = [];
  for (const check of baseline.checks) {
    for (const test of check.tests) {
      if (test.status === 'passed' && !flaky.has(test.id) && present.get(test.id)?.status !== 'passed')
        broken.push(test.id);
    }
    for (const { id } of failuresOf(check)) {
      if (flaky.has(id)) continue;
      const status = present.get(id)?.status;
      // A file that did not load has no tests of its own name: it is fixed once all of its tests pass.
      const loadsAgain = id === check.name && status === undefined && clean.has(check.name);
      if (status === 'passed' || loadsAgain) fixed.push(id);
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
  const changes = changesText(now.checks, baseline);
  return {
    fixed: fixed.length,
    broken: broken.length + unseen.reduce((sum, { missing }) => sum + missing, changes === undefined ? 0 : 1),
    fixedIds: fixed.slice(0, FIXED_SHOWN),
    brokenIds: [...broken, ...unseen.map(({ command }) => command)].slice(0, BROKEN_SHOWN),
    ...(changes !== undefined && { changes }),
    ...(unseen.length > 0 && { unseen: unseen.slice(0, UNSEEN_SHOWN).map(({ sentence }) => sentence) }),
  };
}

/** Tests of a command that are not seen passing as they were; where it ended well, those that failed must pass as well. */
function unseenIn(
  { name, seen: before }: CheckReport,
  now: CheckReport | undefined,
): { command: string; missing: number; sentence: string } | undefined {
  if (!before || !now) return undefined;
  const green = isClean(now);
  const needed = before.passed + (green ? before.failed : 0);
  const passed = now.seen?.passed ?? 0;
  if (passed >= needed) return undefined;
  const which = `of the ${plural(needed, 'test')} that "${name}" ${green ? 'ran' : 'passed'} before`;
  const sentence =
    passed === 0
      ? `None ${which} was seen passing again.`
      : `Only ${passed} ${which} were seen passing again.`;
  return { command: name, missing: needed - passed, sentence };
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
