/** Effects that healing asks for and the events that come of them, phase by phase. */
import type { LoopEffect, LoopEvent } from '../agent/loop-run';
import type { EditRefusal, FileEdit, PublishOutcome, TreeDiff } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
import type { ApprovalLevel } from '../run/input';
import type { SnapshotRef } from '../run/checkpoints';
import type { ForkOrigin, ForkOutcome } from '../run/fork';
import type { Usage } from '../run/budget';
import type { Sign } from '../signs/sign';
import type { RunnerOutcome } from '../verification/own-runner';
import type { TestScore, WeakTests } from '../verification/test-score';
import type { Verification } from '../verification/verification';
import type { Candidate, Evidence, Proposal, ProposerName, SuggestedCheck, RoundCandidate } from './proposal';
import type { Standing } from './standing';

/** Report that a verification is compared with, and the tests that it counts apart. */
export interface VerificationBasis {
  /** Report of the unchanged files; absent: this is their verification. */
  baseline?: BlobHash;
  generatedTests: readonly string[];
  /** Files that the request changed: the verification says which of them no test executes. */
  covers?: readonly string[];
}

/** A verification of one tree; `label` names it within the run. */
export type VerifyEffect = {
  type: 'verify';
  tree: TreeHash;
  label: string;
  /** The project had no checks before, and may have some now. */
  detects?: true;
} & VerificationBasis;

type BaselineEffect =
  /** Captures the directory, and learns what the worker can do. */
  | { type: 'import' }
  /** Brings the state that a run is forked from to the directory as it is now. */
  | { type: 'fork'; origin: ForkOrigin; present: TreeHash }
  | { type: 'chat'; tree: TreeHash };

type RequestEffect =
  /** `rejections`: reasons for which people turned down earlier tries. */
  | { type: 'execute'; tree: TreeHash; report?: BlobHash; rejections?: readonly string[] }
  /** Keeps the task of an agent. */
  | {
      type: 'begin-work';
      tree: TreeHash;
      report?: BlobHash;
      failing?: readonly string[];
      /** Level by which the project's own checks were found; absent: the user declared them. */
      finds?: ApprovalLevel;
    }
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
    };

type ConfirmingEffect =
  | {
      type: 'generate-tests';
      tree: TreeHash;
      changedFiles: readonly string[];
      weak?: WeakTests;
      tries?: number;
    }
  | { type: 'score-tests'; base: TreeHash; tree: TreeHash; files: readonly string[] }
  /** Runs the tests by the project's own runner: `report` and `baseline` are the sandbox's. */
  | { type: 'confirm'; tree: TreeHash; report: BlobHash; baseline: BlobHash }
  /** Breaks what the change touches, and runs the commands: one of them has to fail. */
  | { type: 'break'; base: TreeHash; tree: TreeHash };

type RoundEffect =
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
  | {
      type: 'suggested-checks';
      round: number;
      tree: TreeHash;
      report: BlobHash;
      commands: readonly string[];
    };

type DeliveringEffect =
  | { type: 'compare'; base: TreeHash; tree: TreeHash; label: string }
  /** Edits that a person made, or that leave generated tests out. */
  | { type: 'edit'; tree: TreeHash; edits: readonly FileEdit[]; label: string }
  | { type: 'publish'; base: TreeHash; tree: TreeHash; dryRun: boolean };

/** Next action of the run. */
export type HealEffect =
  VerifyEffect | BaselineEffect | RequestEffect | ConfirmingEffect | RoundEffect | DeliveringEffect;

type BaselineEvent =
  | ({ type: 'imported' } & ImportFacts)
  | { type: 'forked'; outcome: ForkOutcome }
  | { type: 'chatted'; reply: string; usage: Usage; instructions?: readonly string[] };

type RequestEvent =
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
  | LoopEvent;

type ConfirmingEvent =
  | { type: 'verified'; verification: Verification }
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
  | { type: 'confirmed'; outcome: RunnerOutcome }
  /** Files whose broken code no command notices. */
  | { type: 'tried-broken'; unnoticed: readonly string[] };

type RoundEvent =
  /** `at`: ISO 8601, workflow time. */
  | { type: 'proposed'; proposals: readonly Proposal[]; at: string }
  | { type: 'candidates-verified'; candidates: readonly RoundCandidate[] }
  | { type: 'candidates-compared'; standings: readonly { tree: TreeHash; standing: Standing }[] }
  | { type: 'suggestions-checked'; checks: readonly SuggestedCheck[] };

type DeliveringEvent =
  | { type: 'compared'; diff: TreeDiff }
  | { type: 'edited'; outcome: { tree: TreeHash } | { refusals: readonly EditRefusal[] } }
  | { type: 'published'; outcome: Published }
  /** The directory could not be written. */
  | { type: 'publish-failed'; reason: string };

/** Outcome of an effect. A failing program is an event like any other. */
export type HealEvent =
  | BaselineEvent
  | RequestEvent
  | ConfirmingEvent
  | RoundEvent
  | DeliveringEvent
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
