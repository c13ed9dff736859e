/** State of a heal run: the facts, which every phase reads, and the phase, which says what the run is at. */
import type { LoopRun } from '../agent/loop-run';
import type { FileEdit, TreeDiff } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
import type { ForkOutcome } from '../run/fork';
import type { KitEffect, Transition } from '../run/machine';
import type { PersonsEdit } from '../run/persons-edit';
import type { AnsweredVia } from '../run/questions';
import type { Usage } from '../run/budget';
import type { Sign } from '../signs/sign';
import type { Reason } from './standing';
import type { FailureAnalysis } from '../verification/failure';
import type { RunnerOutcome } from '../verification/own-runner';
import type { TestScore } from '../verification/test-score';
import type { Verification } from '../verification/verification';
import type { RepairConfidence } from './ambiguity';
import type { RoundChoice } from './choice-record';
import type { Contradiction } from './contradiction';
import type { HealEffect, ImportFacts } from './effects';
import type { HealInput } from './input';
import type { HealOutcome, CodeHistoryEntry, Delivery, RunMessage } from './result';
import type {
  Candidate,
  Evidence,
  ProposerName,
  RepairAttempt,
  TriedCandidate,
  RepairRound,
} from './proposal';

/** Everything that a run knows, whatever it is at. Plain JSON: continue-as-new carries it. */
export interface HealFacts {
  readonly taskId: string;
  readonly input: HealInput;
  readonly modelConfigured: boolean;
  /** Proposers that the worker offers. */
  readonly proposers: readonly ProposerName[];
  /** Why the model failed for good: one sentence. The run goes on without it. */
  readonly modelFailure?: string;
  readonly projectStructure: string;
  /** Files that were written last before the run, the newest first. */
  readonly recentFiles?: readonly string[];
  readonly baseTree: TreeHash;
  readonly baseTimes?: BlobHash;
  /** Where a forked run began; its `tree` is not the base, which is the directory as it was then. */
  readonly fork?: ForkOutcome;
  /** Verification of the files that the run began with; absent until it is done. */
  readonly baseline?: Verification;
  /** The tree that the next repair starts from, and its newest verification. */
  readonly tree: TreeHash;
  readonly verification?: Verification;
  /** The failure that is repaired, and its first line. */
  readonly analysis?: FailureAnalysis;
  readonly error?: string;
  /** Verdict of the project's own test runner on the change; tests generated later do not alter it. */
  readonly confirmation?: RunnerOutcome;
  /** Confidence in the repair that the tree has; absent where none was compared with others. */
  readonly confidence?: RepairConfidence;
  /** Files of the tree's change that no command notices when they are broken on purpose. Absent: it was not tried. */
  readonly broken?: { readonly tree: TreeHash; readonly unnoticed: readonly string[] };
  /** The longest run of the checks so far, ms. */
  readonly longestChecksMs?: number;
  /** The request, once it is carried out. */
  readonly carriedOut?: CarriedOut;
  /** Why the agent ended before it was done: a person has to approve what it has made. */
  readonly unfinished?: string;
  /** Trees of checkpoints in the middle of the agent's work. */
  readonly parts?: readonly TreeHash[];
  readonly tests: GeneratedTests;
  /** Files that request and repairs changed, the newest first. */
  readonly changedFiles: readonly string[];
  /** Repair rounds done: seed 000's retry count. */
  readonly rounds: number;
  /** Rounds in which nothing was left to try: how many, and what the newest said. */
  readonly idle?: { readonly rounds: number; readonly note: string };
  readonly repairs: readonly AppliedRepair[];
  /** Rest of the newest round, should a person turn its winner down. */
  readonly others?: RepairRound;
  /** Places of the request's change that repairs of its failures would have taken back or made up for. */
  readonly takenBack?: readonly string[];
  /** Reasons for which people turned down what the run had made, and asked for another try. */
  readonly rejections?: readonly string[];
  readonly record: RunRecord;
  readonly usage: Usage;
  /** Instructions of the project that models were given; absent: none so far. */
  readonly instructions?: readonly string[];
}

/** Change that carrying out the request made. */
export interface CarriedOut {
  readonly tree: TreeHash;
  readonly files: readonly string[];
  /** Signs that it passes tests for the wrong reason. */
  readonly signs?: readonly Sign[];
}

/** Tests that were written for the change. */
export interface GeneratedTests {
  readonly files: readonly string[];
  /** Times that a model was asked for tests: the second time for better ones than those that were found weak. */
  readonly asked: number;
  /** Why there are none, although they were asked for. */
  readonly note?: string;
  readonly scored?: { readonly tree: TreeHash; readonly score: TestScore };
}

export interface AppliedRepair {
  readonly proposer: Candidate['proposer'];
  readonly rootCause: string;
  readonly summary: string;
  readonly files: readonly string[];
  /** Signs that it passes tests for the wrong reason. */
  readonly signs?: readonly Sign[];
  /** Reason not to be sure of it. */
  readonly doubt?: Reason;
}

/** The run's history as the result tells it; older rounds are in the store. */
export interface RunRecord {
  readonly repairHistory: readonly RepairAttempt[];
  readonly codeHistory: readonly CodeHistoryEntry[];
  readonly errorLogs: readonly string[];
  readonly messages: readonly RunMessage[];
  readonly tried: readonly TriedCandidate[];
  /** Choice of each attempt, with its reason. */
  readonly choices: readonly RoundChoice[];
  /** Absent while all rounds are at hand. */
  readonly past?: StoredRounds;
}

