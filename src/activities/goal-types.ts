import type {
  BeginGoalInput,
  CheckGoalInput,
  ChildBegun,
  ChildInput,
  EndGoalInput,
  GoalVerdict,
  MadePlanOutcome,
  MakePlanInput,
  RethinkInput,
  RethinkOutcome,
  RunStepInput,
} from '../coder/goal';
import type { MergeOutcome, TreeDiff } from '../domain/files/workspace';
import type { ChildFacts } from '../domain/goal/child';
import type { BegunGoal, GoalReportRefs } from '../domain/goal/state';
import type { StepDone } from '../domain/goal/step';
import type { ToldPaths } from '../domain/goal/told-paths';
import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';
import type { ManifestMerge, ManifestPublishOutcome } from '../workspace';

/** Effects of goals on folders. */
export interface GoalActivities {
  /** Looks at the folders of this host without reading files. Fails finally with `BadInput` where a root can't be one. */
  beginGoal(input: BeginGoalInput): Promise<BegunGoal>;
  /** A plan of a model, or the user's own. One that can't be used is a value. */
  makePlan(input: MakePlanInput): Promise<MadePlanOutcome>;
  /** The model's way on after a step that failed. */
  rethinkStep(input: RethinkInput): Promise<RethinkOutcome>;
  /** The model's word on the goal as a whole. */
  checkGoal(input: CheckGoalInput): Promise<GoalVerdict>;
  /** Carries out a step on the run's tree, on the host of the folders. That it fails is a value. */
  runGoalStep(input: RunStepInput): Promise<StepDone>;
  /** Prepares a step that a run of its own carries out. */
  beginGoalChild(input: ChildInput): Promise<ChildBegun>;
  /** Takes what that run did into the goal's tree. */
  endGoalChild(input: ChildInput & { child: ChildFacts }): Promise<StepDone>;
  /** The change of the folders as people see it. */
  compareFolders(input: {
    key: EffectKey;
    base: TreeHash;
    tree: TreeHash;
    roots: readonly string[];
    /** Globs of the run's policy. */
    globs?: readonly string[];
  }): Promise<TreeDiff & { told?: ToldPaths }>;
  /** Brings the folders of this host from one tree to another; a conflict is an outcome, and writes nothing. */
  publishFolders(input: {
    key: EffectKey;
    roots: readonly string[];
    base: TreeHash;
    tree: TreeHash;
    restored?: SnapshotRef;
    /** Modification times of `base`. */
    baseTimes?: BlobHash;
    dryRun?: boolean;
    /** Publishes what meets no conflict, and tells what was left out. */
    partial?: boolean;
  }): Promise<ManifestPublishOutcome>;
  /** Lists the folders of this host. */
  captureFolders(input: {
    key: EffectKey;
    roots: readonly string[];
  }): Promise<{ tree: TreeHash; times: BlobHash }>;
  /** Merges trees of folders of this host that come from `base`; a conflict is an outcome. */
  mergeFolders(input: { key: EffectKey } & ManifestMerge): Promise<MergeOutcome>;
  /** Writes the report, keeps what was learned, and adds to the conversation, on the host of the folders. */
  endGoal(input: EndGoalInput): Promise<GoalReportRefs>;
}
