import type { HostDirectory, PathConflict, TreeDiff } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
import type { SnapshotRef } from '../run/checkpoints';
import type { ApprovalLevel, Language } from '../run/input';
import type { Usage } from '../run/budget';
import type { PublishWhen } from './input';
import type { MadePlan, PlanRow, StepStatus } from './plan';
import type { FailedTry, StepDone, StepResult } from './step';
import type { ToldPaths } from './told-paths';
import type { GoalTool } from './tool-args';

/** A phrase of the request that speaks of something earlier, and the path that it means. */
export interface ResolvedReference {
  readonly phrase: string;
  readonly path: string;
}

/** A phrase that may mean several paths: the user says which. */
export interface OpenReference {
  readonly phrase: string;
  readonly choices: readonly string[];
}

/** A state of the files before a step: what a rollback of the run goes back to. */
export interface StepMark {
  /** Index of the step that changed the files. */
  readonly index: number;
  readonly tree: TreeHash;
  /** Modification times of the folders then, where they were published. */
  readonly times?: BlobHash;
}

/** How the run ends, and why. */
export type GoalStatus =
  /** All steps are done. */
  | 'completed'
  /** Enough of them are. */
  | 'partial'
  /** Too few are: nothing was published. */
  | 'incomplete'
  | 'planned'
  | 'rejected'
  | 'expired'
  | 'denied'
  | 'conflict'
  | 'unpublished'
  /** The steps that were published are taken back. */
  | 'rolled-back'
  /** No plan could be made or used. */
  | 'failed';

/** How the end came about. */
export interface Ending {
  readonly status: GoalStatus;
  /** One sentence. */
  readonly why?: string;
  readonly conflicts?: readonly PathConflict[];
}

/** A run of a goal, as plain data: the context that every part of it reads. */
export interface GoalState {
  readonly id: string;
  readonly directory: HostDirectory;
  /** Real paths. */
  readonly roots: readonly string[];
  readonly language: Language;
  readonly request?: string;
  readonly publish: PublishWhen;
  readonly dryRun: boolean;
  readonly level: ApprovalLevel;
  readonly minSuccess: number;
  readonly limits: {
    readonly maxSteps: number;
    readonly maxAttempts?: number;
    readonly maxReplans: number;
  };
  readonly isPlanGiven: boolean;
  readonly hasModel: boolean;
  /** Request, given plan and what is known of the folders. */
  readonly task?: BlobHash;
  /** The folders as they were. */
  readonly base?: SnapshotRef;
  /** Tree that the folders hold now. */
  readonly onDisk?: SnapshotRef;
  readonly tree?: TreeHash;
  readonly references: readonly ResolvedReference[];
  readonly openReferences: readonly OpenReference[];
  readonly plan?: MadePlan;
  readonly statuses: readonly StepStatus[];
  /** Index of the step under way. */
  readonly at: number;
  readonly attempt: number;
  /** Arguments in place of the plan's, of the step under way. */
  readonly args?: BlobHash;
  /** The user's choice where several things fit the step under way. */
  readonly choice?: string;
  /** Outcomes of steps that later steps take items of. */
  readonly outcomes: Readonly<Record<number, BlobHash>>;
  /** The newest: older ones can't be gone back to. */
  readonly marks: readonly StepMark[];
  readonly failures: readonly FailedTry[];
  /** Results of steps that are not in the store yet. */
  readonly results: readonly StepResult[];
  /** Older ones: a chain of records. */
  readonly pastResults?: BlobHash;
  readonly executed: number;
  readonly replans: number;
  /** Questions about the plan so far. */
  readonly reviews: number;
  /** The first plan may be carried out. */
  readonly isReviewed: boolean;
  /** The user approved the plan as they changed it. */
  readonly isApprovedAsEdited: boolean;
  /** The user is asked about other arguments of the step under way. */
  readonly isAskingArgs?: true;
  readonly planTries: number;
  readonly goalCheck?: { readonly holds: boolean; readonly reason: string };
  /** Why nobody could say whether the goal is reached. */
  readonly unchecked?: string;
  readonly diff?: TreeDiff;
  /** Paths of the change that the policy hears of besides those of `diff`. */
  readonly told?: ToldPaths;
  readonly published: boolean;
  /** The user went back to a checkpoint, and has not said yet how to go on. */
  readonly isGoingBack?: boolean;
  /** The step whose change is being published. */
  readonly unpublished?: StepDone;
  /** Why the plan was not carried out to its end. */
  readonly stopped?: string;
  readonly ending?: Ending;
  readonly report?: GoalReportRefs;
  readonly usage: Usage;
}

export interface GoalReportRefs {
  readonly json: BlobHash;
  readonly markdown: BlobHash;
}

