import type { TreeHash } from '../ids';
import type { SnapshotRef } from '../run/checkpoints';
import { endWith, type Next } from './ending';
import { refuseStep } from './evaluate';
import { settleFailure, toNext, withStatus } from './failing';
import { advance, askChoice, follow } from './moves';
import { PROBLEM_WORDS } from './problem-words';
import type { PathConflict } from '../files/workspace';
import { publishEffect } from './delivery';
import type { GoalState } from './state';
import type { StepDone, StepResult } from './step';
import { goalEvents } from './tell';
import { wordsOf } from './words';

/** Marks that a run keeps: as many checkpoints are at hand. */
const MOST_MARKS = 64;

/** A step was carried out on the run's tree. One that failed leaves nothing in it. */
export function onStepDone(state: GoalState, done: StepDone): Next {
  if (done.ambiguous) return askChoice(state, done.ambiguous, []);
  const error = refuseStep(done, state.minSuccess, state.language);
  if (error !== undefined) {
    return follow(settleFailure(state, { error, done }, []));
  }
  const changed = done.tree !== undefined && done.tree !== state.tree;
  if (changed && state.publish === 'each-step' && !state.dryRun) return publishStep(state, done, done.tree);
  return completed(state, done, changed ? { tree: done.tree } : undefined);
}

function publishStep(state: GoalState, done: StepDone, tree: TreeHash): Next {
  const { onDisk, at, executed } = state;
  if (!onDisk) return completed(state, done, undefined);
  return {
    state: { ...state, unpublished: done },
    effect: publishEffect(onDisk, tree, {
      label: `publish-${at + 1}/${executed}`,
      of: 'step',
      act: {
        tool: 'publish',
        summary: `write step ${at + 1}`,
        paths: done.paths,
        morePaths: done.morePaths,
        approved: true,
      },
    }),
    events: [],
  };
}

/** The change of a step is on disk: the run goes on from what the folders hold now. */
export function onStepPublished(state: GoalState, onDisk: SnapshotRef): Next {
  const { unpublished, ...rest } = state;
  const next = { ...rest, onDisk, published: true };
  return unpublished ? completed(next, unpublished, onDisk) : advance(next, []);
}

/** The folders changed meanwhile: the step failed, and nothing of it was written. */
export function onStepConflict(state: GoalState, conflicts: readonly PathConflict[]): Next {
  const { unpublished: done, ...rest } = state;
  const [first] = conflicts;
  const { changedMeanwhile } = wordsOf(state.language).reasons;
  const error = changedMeanwhile(first?.path ?? '', first?.reason ?? '');
  return follow(settleFailure(rest, { error, done, isFinal: true }, []));
}

/** Nothing can go on: what was published after each step is taken back. */
export function onSerious(state: GoalState, reason: string): Next {
  const { base, onDisk } = state;
  const told = [goalEvents(state.language).notPublished(reason)];
  const next = { ...state, unpublished: undefined, stopped: reason };
  if (!state.published || !base || !onDisk || onDisk.tree === base.tree)
    return endWith(next, { status: 'unpublished', why: reason }, told);
  return {
    state: { ...next, tree: base.tree },
    effect: publishEffect(onDisk, base.tree, { label: 'take-back', of: 'rollback', restored: base }),
    events: told,
  };
}

function completed(state: GoalState, done: StepDone, changed: SnapshotRef | undefined): Next {
  const { at: index, plan, statuses, attempt, args, language } = state;
  const row = plan?.rows[index];
  if (!row) return advance(state, []);
  const number = index + 1;
  const result: StepResult = {
    ...{ number, tool: row.tool, status: 'done', attempt },
    ...{ done: done.done, total: done.total, durationMs: done.durationMs, outcome: done.outcome },
    ...(args !== undefined && { args }),
  };
  const events = [goalEvents(language).stepCompleted(result, row, done, changed)];
  const isUsed = plan.rows.some(({ uses }) => uses?.includes(number));
  const next: GoalState = {
    ...state,
    statuses: withStatus(statuses, index, 'done'),
    results: [...state.results, result],
    outcomes: isUsed ? { ...state.outcomes, [number]: done.outcome } : state.outcomes,
    ...(changed && {
      tree: changed.tree,
      marks: [...state.marks, { index, ...changed }].slice(-MOST_MARKS),
    }),
  };
  const moved = advance(toNext(next), events);
  if (!changed) return moved;
  const reason = PROBLEM_WORDS[state.language].named(number, row.line);
  return { ...moved, checkpoints: [{ snapshot: changed, reason }, ...(moved.checkpoints ?? [])] };
}
