import { addUsage, NO_USAGE } from '../run/usage';
import type { NewEvent } from '../run/events';
import { firstLine } from '../text';
import type { Verification } from '../verification/verification';
import { attemptOf } from './attempts';
import { chooseWinner, isSettled, isToBeCompared, rankCandidates } from './choose';
import type { RepairMode } from './input';
import {
  asksModel,
  type Candidate,
  type Evidence,
  type Proposal,
  type ProposerName,
  type SuggestedCheck,
} from './proposal';
import { appliedLog, isTrusted } from './round';
import { proposersOf, type HealEffect, type HealEvent, type HealState, type HealTransition } from './state';
import { type RoundCandidate, type OpenRound, type RepairRound } from './rounds';
import { healPolicy } from './policy';
import { answeredChecks, checksByPolicy, commandsToRun } from './suggested-checks';
import { after, basisOf, logOf, next, tellOf } from './transitions';

/** Where a round stands: what it needs next, or what came of it. */
export type RoundProgress =
  { next: HealTransition; done?: undefined } | { done: RepairRound; told?: readonly NewEvent[] };

/** Proposers asked together; the next group only where the one before found nothing acceptable. */
export function proposerStages(mode: RepairMode, proposers: readonly ProposerName[]): ProposerName[][] {
  const stages = mode === 'SPEED' ? proposers.map((name) => [name]) : [[...proposers]];
  return stages.filter((stage) => stage.length > 0);
}

/** True if the mutation proposer is asked before a model and so should not make it wait for long. */
function isQuickSearch(state: HealState, asked: readonly ProposerName[]): boolean {
  return state.input.mode === 'SPEED' && asked.includes('mutation') && proposersOf(state).some(asksModel);
}

/** The first effect of a round: its first proposers. */
export function openRound(state: HealState, evidence: Evidence): { state: HealState; effect: HealEffect } {
  // A search can't tell a slip of the request's change from what was asked for.
  const mayTell = (name: ProposerName): boolean => !evidence.requested?.contradicted || asksModel(name);
  const [first = [], ...stages] = proposerStages(state.input.mode, proposersOf(state).filter(mayTell));
  const round: RepairRound = {
    candidates: [],
    rejected: [],
    stages: [first],
    debuggerInvoked: false,
    applied: [],
    notes: [],
    searched: 0,
    usage: NO_USAGE,
    at: '',
  };
  return {
    state: { ...state, open: { evidence, stages, round } },
    effect: { type: 'propose', evidence, proposers: first, quick: isQuickSearch(state, first) },
  };
}

/** Proposals are ranked before they are verified, so that the winner never depends on timing. */
export function onProposed(
  state: HealState,
  { proposals, at }: { proposals: readonly Proposal[]; at: string },
): RoundProgress {
  const open = openOf(state);
  const round = collected(open.round, proposals, at);
  const tried = [...state.tried, ...round.candidates.map(asTried), ...round.rejected];
  const ranked = rankCandidates(
    proposals.flatMap((proposal) => proposal.candidates),
    tried,
  );
  const only = onlyOf(ranked);
  const told = proposedLog(state, proposals, ranked);
  const applied = only ? [...round.applied, only.tree] : round.applied;
  const known = { ...state, open: { ...open, round: { ...round, applied } } };
  if (ranked.length === 0) return telling(told, onCandidatesVerified(known, []));
  const label = `round-${state.rounds + 1}/verify-${(round.stages.at(-1) ?? []).join('+')}`;
  const effect = {
    type: 'verify-candidates' as const,
    candidates: ranked,
    trusted: isTrusted(state),
    label,
    ...basisOf(state),
  };
  return { next: next(known, effect, told) };
}

/** The candidate of a stage that has one: it is the repair, whatever its verification says. */
function onlyOf(ranked: readonly Candidate[]): Candidate | undefined {
  return ranked.length === 1 ? ranked[0] : undefined;
}

