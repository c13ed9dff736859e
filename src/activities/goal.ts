import {
  beginChild,
  beginGoal,
  checkGoal,
  endChild,
  endGoal,
  makePlan,
  rethink,
  runStep,
  type BeginDeps,
  type EndDeps,
  type GoalThinkDeps,
  type StepDeps,
  type BeginGoalInput,
  type CheckGoalInput,
  type ChildBegun,
  type ChildInput,
  type EndGoalInput,
  type GoalVerdict,
  type MadePlanOutcome,
  type MakePlanInput,
  type RethinkInput,
  type RethinkOutcome,
  type RunStepInput,
} from '../coder/goal';
import { placeOf, shownPlace } from '../domain/goal/places';
import type { EffectContext } from '../machine/effect-context';
import type { Workspaces, ManifestMerge, ManifestPublishOutcome } from '../workspace';
import { effect, keptEffect, type EffectStores } from './effect';
import type { MergeOutcome, TreeDiff } from '../domain/files/workspace';
import type { ChildFacts } from '../domain/goal/child';
import type { BegunGoal, GoalReportRefs } from '../domain/goal/state';
import type { StepDone } from '../domain/goal/step';
import type { ToldPaths } from '../domain/goal/told-paths';
import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';

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

export interface GoalDeps extends EffectStores {
  folders: Workspaces;
  goal: { begin: BeginDeps; think: GoalThinkDeps; step: StepDeps; end: EndDeps };
}

/** The effects of goals on folders. A step's work is kept, so doing it again finds the same tree. */
export function goalActivities(deps: GoalDeps): GoalActivities {
  const { folders, goal } = deps;
  return {
    beginGoal: effect(deps, (input, context) => beginGoal(goal.begin, input, context)),
    makePlan: effect(deps, (input, context) => makePlan(goal.think, input, asked(context))),
    rethinkStep: effect(deps, (input, context) => rethink(goal.think, input, asked(context))),
    checkGoal: effect(deps, (input, context) => checkGoal(goal.think, input, asked(context))),
    runGoalStep: keptEffect(deps, (input, context) => runStep(goal.step, input, context)),
    beginGoalChild: effect(deps, (input) => beginChild(goal.step, input)),
    endGoalChild: effect(deps, (input, { signal }) => endChild(goal.step, input, input.child, signal)),
    compareFolders: effect(deps, (input) => folders.describeChange(input)),
    publishFolders: effect(deps, async (input, { signal }) => {
      const outcome = await folders.publishManifest({ ...input, signal });
      const shown = shownIn(input.roots);
      return outcome.status === 'conflict'
        ? { ...outcome, conflicts: outcome.conflicts.map(shown) }
        : { ...outcome, ...(outcome.left && { left: outcome.left.map(shown) }) };
    }),
    captureFolders: effect(deps, async ({ roots }, { signal, progress }) => {
      const { tree, times } = await folders.captureManifest({ roots, signal, progress });
      return { tree, times };
    }),
    mergeFolders: effect(deps, async (input) => {
      const outcome = await folders.mergeManifests(input);
      const shown = shownIn(input.roots);
      if (outcome.status === 'conflict') return { ...outcome, conflicts: outcome.conflicts.map(shown) };
      return { ...outcome, left: outcome.left?.map(shown) };
    }),
    endGoal: effect(deps, (input) => endGoal(goal.end, input)),
  };
}

function asked({ signal, attempt, progress }: EffectContext) {
  progress('waiting for the model');
  return { signal, attempt };
}

/** Names the paths of a tree of roots as people see them. */
function shownIn(roots: readonly string[]) {
  return <T extends { path: string }>(one: T): T => ({ ...one, path: shownPlace(roots, placeOf(one.path)) });
}
