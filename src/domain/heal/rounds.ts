import type { TreeHash } from '../ids';
import { NO_USAGE, type Usage } from '../run/usage';
import type { Verification } from '../verification/verification';
import type { Candidate, Evidence, ProposerName, SuggestedCheck, TriedCandidate } from './proposal';

/** A candidate of a round with its verification, which is absent where it could no longer win and was cancelled. */
export interface RoundCandidate {
  candidate: Candidate;
  verification?: Verification;
  /** Why it does not win although it is green in the sandbox. */
  refuted?: string;
}

/** Outcome of one repair round. */
export interface RepairRound {
  candidates: readonly RoundCandidate[];
  /** Refused by a rule before any check ran. */
  rejected: readonly TriedCandidate[];
  winner?: { candidate: Candidate; verification: Verification };
  /** Results of the winner's own verification commands. */
  suggested?: readonly SuggestedCheck[];
  /** The proposers that were asked, stage by stage; the last stage is the one that the winner came from. */
  stages: readonly (readonly ProposerName[])[];
  debuggerInvoked: boolean;
  /** Trees that were told as applied before they were verified: of stages with one candidate. */
  applied: readonly TreeHash[];
  modelFailure?: string;
  notes: readonly string[];
  /** Edits that were tried, and replies of a model that were read. */
  searched: number;
  usage: Usage;
  /** ISO 8601, workflow time. */
  at: string;
}

/** True where nothing was left to try. */
export function isIdle({ searched, candidates, rejected }: RepairRound): boolean {
  return searched === 0 && candidates.length === 0 && rejected.length === 0;
}

/** A repair round that goes on. */
export interface OpenRound {
  evidence: Evidence;
  /** Proposers to be asked together, if those before find nothing acceptable. */
  stages: readonly (readonly ProposerName[])[];
  round: RepairRound;
}

/** Bought by a round or an agent that has not ended: it is paid for, also where that is given up. */
export function boughtBy({
  open,
  deciding,
  work,
}: {
  open?: OpenRound;
  deciding?: RepairRound;
  work?: { usage: Usage };
}): Usage {
  return (open?.round ?? deciding ?? work)?.usage ?? NO_USAGE;
}
