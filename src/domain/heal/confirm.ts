import { saidText } from '../run/said';
import { unrunSentences } from '../verification/detected';
import { listed } from '../verification/analysis';
import type { TreeHash } from '../ids';
import type { Candidate, RoundCandidate, RepairRound } from './proposal';
import type { Language } from '../run/language';
import { capital } from '../run/outcomes';
import type { Verification } from '../verification/verification';
import { lackOf, lacksText, type RunnerOutcome } from '../verification/own-runner';
import { chooseWinner, isGreen } from './choose';
import { END_WORDS } from './words/ends';
import { NOTE_WORDS } from './words/notes';
import type { HealEffect } from './effects';
import type { HealFacts } from './state';

type Refutation = Extract<RunnerOutcome, { status: 'disagrees' }>;

/** True if the command as a whole refutes, and no single test. */
function isWhole({ by, tests }: Pick<Refutation, 'by' | 'tests'>): boolean {
  return tests[0] === by;
}

/**
 * Effect that shows a green tree to the project's own runner. Undefined if it was shown already, if the sandbox ran no test of it,
 * or if the project has no such runner here.
 */
export function confirmationWanted(
  facts: Pick<HealFacts, 'baseline' | 'baseTree' | 'confirmation'>,
  { tree, report, trust, testFiles }: Verification,
): Extract<HealEffect, { type: 'confirm' }> | undefined {
  const { baseline, baseTree, confirmation } = facts;
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
  // The suggested checks ran on the refuted winner.
  return { ...round, candidates, suggested: undefined, winner: chooseWinner(candidates, current, trusted) };
}

/** Candidates whose verification was cancelled, if no green one is left to win. */
export function unverified({ candidates, winner }: RepairRound): Candidate[] {
  if (winner && isGreen(winner.verification)) return [];
  return candidates
    .filter(({ verification, refuted }) => !verification && refuted === undefined)
    .map(({ candidate }) => candidate);
}

/** The round with later verifications, and the winner that follows from them. */
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

/** Reason not to take a candidate that the sandbox calls green. */
export function refutedSentence({ by, tests, count, said }: Refutation, language: Language): string {
  const words = END_WORDS[language];
  return isWhole({ by, tests })
    ? words.commandFails(by, said)
    : words.runnerFails(by, count, tests[0] ?? '', said);
}

/** The verification with the tests that fail in the project's own runner as failures. */
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

/** Runner that confirmed the result besides the sandbox; undefined: none. */
export function confirmedBy({
  confirmation,
  input,
}: Pick<HealFacts, 'confirmation' | 'input'>): string | undefined {
  if (confirmation?.status !== 'agrees') return undefined;
  return [confirmation.by, ...lacksText(confirmation, input.language)].join('; ');
}

/** Reason to doubt a green verdict, as the end of its message: some check of the project did not run, or notices nothing. Undefined: none. */
export function unconfirmed(
  facts: Pick<
    HealFacts,
    'input' | 'baseline' | 'baseTree' | 'tree' | 'confirmation' | 'verification' | 'broken'
  >,
): string | undefined {
  const { language } = facts.input;
  const words = NOTE_WORDS[language];
  const { baseline, baseTree, tree, confirmation, verification, broken } = facts;
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
    tree !== baseTree && confirmationWanted({ ...facts, confirmation: undefined }, verification);
  const lack = baseline.ownRunner?.missing;
  const missing = lack && saidText(lackOf(lack), language);
  const reason =
    confirmation?.status === 'unconfirmed'
      ? saidText(confirmation.reason, language)
      : (missing ?? gate ?? (isAsked ? words.notAsked : undefined));
  if (reason === undefined) return undefined;
  const say = verification.trust === 'sandbox' ? words.onlySandbox : words.onlyCommand;
  return say(reason.replace(/[.。]$/, ''));
}
