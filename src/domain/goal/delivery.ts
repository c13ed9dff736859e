import type { TreeDiff } from '../files/workspace';
import type { NewEvent } from '../run/events';
import type { Answered, NewQuestion } from '../run/questions';
import { endWith, type Next } from './ending';
import { countSteps, percent, runSuccess, type Success } from './evaluate';
import { replan } from './failing';
import type { Ending, GoalState, GoalStatus, GoalEffect } from './state';
import { goalEvents } from './tell';
import { thinkingOf, thinks } from './thinking';
import { sentence, wordsOf } from './words';
import type { GoalTool } from './tool-args';
import { touchedPaths } from '../files/touched-paths';
import type { TreeHash } from '../ids';
import type { SnapshotRef } from '../run/checkpoints';
import type { EffectTraits } from '../run/machine';

type Publish = Extract<GoalEffect, { type: 'publish' }>;

/** All steps are over, or a limit is: the change as a whole is looked at. */
export function conclude(state: GoalState, events: readonly NewEvent[], limit?: string): Next {
  const { base, tree } = state;
  const why = limit ?? state.stopped;
  const next = { ...state, stopped: why };
  if (!base || tree === undefined) return endWith(next, { status: 'failed', why }, events);
  const label = `change-${state.executed}-${state.replans}`;
  return { state: next, effect: { type: 'compare', base: base.tree, tree, label, untimed: true }, events };
}

export function successOf({ statuses, minSuccess, stopped }: GoalState): Success {
  const success = runSuccess(countSteps(statuses), minSuccess);
  return stopped !== undefined && success === 'whole' ? 'enough' : success;
}

/** The change is known: the model is asked whether the goal holds, then the user whether it may be published. */
export function onCompared(state: GoalState, diff: TreeDiff): Next {
  const next = { ...state, diff };
  const thinking = thinkingOf(next);
  const isChecked = next.goalCheck !== undefined || next.stopped !== undefined;
  if (!isChecked && thinking && thinks(next) && successOf(next) !== 'too-little')
    return {
      state: next,
      effect: {
        type: 'check-goal',
        label: `check-goal-${state.replans}`,
        change: diff.excerpt,
        results: tellingResults(state),
        ...thinking,
      },
      events: [],
    };
  return offer(next, []);
}

/** Outcomes that say what there was: the newest of steps that look, and those of steps of which items failed. */
function tellingResults({ results }: GoalState) {
  return results
    .filter(({ status, tool, done, total }) => status === 'done' && (LOOKS.has(tool) || done < total))
    .slice(-MOST_TELLING)
    .flatMap(({ number, outcome }) => (outcome === undefined ? [] : [{ step: number, outcome }]));
}

const MOST_TELLING = 8;
const LOOKS: ReadonlySet<GoalTool> = new Set(['find', 'read', 'list', 'run', 'ask']);

/** The model's word on the goal: where it does not hold, a new plan may reach it. */
export function onGoalChecked(state: GoalState, holds: boolean, reason: string): Next {
  const events = [goalEvents(state.language).goalChecked(holds, reason)];
  const next = { ...state, goalCheck: { holds, reason } };
  if (holds || state.replans >= state.limits.maxReplans) return offer(next, events);
  const last = { ...next, at: (state.plan?.rows.length ?? 1) - 1 };
  const settled = replan(last, wordsOf(state.language).reasons.notReached(reason), events);
  return settled.effect ? { ...settled, effect: settled.effect } : offer(next, events);
}

/** Asks whether the change may be published; what needs no publishing ends the run. */
export function offer(state: GoalState, events: readonly NewEvent[]): Next {
  const { diff, publish, level } = state;
  const success = successOf(state);
  const nothingToDo = diff === undefined || diff.fileCount === 0;
  if (nothingToDo) return endWith(state, endingOf(state, success), events);
  if (state.dryRun) return publishNow(state, events);
  if (publish === 'each-step') return endWith(state, endingOf(state, success), events);
  const isDoubtful = success === 'too-little' || state.goalCheck?.holds === false;
  // Nobody is asked at LOW: what is not done well enough is not published.
  if (success === 'too-little' && level === 'LOW') return endWith(state, endingOf(state, success), events);
  const question: NewQuestion = {
    kind: 'publish',
    hash: diff.hash,
    summary: summaryOf(state, diff),
    act: actOf(state, diff),
    files: diff.files,
    diffExcerpt: diff.excerpt,
    warnings: warningsOf(state),
    always: (isDoubtful && level !== 'LOW') || diff.unshown !== undefined,
  };
  return { state, effect: { type: 'ask', question, untimed: true }, events };
}

