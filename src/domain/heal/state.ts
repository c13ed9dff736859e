import type { FailureAnalysis } from '../verification/failure';
import type { EditRefusal, FileEdit, PublishOutcome, TreeDiff } from '../files/workspace';
import type { SnapshotRef } from '../run/checkpoints';
import type { ForkOrigin, ForkOutcome } from '../run/fork';
import type { KitEffect, Transition } from '../run/machine';
import type { BlobHash, TreeHash } from '../ids';
import {
  asksModel,
  type Candidate,
  type Evidence,
  type Proposal,
  type ProposerName,
  type RepairAttempt,
  type SuggestedCheck,
  type TriedCandidate,
} from './proposal';
import type { PersonsEdit } from '../run/persons-edit';
import type { AnsweredVia } from '../run/questions';
import type { Usage } from '../run/usage';
import type { TestScore, WeakTests } from '../verification/test-score';
import type { Verification } from '../verification/verification';
import type { RunnerOutcome } from '../verification/own-runner';
import type { Sign } from '../signs/sign';
import type { Standing } from './standing';
import type { RepairConfidence } from './ambiguity';
import type { Contradiction } from './contradiction';
import type { RoundChoice } from './choice';
import type { HealInput } from './input';
import type { PastLog } from './past-log';
import type { LoopEffect, LoopEvent } from '../agent/loop-run';
import type { RoundCandidate, OpenRound, RepairRound } from './rounds';
import type { Work } from './work-state';
import type { CodeHistoryEntry, Delivery, RunMessage } from './result';
import type { HealOutcome } from './outcomes';

/** Everything the healing decision rests on. Plain JSON: it may be carried over continue-as-new. */
export interface HealState {
  readonly taskId: string;
  readonly input: HealInput;
  readonly modelConfigured: boolean;
  /** Those that the worker offers. */
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
  readonly baseline?: Verification;
  /** The tree that the next repair starts from, and how it stands. */
  readonly tree: TreeHash;
  readonly verification?: Verification;
  readonly analysis?: FailureAnalysis;
  /** Repair rounds done: seed 000's retry count. */
  readonly rounds: number;
  /** The agent that carries out the request, while it is at work. */
  readonly work?: Work;
  /** Why that agent ended before it was done: a person has to approve what it has made. */
  readonly unfinished?: string;
  /** Trees of checkpoints in the middle of that work. */
  readonly parts?: readonly TreeHash[];
  /** Files that carrying out the request changed. */
  readonly requestedFiles?: readonly string[];
  readonly generatedTests: readonly string[];
  /** Set once tests were asked for, whatever came of it. */
  readonly testsAsked?: boolean;
  /** Why there are none, although they were asked for. */
  readonly testsNote?: string;
  /** Set once better ones were asked for than those that were found weak. */
  readonly betterTestsAsked?: boolean;
  /** The tree was green before tests for it were added: they can't take that away. */
  readonly greenWithoutTests?: Verification;
  /** Score of the generated tests on `tree`. */
  readonly testsScored?: { tree: TreeHash; score: TestScore };
  /** Verdict of the project's own test runner on the change; tests generated later do not alter it. */
  readonly confirmation?: RunnerOutcome;
  /** A round whose winner that runner is looking at. */
  readonly deciding?: RepairRound;
  /** The repair round that goes on. */
  readonly open?: OpenRound;
  /** Rest of the newest round, should a person turn its winner down. */
  readonly others?: RepairRound;
  readonly delivery?: DeliveryState;
  readonly requestTree?: TreeHash;
  /** A test contradicts the request: that is the end of the run. */
  readonly contradiction?: Contradiction;
  /** Places of the request's change that repairs of its failures would have taken back or made up for. */
  readonly takenBack?: readonly string[];
  /** Signs that the request's change passes tests for the wrong reason. */
  readonly requestSigns?: readonly Sign[];
  /** Instructions of the project that models were given; absent: none so far. */
  readonly instructions?: readonly string[];
  readonly changedFiles: readonly string[];
  readonly repairs: readonly {
    proposer: Candidate['proposer'];
    rootCause: string;
    summary: string;
    files: string[];
    /** Signs that it passes tests for the wrong reason. */
    signs?: Sign[];
  }[];
  readonly repairHistory: readonly RepairAttempt[];
  readonly codeHistory: readonly CodeHistoryEntry[];
  readonly errorLogs: readonly string[];
  readonly messages: readonly RunMessage[];
  readonly tried: readonly TriedCandidate[];
  /** Rounds in which nothing was left to try: how many, and what the newest said. */
  readonly idle?: { readonly rounds: number; readonly note: string };
  /** Choice of each attempt, with its reason. */
  readonly choices: readonly RoundChoice[];
  /** Rounds that the store holds whole; absent while all of them are at hand. */
  readonly past?: PastLog;
  readonly usage: Usage;
  /** Files of the tree's change that no command notices when they are broken on purpose. Absent: it was not tried. */
  readonly broken?: { readonly tree: TreeHash; readonly unnoticed: readonly string[] };
  /** The longest run of the checks so far, ms. */
  readonly longestChecksMs?: number;
  readonly status?: HealOutcome;
  /** Confidence in the repair that the tree has; absent where none was compared with others. */
  readonly confidence?: RepairConfidence;
  /** Reasons for which people turned down what the run had made, and asked for another try. */
  readonly rejections?: readonly string[];
  readonly finalError?: string;
  readonly badInput?: string;
  /** Nothing can judge the project here. */
  readonly unjudged?: true;
  /** The policy, or who it asked, did not allow what the run was to do. */
  readonly denied?: boolean;
  /** The run ended at its time limit. */
  readonly outOfTime?: boolean;
}

