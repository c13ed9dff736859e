import type { Confidence } from './standing';
import type { Candidate, TriedCandidate, RoundCandidate } from './proposal';
import { isSourceFile } from '../verification/protected-paths';
import type { Verification } from '../verification/verification';

/**
 * Ranks candidates before verification, so that the winner never depends on timing. High confidence comes first, then candidates that
 * were not compared, the smallest first, then ambiguous ones by merit. Trees that were tried are left out.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  tried: readonly TriedCandidate[],
): Candidate[] {
  const seen = new Set(tried.map((one) => one.tree));
  const fresh: Candidate[] = [];
  for (const candidate of inOrder(candidates)) {
    if (seen.has(candidate.tree)) continue;
    seen.add(candidate.tree);
    fresh.push(candidate);
  }
  return fresh;
}

function inOrder(candidates: readonly Candidate[]): Candidate[] {
  const of = (given: readonly Candidate[], confidence: Confidence | undefined): Candidate[] =>
    given.filter(({ standing }) => standing?.confidence === confidence);
  const byConfidence = (given: readonly Candidate[]): Candidate[] => [
    ...of(given, 'high'),
    ...of(given, undefined).sort(byDiff),
    ...of(given, 'ambiguous'),
  ];
  const isSigned = ({ signs = [] }: Candidate): boolean => signs.length > 0;
  // A comparison by behaviour says more than a sign.
  const plain = candidates.filter((one) => one.standing || !isSigned(one));
  return [...byConfidence(plain), ...candidates.filter((one) => !plain.includes(one)).sort(byDiff)];
}

function byDiff(a: Candidate, b: Candidate): number {
  return a.diff.size - b.diff.size || (a.diff.hash < b.diff.hash ? -1 : a.diff.hash > b.diff.hash ? 1 : 0);
}

/** True for a candidate to compare by behaviour: it was not compared yet, and tests of the sandbox or of Python call it. */
export function isToBeCompared(
  { standing, diff: { files } }: Candidate,
  { testFiles, passed }: Pick<Verification, 'testFiles' | 'passed'> = { testFiles: 0, passed: 0 },
): boolean {
  if (standing !== undefined || files.length === 0) return false;
  const isTested = testFiles > 0 && files.every(({ path }) => isSourceFile(path));
  return isTested || (passed > 0 && files.every(({ path }) => path.endsWith('.py')));
}

/** True if all checks pass, and no test that passed in the baseline is broken or missing. */
export function isGreen(verification: Verification): boolean {
  return verification.success && (verification.comparison?.broken ?? 0) === 0;
}

/** True if no candidate of lower rank can be better: it is green, and passes the generated tests if they are trusted. */
export function isSettled(verification: Verification, trusted: boolean): boolean {
  return isGreen(verification) && !(trusted && disagreements(verification) > 0);
}

function disagreements(verification: Verification): number {
  return verification.generated?.failedFiles.length ?? 0;
}

/**
 * The winner among the candidates of a round, given in rank order: the first green one, else the one that breaks nothing and makes most
 * tests pass beyond the current tree, else none. A refuted one never wins. If generated tests are trusted, fewer failures of them go first.
 */
export function chooseWinner(
  candidates: readonly RoundCandidate[],
  current: Verification,
  trusted = false,
): { candidate: Candidate; verification: Verification } | undefined {
  const verified = candidates.flatMap(({ candidate, verification, refuted }) =>
    verification && refuted === undefined ? [{ candidate, verification }] : [],
  );
  const fewest = (given: typeof verified): (typeof verified)[number] | undefined =>
    trusted
      ? given.toSorted((a, b) => disagreements(a.verification) - disagreements(b.verification))[0]
      : given[0];
  const green = fewest(verified.filter((one) => isGreen(one.verification)));
  if (green) return green;
  const better = verified.filter((one) => improves(one.verification, current));
  const most = Math.max(...better.map((one) => gain(one.verification, current)));
  return fewest(better.filter((one) => gain(one.verification, current) === most));
}

/** Number of tests that pass beyond the current tree's, without flaky ones. */
function gain(verification: Verification, current: Verification): number {
  return verification.steadyPassed - current.steadyPassed;
}

/** True if more tests pass and none breaks. Fewer failures are no measure: a file that loads again brings failing tests with it. */
function improves(verification: Verification, current: Verification): boolean {
  return (verification.comparison?.broken ?? 0) === 0 && gain(verification, current) > 0;
}
