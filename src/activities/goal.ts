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
} from '../coder/goal';
import { placeOf, shownPlace } from '../domain/goal/places';
import type { EffectContext } from '../machine/effect-context';
import type { Workspaces } from '../workspace';
import { effect, keptEffect, type EffectStores } from './effect';
import type { GoalActivities } from './goal-types';

/** Parts that the effects of goals are built from. */
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