/** True if a model can be asked. */
export function hasModel({ modelConfigured, modelFailure }: HealState): boolean {
  return modelConfigured && modelFailure === undefined;
}

/** The proposers that can be asked. */
export function proposersOf(state: HealState): ProposerName[] {
  return state.proposers.filter((name) => !asksModel(name) || hasModel(state));
}

/** Next action of the run. */
export type HealEffect =
  /** Captures the directory, and learns what the worker can do. */
  | { type: 'import' }
  /** Brings the state that a run is forked from to the directory as it is now. */
  | { type: 'fork'; origin: ForkOrigin; present: TreeHash }
  | { type: 'chat'; tree: TreeHash }
  | VerifyEffect
  /** `rejections`: reasons for which people turned down earlier tries. */
  | { type: 'execute'; tree: TreeHash; report?: BlobHash; rejections?: readonly string[] }
  /** Keeps the task of an agent. */
  | { type: 'begin-work'; tree: TreeHash; report?: BlobHash; failing?: readonly string[] }
  | LoopEffect
  /** Looks at all that the agent changed. */
  | {
      type: 'end-work';
      task: BlobHash;
      base: TreeHash;
      tree: TreeHash;
      transcript?: BlobHash;
      summary?: BlobHash;
      said: string;
    }
  | {
      type: 'generate-tests';
      tree: TreeHash;
      changedFiles: readonly string[];
      weak?: WeakTests;
      tries?: number;
    }
  | { type: 'score-tests'; base: TreeHash; tree: TreeHash; files: readonly string[] }
  /** Asks proposers side by side. `quick`: a search leaves the rest to a model that is asked next. */
  | { type: 'propose'; evidence: Evidence; proposers: readonly ProposerName[]; quick: boolean }
  /** Verifies candidates in the order of rank, side by side; `label` names them within the run. */
  | ({
      type: 'verify-candidates';
      candidates: readonly Candidate[];
      trusted: boolean;
      label: string;
    } & VerificationBasis)
  /** Tells candidates that pass everything apart by their behaviour. */
  | {
      type: 'compare-candidates';
      base: TreeHash;
      report: BlobHash;
      candidates: readonly { tree: TreeHash; size: number }[];
      round: number;
    }
  /** Runs the verification commands that a model names for its repair. */
  | { type: 'suggested-checks'; round: number; tree: TreeHash; report: BlobHash; commands: readonly string[] }
  /** Runs the tests by the project's own runner: `report` and `baseline` are the sandbox's. */
  | { type: 'confirm'; tree: TreeHash; report: BlobHash; baseline: BlobHash }
  /** Breaks what the change touches, and runs the commands: one of them has to fail. */
  | { type: 'break'; base: TreeHash; tree: TreeHash }
  | { type: 'compare'; base: TreeHash; tree: TreeHash; label: string }
  /** Edits that a person made, or that leave generated tests out. */
  | { type: 'edit'; tree: TreeHash; edits: readonly FileEdit[]; label: string }
  | { type: 'publish'; base: TreeHash; tree: TreeHash; dryRun: boolean };