export interface StoredRounds {
  /** The newest record. */
  readonly stored: BlobHash;
  /** Rounds that are in the store, and attempts to repair among them. */
  readonly rounds: number;
  readonly attempts: number;
  /** Of each list at hand, how many of its first entries are in the store. */
  readonly tried: number;
  readonly codeHistory: number;
  readonly errorLogs: number;
}

/** Facts once the baseline is known; then those of a verified change, then those of a failure that can be repaired. */
export type Measured = HealFacts & { readonly baseline: Verification };
export type Verified = Measured & { readonly verification: Verification };
export type Failed = Verified & { readonly analysis: FailureAnalysis };

/** A run that has not seen its directory yet; a forked one has when it waits for the state that it is forked from. */
export interface Beginning {
  readonly facts: Pick<HealFacts, 'taskId' | 'input'>;
  readonly phase: { readonly name: 'importing'; readonly imported?: ImportFacts };
}

/** The files that the run began with are verified, or a question is answered. */
export interface BaselinePhase {
  readonly name: 'baseline';
}

/** The request is carried out; `work`: by an agent. */
export interface RequestPhase {
  readonly name: 'request';
  readonly work?: Work;
}

/** The change is verified, and what is green is doubted: by tests for it, by the project's own runner, by breaking it. */
export interface ChangePhase {
  readonly name: 'confirming';
  /** Verification before tests were added for it: the change was green, and they can't take that away. */
  readonly withoutTests?: Verification;
}

/** The winner of a round is shown to the project's own runner. */
export interface WinnerPhase {
  readonly name: 'confirming';
  readonly round: RepairRound;
  readonly withoutTests?: undefined;
}

export interface RoundPhase {
  readonly name: 'round';
  readonly evidence: Evidence;
  /** Proposers to be asked together, if those before find nothing acceptable. */
  readonly stages: readonly (readonly ProposerName[])[];
  readonly round: RepairRound;
}

/** The work is done, and its change is on its way to the user's files. */
export interface DeliveryPhase {
  readonly name: 'delivering';
  readonly end: WorkEnd;
  readonly stage: DeliveryStage;
  /** Counts the questions. */
  readonly question: number;
  /** The change, once it is known. */
  readonly diff?: TreeDiff;
  /** Generated tests that are left out because they fail on a change which passes all of the user's tests. */
  readonly leftOut: readonly string[];
  /** The green change that stays the run's own until edits of it are approved. */
  readonly own?: OwnChange;
  readonly answer?: DeliveryAnswer;
  /** Edits by people who approved, the newest last. */
  readonly edited?: readonly PersonsEdit[];
}

export type DeliveryStage =
  | { readonly at: 'leaving-out' | 'leaving-out-edited'; readonly files: readonly string[] }
  | {
      readonly at:
        | 'comparing'
        | 'asking'
        | 'choosing'
        | 'editing'
        | 'verifying-edits'
        | 'confirming-edits'
        | 'comparing-edits'
        | 'publishing';
    }
  | { readonly at: 'ended'; readonly outcome: Delivery };

/** How the work ended, whatever becomes of its change. */
export interface WorkEnd {
  readonly status: HealOutcome;
  readonly error?: string;
  /** Absent: the work came to its own end. */
  readonly because?: EndCause;
}

/**
 * Cause that ended the work: the input is wrong, nothing can judge the project here, policy or people did not allow an
 * effect, the time is over, a test contradicts the request.
 */
export type EndCause = 'bad-input' | 'unjudged' | 'denied' | 'out-of-time' | Contradiction;

export type OwnChange = Pick<HealFacts, 'tree' | 'verification' | 'confirmation' | 'confidence'> &
  Pick<DeliveryPhase, 'end' | 'leftOut'> & { readonly diff: TreeDiff };

export interface DeliveryAnswer {
  readonly by?: string;
  readonly via?: AnsweredVia;
  readonly edits: readonly FileEdit[];
  /** The chosen repair without its answer as a test, while the one with it is verified. */
  readonly untested?: TreeHash;
}

export interface Work extends LoopRun {
  readonly tree: TreeHash;
  /** Tree that the work began with, and that of the newest checkpoint. */
  readonly base: TreeHash;
  readonly kept: TreeHash;
  /** Beginning of what the model said last, and the result of the call that ended the work. */
  readonly said: string;
  readonly summary?: BlobHash;
  /** Why the work ended before the agent was done: one sentence. */
  readonly unfinished?: string;
}

/** A run that has seen its directory: each phase with the facts that it rests on. */
export type HealState =
  | { readonly facts: HealFacts; readonly phase: BaselinePhase }
  | { readonly facts: Measured; readonly phase: RequestPhase }
  | { readonly facts: Measured; readonly phase: ChangePhase }
  | { readonly facts: Failed; readonly phase: WinnerPhase }
  | { readonly facts: Failed; readonly phase: RoundPhase }
  | { readonly facts: HealFacts; readonly phase: DeliveryPhase };

export type PhaseName = HealState['phase']['name'];
export type In<Name extends PhaseName> = Extract<HealState, { phase: { name: Name } }>;

/** A transition of the machine: the next state, what to do, and what to tell. */
export type HealTransition = Transition<HealState, HealEffect | KitEffect>;
