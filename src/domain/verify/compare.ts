import type { CheckReport, TestResult, VerificationComparison, VerificationReport } from '../verification';
import { failuresOf } from './failed-checks';

const FIXED_SHOWN = 20;
const BROKEN_SHOWN = 10;

/**
 * Compares a report with the baseline's. Every test that passed there must be seen passing again, and one
 * that failed there must not vanish: one that is missing or skipped now is broken. Flaky tests of the baseline count neither way.
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
  return {
    fixed: fixed.length,
    broken: broken.length,
    fixedIds: fixed.slice(0, FIXED_SHOWN),
    brokenIds: broken.slice(0, BROKEN_SHOWN),
  };
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
