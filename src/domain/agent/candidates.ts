/** Code that a run has made or tried, and which of it is best. */
import type { BlobHash } from '../ids';
import type { CallDone, CallFacts } from './calls';

/** A version of the code with what is known of it. */
export interface Candidate {
  readonly code: BlobHash;
  /** From 1, in the order in which they came. */
  readonly number: number;
  readonly check?: { readonly isValid: boolean; readonly issues: number; readonly blob: BlobHash };
  readonly run?: { readonly success: boolean; readonly error: string; readonly blob: BlobHash };
}

/** Candidates at hand: the best and the newest. */
const MOST_CANDIDATES = 24;
/** A failing run outweighs whatever a check can find; code that nobody checked may hold anything. */
const RUN_FAILED = 1_000;
const UNCHECKED = 500;

/** The candidates with what a call has found. Later facts on the same code take the place of earlier ones. */
export function withFacts(
  candidates: readonly Candidate[],
  facts: CallFacts | undefined,
  { blob }: Pick<CallDone, 'blob'>,
): readonly Candidate[] {
  if (!facts || facts.of === 'tree') return candidates;
  const { code } = facts;
  const known = candidates.find((one) => one.code === code);
  const newest = candidates.reduce((most, { number }) => Math.max(most, number), 0);
  const candidate = known ?? { code, number: newest + 1 };
  const changed = { ...candidate, ...findingOf(facts, blob) };
  // Code that is made again is the newest again.
  if (facts.of === 'code') changed.number = newest + (newest === candidate.number ? 0 : 1);
  return bounded([...candidates.filter((one) => one.code !== code), changed]);
}

function findingOf(facts: CallFacts, blob: BlobHash): Partial<Omit<Candidate, 'code' | 'number'>> {
  if (facts.of === 'check') return { check: { isValid: facts.isValid, issues: facts.issues, blob } };
  if (facts.of === 'run') return { run: { success: facts.success, error: facts.error, blob } };
  return {};
}

function bounded(candidates: readonly Candidate[]): readonly Candidate[] {
  const sorted = [...candidates].sort((a, b) => a.number - b.number);
  if (sorted.length <= MOST_CANDIDATES) return sorted;
  const best = bestOf(sorted);
  const dropped = sorted.find((one) => one !== best);
  return sorted.filter((one) => one !== dropped);
}

/** True if code has no issue and, where there is data, ran with it. */
export function isValid({ check, run }: Candidate, hasData: boolean): boolean {
  return check?.isValid === true && (hasData ? run?.success === true : run?.success !== false);
}

/** The best: valid and ran, else valid as far as is known, else with fewest issues; the latest of equals. */
export function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || compare(one, best) >= 0 ? one : best),
    undefined,
  );
}

function compare(a: Candidate, b: Candidate): number {
  return rankOf(a) - rankOf(b) || issuesOf(b) - issuesOf(a) || a.number - b.number;
}

function rankOf({ check, run }: Candidate): number {
  if (!check?.isValid || run?.success === false) return 0;
  return run ? 2 : 1;
}

function issuesOf({ check, run }: Candidate): number {
  return (run?.success === false ? RUN_FAILED : 0) + (check ? check.issues : UNCHECKED);
}

/** A call that a candidate lacks before it can be rated. */
export interface Missing {
  tool: 'checkCode' | 'testCode';
  code: BlobHash;
  number: number;
}

/** Calls without which the best candidate is not known; of the newest candidates only. */
export function missingOf(candidates: readonly Candidate[], hasData: boolean, most: number): Missing[] {
  return candidates
    .slice(-most)
    .flatMap(({ code, number, check, run }) => [
      ...(check ? [] : [{ tool: 'checkCode' as const, code, number }]),
      ...(hasData && !run ? [{ tool: 'testCode' as const, code, number }] : []),
    ]);
}
