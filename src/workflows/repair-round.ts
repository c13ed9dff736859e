import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { chooseWinner, isSettled, rankCandidates } from '../domain/heal/choose';
import type { RepairMode } from '../domain/heal/input';
import { isTrusted } from '../domain/heal/round';
import { answeredChecks } from '../domain/heal/suggested-checks';
import { proposersOf, type HealState, type JudgedCandidate, type RepairRound } from '../domain/heal/state';
import type { SearchEffort } from '../domain/heal/mutation/budget';
import {
  addUsage,
  NO_USAGE,
  type Candidate,
  type Evidence,
  type Proposal,
  type ProposerName,
  type SuggestedCheck,
} from '../domain/heal/proposal';
import type { Verification } from '../domain/verification/verification';
import { nowIso } from './workflow-time';

export interface RoundEffects {
  propose(proposer: ProposerName, evidence: Evidence): Promise<Proposal>;
  /** `label` names the candidate within the round and is part of its step key. */
  verify(candidate: Candidate, label: string): Promise<Verification>;
  /** Runs the verification commands that a model names for its repair. */
  runSuggested(candidate: Candidate, verification: Verification): Promise<SuggestedCheck[]>;
}

/** Proposers asked together; the next group only where the one before found nothing acceptable. */
export function proposerTiers(mode: RepairMode, proposers: readonly ProposerName[]): ProposerName[][] {
  const tiers = mode === 'SPEED' ? proposers.map((name) => [name]) : [[...proposers]];
  return tiers.filter((tier) => tier.length > 0);
}

/** The mutation proposer goes before a model without making it wait for long. */
export function searchEffort(proposer: ProposerName, state: HealState): SearchEffort | undefined {
  const modelNext = proposersOf(state).includes('llm') && state.input.mode === 'SPEED';
  return proposer === 'mutation' && modelNext ? 'quick' : undefined;
}

/** One repair round: candidates of each tier verified in parallel until one is acceptable. */
export async function repairRound(
  state: HealState,
  evidence: Evidence,
  effects: RoundEffects,
): Promise<RepairRound> {
  const current = state.verification;
  if (!current) throw new Error('a repair round needs the verification of its tree');
  const round: RepairRound = {
    judged: [],
    rejected: [],
    tiers: [],
    debuggerInvoked: false,
    notes: [],
    usage: NO_USAGE,
    at: nowIso(),
  };
  const trusted = isTrusted(state);
  for (const tier of proposerTiers(state.input.mode, proposersOf(state))) {
    round.tiers = [...round.tiers, tier];
    const proposals = await Promise.all(tier.map((name) => effects.propose(name, evidence)));
    collect(round, proposals);
    const tried = [...state.tried, ...round.judged.map(asTried), ...round.rejected];
    const ranked = rankCandidates(
      proposals.flatMap((proposal) => proposal.candidates),
      tried,
    );
    const judged = await verifyRanked(
      ranked,
      (candidate, rank) => effects.verify(candidate, `${tier.join('+')}-${rank + 1}`),
      trusted,
    );
    round.judged = [...round.judged, ...judged];
    round.winner = chooseWinner(round.judged, current, trusted);
    if (round.winner) break;
  }
  if (round.winner) round.suggested = await suggestedChecks(round.winner, effects);
  return round;
}

/** The mutation proposer names only what the verification has run already. */
async function suggestedChecks(
  { candidate, verification }: NonNullable<RepairRound['winner']>,
  effects: RoundEffects,
): Promise<SuggestedCheck[] | undefined> {
  const { proposer, suggestion } = candidate;
  if (proposer === 'mutation') return answeredChecks(suggestion.verificationCommands, verification);
  return suggestion.verificationCommands.length > 0
    ? effects.runSuggested(candidate, verification)
    : undefined;
}

function collect(round: RepairRound, proposals: readonly Proposal[]): void {
  round.debuggerInvoked = true;
  round.modelFailure = proposals.find(({ failure }) => failure !== undefined)?.failure;
  round.notes = [...round.notes, ...proposals.map((proposal) => proposal.note).filter((note) => note !== '')];
  round.rejected = [...round.rejected, ...proposals.flatMap((proposal) => proposal.rejected ?? [])];
  round.usage = proposals.reduce((sum, proposal) => addUsage(sum, proposal.usage), round.usage);
}

function asTried({ candidate }: JudgedCandidate) {
  return { tree: candidate.tree, proposer: candidate.proposer, summary: '', outcome: '' };
}

/**
 * Verifies candidates in rank order, all at once. Green at rank k cancels only ranks above k; lower ones
 * finish, so the winner does not depend on timing. Where generated tests are trusted, one that fails them cancels none.
 */
export async function verifyRanked(
  candidates: readonly Candidate[],
  verify: (candidate: Candidate, rank: number) => Promise<Verification>,
  trusted = false,
): Promise<JudgedCandidate[]> {
  const scopes = candidates.map(() => new CancellationScope());
  let bestRank = candidates.length;
  return Promise.all(
    candidates.map(async (candidate, rank): Promise<JudgedCandidate> => {
      try {
        const verification = await scopes[rank]?.run(() => verify(candidate, rank));
        if (verification && isSettled(verification, trusted) && rank < bestRank) {
          bestRank = rank;
          for (const scope of scopes.slice(rank + 1)) scope.cancel();
        }
        return { candidate, verification };
      } catch (error) {
        if (isCancellation(error) && rank > bestRank) return { candidate };
        throw error;
      }
    }),
  );
}
