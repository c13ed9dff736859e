import type { TestResult, TestTotals } from './verification';

/** How many tests ended how. */
export function totalsOf(tests: readonly Pick<TestResult, 'status'>[]): TestTotals {
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  for (const { status } of tests) totals[status] += 1;
  return totals;
}
