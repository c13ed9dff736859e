import { listed } from '../verification/analysis';
import type { TreeHash } from '../ids';
import type { Candidate } from './proposal';
import { plural } from '../text';
import type { Verification } from '../verification/verification';
import type { RunnerOutcome } from '../verification/own-runner';
import { chooseWinner, isGreen } from './choose';
import type { HealEffect, HealState } from './state';
import type { RoundCandidate, RepairRound } from './rounds';

/**
 * The run of the project's own runner that a green tree needs before it is offered; undefined where it had one, where the
 * sandbox ran no test, and where there is no such runner.
 */
export function confirmationWanted(
  state: Pick<HealState, 'baseline' | 'baseTree' | 'confirmation'>,
  { tree, report, trust, testFiles }: Verification,
): Extract<HealEffect, { type: 'confirm' }> | undefined {
  const { baseline, baseTree, confirmation } = state;
  const bySandbox = (trust === 'sandbox' || trust === 'mixed') && testFiles > 0;
  const atHand = baseline?.ownRunner !== undefined && baseline.ownRunner.missing === undefined;
  if (!baseline || !bySandbox || !atHand || confirmation || tree === baseTree) return undefined;
  return { type: 'confirm', tree, report, baseline: baseline.report };
}

/** The round without its winner, which the project's own runner refuted: the next of its candidates wins. */
export function withoutRefuted(
  round: RepairRound,
  outcome: Extract<RunnerOutcome, { status: 'disagrees' }>,
  current: Verification,
  trusted: boolean,
): RepairRound {
  const tree = round.winner?.candidate.tree;
  const refuted = refutedSentence(outcome);
  const candidates = round.candidates.map((one) => (one.candidate.tree === tree ? { ...one, refuted } : one));
  // Its suggested checks were run on what is no repair.
  return { ...round, candidates, suggested: undefined, winner: chooseWinner(candidates, current, trusted) };
}

/** Candidates that were given up because a smaller one was green, where that one is refuted and no other is green. */
export function unverified({ candidates, winner }: RepairRound): Candidate[] {
  if (winner && isGreen(winner.verification)) return [];
  return candidates
    .filter(({ verification, refuted }) => !verification && refuted === undefined)
    .map(({ candidate }) => candidate);
}

/** The round with verifications that came later. */
export function withVerified(
  round: RepairRound,
  later: readonly RoundCandidate[],
  current: Verification,
  trusted: boolean,
): RepairRound {
  const known = new Map<TreeHash, RoundCandidate>(later.map((one) => [one.candidate.tree, one]));
  const candidates = round.candidates.map((one) => known.get(one.candidate.tree) ?? one);
  return { ...round, candidates, winner: chooseWinner(candidates, current, trusted) };
}

/** Why a candidate that the sandbox calls green is not taken. */
export function refutedSentence({
  by,
  tests,
  count,
  said,
}: Extract<RunnerOutcome, { status: 'disagrees' }>): string {
  const [first = ''] = tests;
  return `green in the sandbox, but ${by} does not pass ${plural(count, 'test')} ("${first}": ${said})`;
}

/** A verification that the project's own runner does not confirm: its tests have failed. */
export function withRefutation(
  verification: Verification,
  outcome: Extract<RunnerOutcome, { status: 'disagrees' }>,
): Verification {
  const failures = outcome.tests.map((id) => {
    const message = `It passes in the sandbox and not in ${outcome.by}: ${outcome.said}`;
    const failure = { errorName: 'AssertionError', message, phase: 'test' as const };
    return listed({ id, check: id.split(' > ')[0] ?? id, kind: 'tests', end: 'completed', failure });
  });
  return {
    ...verification,
    success: false,
    passed: Math.max(0, verification.passed - outcome.count),
    failed: outcome.count,
    failures,
  };
}

/** Who confirmed the result besides the sandbox. */
export function confirmedBy({ confirmation }: Pick<HealState, 'confirmation'>): string | undefined {
  return confirmation?.status === 'agrees' ? confirmation.by : undefined;
}

/** Why the sandbox alone verified a change that is offered; undefined where it did not, or where there is nothing to say. */
export function unconfirmedNote(
  state: Pick<HealState, 'baseline' | 'baseTree' | 'tree' | 'confirmation' | 'verification'>,
): string | undefined {
  const { baseline, baseTree, tree, confirmation, verification } = state;
  if (!baseline?.ownRunner || !verification || tree === baseTree || !isGreen(verification)) return undefined;
  if (confirmation?.status === 'agrees') return undefined;
  const reason =
    confirmation?.status === 'unconfirmed'
      ? confirmation.reason
      : (baseline.ownRunner.missing ?? 'it was not asked');
  return `The project's own test runner did not confirm the verdict of the sandbox: ${reason}.`;
}