/** Diagnosis and files of each candidate, told before any of them is verified; of one alone in the seed's lines too. */
function proposedLog(
  state: HealState,
  proposals: readonly Proposal[],
  ranked: readonly Candidate[],
): NewEvent[] {
  const log = logOf(state);
  const attempt = attemptOf(state);
  const only = onlyOf(ranked);
  const empty = proposals.filter(({ candidates, note }) => candidates.length === 0 && note !== '');
  return [
    ...empty.map(({ note, searched }) => log.nothingProposed(attempt, firstLine(note), searched)),
    ...ranked.map((candidate, index) => log.proposed(attempt, index + 1, ranked.length, candidate)),
    ...(only ? appliedLog(log, attempt, only) : []),
  ];
}

/** The progress, with what happened before it. */
export function telling(events: readonly NewEvent[], progress: RoundProgress): RoundProgress {
  return progress.done
    ? { done: progress.done, told: [...events, ...(progress.told ?? [])] }
    : { next: after(events, progress.next) };
}

/** The best of what was verified wins; where none is acceptable the next proposers are asked. */
export function onCandidatesVerified(state: HealState, verified: readonly RoundCandidate[]): RoundProgress {
  const open = openOf(state);
  const candidates = [...open.round.candidates, ...verified];
  const current = currentOf(state);
  const winner = chooseWinner(candidates, current, isTrusted(state));
  const few = candidates.map((one) => inFewWords(one, current, winner));
  const round = { ...open.round, candidates: few, winner };
  const told = tellOf(state).candidatesVerified(attemptOf(state), verified, current);
  const [stage, ...stages] = open.stages;
  if (winner || stage === undefined) return telling(told, withComparison(state, { ...open, round }));
  const asked = { ...open, stages, round: { ...round, stages: [...round.stages, stage] } };
  const known = { ...state, open: asked };
  const effect = {
    type: 'propose' as const,
    evidence: open.evidence,
    proposers: stage,
    quick: isQuickSearch(state, stage),
  };
  const from = (open.round.stages.at(-1) ?? []).join('+');
  const escalated = logOf(state).escalated(attemptOf(state), from, stage.join('+'));
  return { next: next(known, effect, [...told, escalated]) };
}

/** A verdict without its texts, which are in its report, unless it may win when others are refuted. The round has its winner's whole. */
function inFewWords(
  one: RoundCandidate,
  current: Verification,
  winner: RepairRound['winner'],
): RoundCandidate {
  const { verification, candidate } = one;
  const mayWin = chooseWinner([one], current) && candidate.tree !== winner?.candidate.tree;
  if (!verification || mayWin) return one;
  return {
    ...one,
    verification: {
      ...verification,
      failures: [],
      stdout: '',
      stderr: '',
      outputs: undefined,
      notes: undefined,
    },
  };
}

/**
 * Candidates of a model that pass everything are compared with all others that do, where no sign speaks against them. Those that fail
 * trusted generated tests are out, as long as one passes them.
 */
function withComparison(state: HealState, open: OpenRound): RoundProgress {
  const plain = open.round.candidates.filter(({ candidate: { signs = [] } }) => signs.length === 0);
  const passing = (trusted: boolean): RoundCandidate[] =>
    plain.filter(({ verification }) => verification !== undefined && isSettled(verification, trusted));
  const settled = passing(isTrusted(state));
  const green = settled.length > 0 ? settled : passing(false);
  const candidates = green.map(({ candidate: { tree, diff } }) => ({ tree, size: diff.size }));
  const isSure = open.round.winner?.candidate.standing?.confidence === 'high';
  const isOpen = green.some(({ candidate, verification }) => isToBeCompared(candidate, verification));
  if (green.length < 2 || isSure || !isOpen) return withChecks(state, open);
  const { tree: base, report } = currentOf(state);
  const effect = { type: 'compare-candidates' as const, base, report, candidates, round: state.rounds + 1 };
  return { next: next({ ...state, open }, effect) };
}

