import type { Said } from '../domain/run/said';
import type { VerificationSpec } from '../domain/verification/verification';
import type { Evidence, Proposal, ProposerName } from '../domain/heal/proposal';
import type { SearchEffort } from './search/budget';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { BlobHash, EffectKey } from '../domain/ids';
import type { EditPolicy } from '../domain/run/policy/kept-files';
import type { Language } from '../domain/run/language';
import type { HostDirectory } from '../domain/files/workspace';

/** Context of a proposal besides the evidence. */
export interface ProposeContext extends EditPolicy {
  key: EffectKey;
  verification: VerificationSpec;
  /** Directory with the packages, which are not captured, if it is on this machine. */
  directory?: HostDirectory;
  /** Asked in place of the endpoint's own. */
  model?: string;
  heavyFolders?: HeavyRules;
  /** Try of its activity, from 1. */
  attempt?: number;
  /** Language of the run; absent: English. */
  language?: Language;
  /** How far a search that costs time goes; absent: as far as its budget reaches. */
  effort?: SearchEffort;
  /** Time of the search with commands, ms, in all rounds. Absent: a minute. */
  searchMs?: number;
  /** Aborted on cancellation or worker shutdown: stop at once and reject with the signal's reason. */
  signal: AbortSignal;
  /** Reports progress to the heartbeat; cheap, call it often. */
  progress(detail: { done: number; of: number; note?: Said }): void;
}

/**
 * Maps evidence to candidate edits. Finding nothing is a value (no candidates and a note); rejects only
 * for infrastructure: a blob missing, a model endpoint that cannot be reached.
 */
export interface Proposer {
  readonly name: ProposerName;
  propose(evidence: Evidence, context: ProposeContext): Promise<Proposal>;
}

/** Things that the proposers of a stage are told. History carries the hash of its blob. */
export interface ProposeTask extends EditPolicy {
  evidence: Evidence;
  spec: VerificationSpec;
  directory: HostDirectory;
  /** In place of the worker's own. */
  model?: string;
  heavyFolders?: HeavyRules;
  /** Time of the search with commands, ms. */
  searchMs?: number;
  language?: Language;
}

/** A call of one proposer as history carries it. */
export interface ProposeInput {
  key: EffectKey;
  proposer: ProposerName;
  task: BlobHash;
  /** Absent: `whole`. */
  effort?: SearchEffort;
}

/** The same with all that the blob says. */
export type ProposeRequest = ProposeTask & Omit<ProposeInput, 'task'>;
