import { unrunSentences } from '../verification/detected';
import { listed } from '../verification/analysis';
import type { TreeHash } from '../ids';
import type { Candidate } from './proposal';
import { plural } from '../text';
import type { Verification } from '../verification/verification';
import type { RunnerOutcome } from '../verification/own-runner';
import { chooseWinner, isGreen } from './choose';
import type { HealEffect, HealState } from './state';
import type { RoundCandidate, RepairRound } from './rounds';

type Refutation = Extract<RunnerOutcome, { status: 'disagrees' }>;

/** True if no single test, but the command as a whole refutes. */
function isWhole({ by, tests }: Pick<Refutation, 'by' | 'tests'>): boolean {
  return tests[0] === by;
}

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
  const isGated = baseline?.found?.spec.gates.some(({ runner }) => runner === undefined) ?? false;
  if (!baseline || !((bySandbox && atHand) || isGated)) return undefined;
  if (confirmation || tree === baseTree) return undefined;
  return { type: 'confirm', tree, report, baseline: baseline.report };
}

/** The round without its winner, which the project's own runner refuted: the next of its candidates wins. */
export function withoutRefuted(
  round: RepairRound,
  outcome: Refutation,
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
export function refutedSentence({ by, tests, count, said }: Refutation): string {
  const [first = ''] = tests;
  if (isWhole({ by, tests })) return `its tests pass, but ${by} fails: ${said}`;
  return `green in the sandbox, but ${by} does not pass ${plural(count, 'test')} ("${first}": ${said})`;
}

/** A verification that the project's own runner does not confirm: its tests have failed. */
export function withRefutation(verification: Verification, outcome: Refutation): Verification {
  const failures = outcome.tests.map((id) => {
    const message = isWhole(outcome)
      ? `The tests pass, but ${outcome.by} fails: ${outcome.said}`
      : `It passes in the sandbox and not in ${outcome.by}: ${outcome.said}`;
    const failure = { errorName: 'AssertionError', message, phase: 'test' as const };
    return listed({ id, check: id.split(' > ')[0] ?? id, kind: 'tests', end: 'completed', failure });
  });
  return {
    ...verification,
    success: false,
    passed: Math.max(0, verification.passed - outcome.count),
    failed: outcome.count,
    failures,
    failingHash: outcome.failingHash ?? verification.failingHash,
    comparison: outcome.failingHash === undefined ? brokenBy(verification, outcome) : verification.comparison,
  };
}

function brokenBy({ comparison }: Verification, { count }: Refutation): Verification['comparison'] {
  return comparison && { ...comparison, broken: comparison.broken + count };
}

/** Who confirmed the result besides the sandbox. */
export function confirmedBy({ confirmation }: Pick<HealState, 'confirmation'>): string | undefined {
  return confirmation?.status === 'agrees' ? confirmation.by : undefined;
}

/** What a green verdict lacks, as the end of its message: what people of the project run, and did not run here; undefined where it lacks nothing. */
export function unconfirmed(
  state: Pick<HealState, 'baseline' | 'baseTree' | 'tree' | 'confirmation' | 'verification' | 'broken'>,
): string | undefined {
  const { baseline, baseTree, tree, confirmation, verification, broken } = state;
  if (!baseline || !verification || !isGreen(verification)) return undefined;
  const unnoticed = broken?.tree === verification.tree ? broken.unnoticed[0] : undefined;
  if (unnoticed !== undefined) return `no check fails when ${unnoticed} is broken on purpose`;
  const unseen = verification.unexecuted?.[0];
  if (unseen !== undefined) return `no test executes the changed lines of ${unseen}`;
  const [gate] = unrunSentences((baseline.found?.checks ?? []).filter(({ by }) => by === 'gate'));
  if (confirmation?.status === 'agrees') return gate?.replace(/\.$/, '');
  const isAsked =
    tree !== baseTree && confirmationWanted({ ...state, confirmation: undefined }, verification);
  const reason =
    confirmation?.status === 'unconfirmed'
      ? confirmation.reason
      : (baseline.ownRunner?.missing ?? gate ?? (isAsked ? 'it was not asked' : undefined));
  if (reason === undefined) return undefined;
  const whose =
    verification.trust === 'sandbox'
      ? "the verdict is the sandbox's alone"
      : "the project's own command did not confirm it";
  return `${whose}: ${reason.replace(/\.$/, '')}`;
}
