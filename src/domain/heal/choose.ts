import type { Candidate, TriedCandidate } from '../proposal';
import type { Verification } from '../verification';
import type { JudgedCandidate } from './state';

/** Ranks before verification, so that the winner never depends on timing: smaller change first, then hash. */
export function rankCandidates(
  candidates: readonly Candidate[],
  tried: readonly TriedCandidate[],
): Candidate[] {
  const seen = new Set(tried.map((one) => one.tree));
  const fresh: Candidate[] = [];
  for (const candidate of [...candidates].sort(byDiff)) {
    if (seen.has(candidate.tree)) continue;
    seen.add(candidate.tree);
    fresh.push(candidate);
  }
  return fresh;
}

function byDiff(a: Candidate, b: Candidate): number {
  return a.diff.size - b.diff.size || (a.diff.hash < b.diff.hash ? -1 : a.diff.hash > b.diff.hash ? 1 : 0);
}

/** All green, and nothing that passed in the baseline is broken or missing. */
export function isGreen(verification: Verification): boolean {
  return verification.success && (verification.comparison?.broken ?? 0) === 0;
}

/**
 * The winner among judged candidates, given in rank order: the first green one, else the one with
 * most tests passing that breaks nothing and improves on the current tree, else none.
 */
export function chooseWinner(
  judged: readonly JudgedCandidate[],
  current: Verification,
): { candidate: Candidate; verification: Verification } | undefined {
  let best: { candidate: Candidate; verification: Verification } | undefined;
  for (const { candidate, verification } of judged) {
    if (!verification) continue;
    if (isGreen(verification)) return { candidate, verification };
    if (!improves(verification, current)) continue;
    if (!best || gain(verification) > gain(best.verification)) best = { candidate, verification };
  }
  return best;
}

function gain(verification: Verification): number {
  return verification.passed;
}

/** More passes and nothing is broken. Failures alone do not tell: a file that loads again brings failing tests with it. */
function improves(verification: Verification, current: Verification): boolean {
  return (verification.comparison?.broken ?? 0) === 0 && gain(verification) > gain(current);
}