/** The round with what is known of its candidates by their behaviour: the likeliest of them wins. */
export function onCandidatesCompared(
  state: HealState,
  standings: Extract<HealEvent, { type: 'candidates-compared' }>['standings'],
): RoundProgress {
  const open = openOf(state);
  const compared = new Map(standings.map(({ tree, standing }, place) => [tree, { standing, place }]));
  const placeOf = ({ candidate }: RoundCandidate): number =>
    compared.get(candidate.tree)?.place ?? standings.length;
  const candidates = open.round.candidates
    .map((one) => {
      const standing = compared.get(one.candidate.tree)?.standing;
      return standing ? { ...one, candidate: { ...one.candidate, standing } } : one;
    })
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const { winner: before } = open.round;
  const chosen =
    standings.length > 0 ? chooseWinner(candidates, currentOf(state), isTrusted(state)) : undefined;
  // Of the others the round has a verdict without its texts.
  const isSame = chosen !== undefined && chosen.candidate.tree === before?.candidate.tree;
  const winner = isSame && before ? { ...before, candidate: chosen.candidate } : (chosen ?? before);
  return withChecks(state, { ...open, round: { ...open.round, candidates, winner } });
}

/** The commands that the winner's own suggestion names are run; the mutation proposer names only what was run already. */
function withChecks(state: HealState, { round, ...open }: OpenRound): RoundProgress {
  const { winner } = round;
  if (!winner) return { done: round };
  const { candidate, verification } = winner;
  const { verificationCommands } = candidate.suggestion;
  if (candidate.proposer === 'mutation')
    return answered(state, round, answeredChecks(verificationCommands, verification, state.input.language));
  const { commands, refused } = suggestedBy(state, verificationCommands);
  if (commands.length === 0) return refused.length === 0 ? { done: round } : answered(state, round, refused);
  const { tree, report } = verification;
  return {
    next: next(
      { ...state, open: { ...open, round } },
      { type: 'suggested-checks', round: state.rounds + 1, tree, report, commands },
    ),
  };
}

/** The round with what its winner's own commands said: they decide nothing. */
export function onSuggestionsChecked(state: HealState, suggested: readonly SuggestedCheck[]): RoundProgress {
  const { round } = openOf(state);
  const { refused } = suggestedBy(state, round.winner?.candidate.suggestion.verificationCommands ?? []);
  return answered(state, round, [...suggested, ...refused]);
}

/** The commands of a suggestion that are run, and those that the policy has something against. */
function suggestedBy({ input }: HealState, named: readonly string[]): ReturnType<typeof checksByPolicy> {
  return checksByPolicy(commandsToRun(named), healPolicy(input), input);
}

function answered(state: HealState, round: RepairRound, suggested: readonly SuggestedCheck[]): RoundProgress {
  return { done: { ...round, suggested }, told: suggested.map((check) => tellOf(state).suggested(check)) };
}

function openOf({ open }: HealState): OpenRound {
  if (!open) throw new Error('no repair round goes on');
  return open;
}

function currentOf({ verification }: HealState): Verification {
  if (!verification) throw new Error('a repair round needs the verification of its tree');
  return verification;
}

function collected(round: RepairRound, proposals: readonly Proposal[], at: string): RepairRound {
  return {
    ...round,
    at,
    debuggerInvoked: true,
    modelFailure: proposals.find(({ failure }) => failure !== undefined)?.failure ?? round.modelFailure,
    notes: [...round.notes, ...proposals.map(({ note }) => note).filter((note) => note !== '')],
    searched: proposals.reduce((sum, { searched }) => sum + searched, round.searched),
    rejected: [...round.rejected, ...proposals.flatMap(({ rejected = [] }) => rejected)],
    usage: proposals.reduce((sum, { usage }) => addUsage(sum, usage), round.usage),
  };
}

function asTried({ candidate }: RoundCandidate) {
  return { tree: candidate.tree, proposer: candidate.proposer, summary: '', outcome: '' };
}