/** Report that a verification is compared with, and the tests that it counts apart. */
export interface VerificationBasis {
  /** Report of the unchanged files; absent: this is their verification. */
  baseline?: BlobHash;
  generatedTests: readonly string[];
  /** Files that the request changed: it is told which of them no test executes. */
  covers?: readonly string[];
}

/** A verification; `label` names it within the run. */
/** `detects`: the project had no checks before, and may have some now. */
export type VerifyEffect = {
  type: 'verify';
  tree: TreeHash;
  label: string;
  detects?: true;
} & VerificationBasis;

/** Outcome of an effect. A failing program is an event like any other. */
export type HealEvent =
  | ({ type: 'imported' } & ImportFacts)
  | { type: 'forked'; outcome: ForkOutcome }
  | { type: 'chatted'; reply: string; usage: Usage; instructions?: readonly string[] }
  | { type: 'verified'; verification: Verification }
  | {
      type: 'executed';
      tree: TreeHash;
      changedFiles: readonly string[];
      summary: string;
      usage: Usage;
      signs?: readonly Sign[];
      instructions?: readonly string[];
    }
  /** `modelFailure`: the model failed for good. */
  | { type: 'execution-failed'; error: string; usage: Usage; modelFailure?: string }
  | { type: 'work-begun'; task: BlobHash }
  | LoopEvent
  | {
      type: 'tests-generated';
      tree: TreeHash;
      files: readonly string[];
      note: string;
      usage: Usage;
      instructions?: readonly string[];
      modelFailure?: string;
    }
  | { type: 'tests-scored'; tree: TreeHash; score: TestScore }
  /** `at`: ISO 8601, workflow time. */
  | { type: 'proposed'; proposals: readonly Proposal[]; at: string }
  | { type: 'candidates-verified'; candidates: readonly RoundCandidate[] }
  | { type: 'candidates-compared'; standings: readonly { tree: TreeHash; standing: Standing }[] }
  | { type: 'suggestions-checked'; checks: readonly SuggestedCheck[] }
  | { type: 'confirmed'; outcome: RunnerOutcome }
  /** Files whose broken code no command notices. */
  | { type: 'tried-broken'; unnoticed: readonly string[] }
  | { type: 'compared'; diff: TreeDiff }
  | { type: 'edited'; outcome: { tree: TreeHash } | { refusals: readonly EditRefusal[] } }
  | { type: 'published'; outcome: Published }
  /** The directory could not be written. */
  | { type: 'publish-failed'; reason: string }
  /** The run may not, or can't, go on: one sentence. */
  | { type: 'refused'; reason: string };

/** Facts that the first look at the directory finds. */
export interface ImportFacts {
  tree: TreeHash;
  /** Modification times of the tree. */
  times?: BlobHash;
  /** The files in few lines. */
  structure: string;
  /** Files that were written last, the newest first. */
  recent?: readonly string[];
  modelConfigured: boolean;
  proposers: readonly ProposerName[];
  /** Models that the run may ask and that have no price, where its budget is one of money. */
  unpricedModels?: readonly string[];
}

/** Outcome of a publish, and for a part what the directory held before it, with its times. */
export type Published = PublishOutcome & { before?: SnapshotRef };

/** A change on its way to the user's files. */
export interface DeliveryState {
  stage:
    | 'leaving-out'
    | 'comparing'
    | 'asking'
    | 'choosing'
    | 'editing'
    | 'verifying-edits'
    | 'confirming-edits'
    | 'leaving-out-edited'
    | 'comparing-edits'
    | 'publishing'
    | 'ended';
  /** Counts the questions. */
  question: number;
  diff?: TreeDiff;
  /** Generated tests that are left out because they fail on a change which passes all of the user's tests. */
  leftOut: readonly string[];
  /** Those that the effect under way leaves out. */
  leaving: readonly string[];
  edits: readonly FileEdit[];
  /** The chosen repair without its answer as a test, while that is verified. */
  untested?: TreeHash;
  by?: string;
  via?: AnsweredVia;
  /** Edits by people who approved, the newest last. */
  edited?: readonly PersonsEdit[];
  /** The green change that stays the run's own until edits of it are approved. */
  healed?: Pick<
    HealState,
    'tree' | 'verification' | 'confirmation' | 'status' | 'finalError' | 'confidence'
  > & {
    diff: TreeDiff;
    leftOut: readonly string[];
  };
  outcome?: Delivery;
}

/** A transition of the machine: the next state, what to do, and what to tell. */
export type HealTransition = Transition<HealState, HealEffect | KitEffect>;