/** Facts of a run that has ended, for its report and for what is learned of it. */
export interface GoalSummary {
  readonly id: string;
  readonly status: GoalStatus;
  /** One sentence. */
  readonly message: string;
  readonly plan?: BlobHash;
  readonly statuses: readonly StepStatus[];
  /** Tries of steps that are not in the store yet, and the chain of the older ones. */
  readonly results: readonly StepResult[];
  readonly pastResults?: BlobHash;
  readonly references: readonly ResolvedReference[];
  readonly conflicts: readonly PathConflict[];
  readonly goalCheck?: { readonly holds: boolean; readonly reason: string };
  readonly published: boolean;
  readonly change?: string;
}

/** Why a new plan is wanted. */
export type PlanReason =
  | { readonly of: 'first' }
  /** The reply before could not be used. */
  | { readonly of: 'malformed'; readonly problem: string }
  /** A step is out of attempts, or the goal does not hold. */
  | { readonly of: 'replan'; readonly problem: string }
  /** The user changed the plan while approving it. */
  | { readonly of: 'edited'; readonly text: string };

/** Memory of a run for a thinking call: all steps with status, and the last failures. */
export interface Thinking {
  readonly task: BlobHash;
  readonly tree: TreeHash;
  readonly onDisk: TreeHash;
  readonly plan?: BlobHash;
  readonly statuses: readonly StepStatus[];
  readonly failures: readonly FailedTry[];
  readonly references: readonly ResolvedReference[];
}

export type GoalEffect =
  | { type: 'begin' }
  | ({
      type: 'plan';
      reason: PlanReason;
      /** Steps that stay before the new ones. */ keep: number;
      label: string;
    } & Thinking)
  | {
      type: 'run-step';
      index: number;
      row: PlanRow;
      plan: BlobHash;
      task: BlobHash;
      args?: BlobHash;
      choice?: string;
      tree: TreeHash;
      onDisk: TreeHash;
      diskTimes?: BlobHash;
      outcomes: Readonly<Record<number, BlobHash>>;
      label: string;
      /** It is made within the workflow task. */
      quick: boolean;
    }
  | ({ type: 'rethink'; index: number; args?: BlobHash; label: string } & Thinking)
  | { type: 'compare'; base: TreeHash; tree: TreeHash; label: string }
  | ({
      type: 'check-goal';
      label: string;
      /** The change as people see it. */
      change: string;
      results: readonly { readonly step: number; readonly outcome: BlobHash }[];
    } & Thinking)
  | {
      type: 'publish';
      base: TreeHash;
      tree: TreeHash;
      /** Snapshot whose times come back. */
      restored?: SnapshotRef;
      baseTimes?: BlobHash;
      dryRun: boolean;
      label: string;
      /** Why: the last publish, one after a step, or one that takes steps back. */
      of: 'end' | 'step' | 'rollback';
    }
  | { type: 'end'; task?: BlobHash; summary: GoalSummary };

/** Folders of a goal as they are, with what the request speaks of. */
export interface BegunGoal {
  readonly task: BlobHash;
  readonly tree: TreeHash;
  readonly times: BlobHash;
  /** Files, links and folders in all. */
  readonly entries: number;
  readonly bytes: number;
  readonly references: readonly ResolvedReference[];
  readonly open: readonly OpenReference[];
}

export type GoalEvent =
  | ({ type: 'begun'; hasModel: boolean } & BegunGoal)
  | { type: 'not-begun'; reason: string }
  /** `isRethought`: the model made it in place of other arguments. */
  | ({ type: 'planned'; usage: Usage; isRethought?: true } & MadePlan)
  | { type: 'plan-refused'; reason: string; usage: Usage }
  | { type: 'unanswered'; why: string; usage?: Usage }
  | ({ type: 'step-done' } & StepDone)
  /** `shown`: the arguments, an excerpt. */
  | { type: 'retry'; args: BlobHash; shown: string; why: string; usage: Usage }
  /** The machine can't go on: the disk is full, a root is gone, the store can't be read. */
  | { type: 'broken'; reason: string }
  | { type: 'give-up'; why: string; usage: Usage }
  | { type: 'compared'; diff: TreeDiff; told?: ToldPaths }
  | { type: 'goal-checked'; holds: boolean; reason: string; usage: Usage }
  | { type: 'published'; tree: TreeHash; times?: BlobHash }
  | { type: 'publish-planned' }
  | { type: 'publish-conflict'; conflicts: readonly PathConflict[] }
  | { type: 'publish-failed'; reason: string }
  | { type: 'ended'; report?: GoalReportRefs };

/** Tools that a run of its own carries out. */
export const CHILD_TOOLS: ReadonlySet<GoalTool> = new Set(['heal', 'code', 'agent']);