/** The change as the policy hears of it: what people are shown, and what its rules say of the files below. */
function actOf({ told }: GoalState, { files, fileCount }: TreeDiff): NewQuestion['act'] {
  return {
    paths: [...new Set([...touchedPaths(files), ...(told?.paths ?? [])])],
    // Those that are told stand for all, also for the ones that are not shown.
    morePaths: told ? told.more : fileCount - files.length,
  };
}

/** The user's word on the change. */
export function onPublishAnswered(state: GoalState, answer: Answered): Next {
  switch (answer.status) {
    case 'granted':
      if (answer.edits.length > 0)
        return {
          ...offer(state, []),
          refusal: wordsOf(state.language).refusals.noEdits,
        };
      return publishNow(state, []);
    case 'rejected':
      return endWith(state, { status: 'rejected', why: answer.reason }, []);
    case 'denied':
      return endWith(state, { status: 'denied', why: answer.reason }, []);
    case 'expired':
    case 'told':
      return endWith(state, { status: 'expired', why: wordsOf(state.language).reasons.nobodyAnswered }, []);
  }
}

function publishNow(state: GoalState, events: readonly NewEvent[]): Next {
  const { onDisk, tree, dryRun } = state;
  if (!onDisk || tree === undefined) return endWith(state, { status: 'failed' }, events);
  return {
    state,
    effect: publishEffect(onDisk, tree, {
      label: 'publish',
      of: 'end',
      dryRun,
      held: undefined,
      closing: true,
    }),
    events,
  };
}

/** The end of a run whose change is published, or has nothing to publish. */
export function endingOf(state: GoalState, success: Success): Ending {
  const status: Record<Success, GoalStatus> = {
    whole: 'completed',
    enough: 'partial',
    'too-little': 'incomplete',
  };
  return { status: status[success], why: state.stopped };
}

/** `Publish 3 changes: 4 of 4 steps are done.` */
function summaryOf(state: GoalState, diff: TreeDiff): string {
  const { done, failed, open } = countSteps(state.statuses);
  return wordsOf(state.language).questions.publish(diff.fileCount, done, done + failed + open);
}

function warningsOf(state: GoalState): string[] {
  const { failed, open, done } = countSteps(state.statuses);
  const { language, stopped, unchecked, goalCheck, diff } = state;
  const { warnings, results } = wordsOf(language);
  const lastFailure = state.failures.at(-1);
  return [
    ...(successOf(state) === 'too-little'
      ? [warnings.tooFew(done, done + failed + open, percent(state.minSuccess))]
      : []),
    ...(failed > 0 && lastFailure ? [warnings.stepFailed(lastFailure.step, lastFailure.error)] : []),
    ...(stopped === undefined ? [] : [warnings.stopped(stopped)]),
    ...(unchecked === undefined ? [] : [results.unchecked(unchecked)]),
    ...(goalCheck?.holds === false ? [warnings.notReached(goalCheck.reason)] : []),
    ...(diff?.unshown === undefined ? [] : [warnings.unshown(diff.unshown)]),
    ...(diff?.unkept ?? []),
  ].map((text) => sentence(text, language));
}

/** Brings the folders from what they hold to a tree. The time limit of the run does not end it, and a rollback waits for it. */
export function publishEffect(
  onDisk: SnapshotRef,
  tree: TreeHash,
  { dryRun = false, ...rest }: Pick<Publish, 'label' | 'of'> & Partial<Publish & EffectTraits>,
): Publish & EffectTraits {
  const base = { base: onDisk.tree, baseTimes: onDisk.times };
  return { untimed: true, held: true, ...rest, type: 'publish', ...base, tree, dryRun };
}
