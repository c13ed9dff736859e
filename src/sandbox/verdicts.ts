import type { VariantVerdict } from './types';

/**
 * Puts the verdicts of a later run, of those variants alone that had passed before, in their places; tests and time of both count.
 * `left` are the earlier verdicts of these variants, in the order of `later`.
 */
export function putLater(
  verdicts: VariantVerdict[],
  left: readonly VariantVerdict[],
  later: readonly VariantVerdict[],
): void {
  later.forEach((verdict, place) => {
    const before = left[place];
    if (!before) return;
    const passedTests = before.passedTests + verdict.passedTests;
    const costMs = before.costMs + verdict.costMs;
    verdicts[before.index] = { ...verdict, index: before.index, passedTests, costMs };
  });
}
