import { unrunSentences } from '../verification/detected';
import { VERIFICATION_WORDS } from '../verification/verification-words';
import { listed } from '../verification/analysis';
import type { TreeHash } from '../ids';
import type { Candidate } from './proposal';
import type { Language } from '../run/input';
import { capital } from '../run/outcomes';
import type { Verification } from '../verification/verification';
import type { RunnerOutcome } from '../verification/own-runner';
import { chooseWinner, isGreen } from './choose';
import { END_WORDS } from './end-words';
import { NOTE_WORDS } from './note-words';
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
  { trusted, language }: { trusted: boolean; language: Language },
): RepairRound {
  const tree = round.winner?.candidate.tree;
  const refuted = refutedSentence(outcome, language);
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
export function refutedSentence({ by, tests, count, said }: Refutation, language: Language): string {
  const words = END_WORDS[language];
  return isWhole({ by, tests })
    ? words.commandFails(by, said)
    : words.runnerFails(by, count, tests[0] ?? '', said);
}

/** A verification that the project's own runner does not confirm: its tests have failed. */
export function withRefutation(
  verification: Verification,
  outcome: Refutation,
  language: Language,
): Verification {
  const words = END_WORDS[language];
  const { by, said } = outcome;
  const failures = outcome.tests.map((id) => {
    const message = isWhole(outcome)
      ? capital(words.commandFails(by, said))
      : words.passesInSandbox(by, said);
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
  state: Pick<
    HealState,
    'input' | 'baseline' | 'baseTree' | 'tree' | 'confirmation' | 'verification' | 'broken'
  >,
): string | undefined {
  const { language } = state.input;
  const words = NOTE_WORDS[language];
  const { baseline, baseTree, tree, confirmation, verification, broken } = state;
  if (!baseline || !verification || !isGreen(verification)) return undefined;
  const unnoticed = broken?.tree === verification.tree ? broken.unnoticed[0] : undefined;
  if (unnoticed !== undefined) return words.unnoticed(unnoticed);
  const unseen = verification.unexecuted?.[0];
  if (unseen !== undefined) return words.unexecutedLines(unseen);
  const [gate] = unrunSentences(
    (baseline.found?.checks ?? []).filter(({ by }) => by === 'gate'),
    language,
  );
  if (confirmation?.status === 'agrees') return gate?.replace(/[.。]$/, '');
  const isAsked =
    tree !== baseTree && confirmationWanted({ ...state, confirmation: undefined }, verification);
  const lack = baseline.ownRunner?.missing;
  const missing = lack && VERIFICATION_WORDS[language].lacks(lack.runner);
  const reason =
    confirmation?.status === 'unconfirmed'
      ? confirmation.reason
      : (missing ?? gate ?? (isAsked ? words.notAsked : undefined));
  if (reason === undefined) return undefined;
  const say = verification.trust === 'sandbox' ? words.onlySandbox : words.onlyCommand;
  return say(reason.replace(/[.。]$/, ''));
}
