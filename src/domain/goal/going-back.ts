import type { TreeHash } from '../ids';
import type { Answered, NewQuestion } from '../run/questions';
import type { KitEvent } from '../run/machine';
import { conclude, publishEffect } from './delivery';
import type { Next } from './ending';
import { advance } from './moves';
import { review } from './planning';
import type { SnapshotRef } from '../run/checkpoints';
import type { PlanRow, StepStatus } from './plan';
import type { GoalState } from './state';
import { goalEvents } from './tell';
import { wordsOf } from './words';

type RolledBack = Extract<KitEvent, { type: 'rolled-back' }>;

/** The user went back to a checkpoint, or took one step back: the steps that this undoes are open again. */
export function onRolledBack(state: GoalState, { tree, undone, reason }: RolledBack): Next {
  const next = undone === undefined ? toMark(state, tree) : withoutMark(state, undone);
  const goneBack: GoalState = {
    ...next,
    tree,
    attempt: 1,
    args: undefined,
    choice: undefined,
    goalCheck: undefined,
    unpublished: undefined,
    isAskingArgs: undefined,
    stopped: undefined,
    isGoingBack: undone === undefined,
  };
  const checkpoints = [{ snapshot: { tree }, reason }];
  const { onDisk, publish } = state;
  if (publish !== 'each-step' || state.dryRun || !onDisk) return { ...goOn(goneBack), checkpoints };
  return {
    state: goneBack,
    effect: publishEffect(onDisk, tree, {
      label: `go-back-${state.executed}`,
      of: 'rollback',
      restored: snapshotOf(state, tree),
    }),
    events: [],
    checkpoints,
  };
}

/** The folders as they were when they held a tree. */
function snapshotOf({ base, marks }: GoalState, tree: TreeHash): SnapshotRef {
  if (base?.tree === tree) return base;
  return { tree, times: marks.findLast((one) => one.tree === tree)?.times };
}

/** Goes on after a rollback: where steps were taken back, the user says whether they are done again. */
export function goOn(state: GoalState): Next {
  const next = firstOpen(state);
  if (!state.isGoingBack || !state.statuses.includes('rolled_back'))
    return goAhead({ ...state, isGoingBack: false });
  const { questions } = wordsOf(state.language);
  const question: NewQuestion = {
    kind: 'go-on',
    form: 'choice',
    summary: questions.goOn(next + 1),
    action: `go-on/${state.executed}/${next}`,
    choices: [questions.goOnFrom, questions.endHere],
  };
  return {
    state,
    effect: { type: 'ask', question },
    events: [goalEvents(state.language).takenBack(next + 1)],
  };
}

/** The user's word: the steps that were taken back are done again, or stay undone. */
export function onGoOnAnswered(state: GoalState, answer: Answered): Next {
  const { questions, reasons } = wordsOf(state.language);
  const isGoingOn = answer.status === 'told' && answer.text === questions.goOnFrom;
  const next = { ...state, isGoingBack: false };
  if (!isGoingOn) return conclude(next, [], reasons.wentBack);
  const statuses = next.statuses.map((status): StepStatus => (status === 'rolled_back' ? 'todo' : status));
  return goAhead({ ...next, statuses, at: firstOpen(next) });
}

/** A plan that nobody has approved yet is asked about first. */
function goAhead(state: GoalState): Next {
  return state.isReviewed ? advance(state, []) : review(state, []);
}

/** Index of the first step that is to be done. */
function firstOpen({ statuses }: GoalState): number {
  const index = statuses.findIndex((one) => !OVER.has(one));
  return index < 0 ? statuses.length : index;
}

const OVER: ReadonlySet<StepStatus> = new Set(['done', 'failed', 'replaced']);

/** After the step that led to this tree, or before all. */
function toMark(state: GoalState, tree: string): GoalState {
  const mark = state.marks.findLast((one) => one.tree === tree);
  const last = mark?.index ?? -1;
  const statuses = state.statuses.map((status, index): StepStatus => {
    if (index <= last) return status === 'rolled_back' ? 'done' : status;
    return status === 'replaced' ? status : isChanging(state.plan?.rows[index]) ? 'rolled_back' : 'todo';
  });
  return { ...state, statuses, at: last + 1, marks: state.marks.filter(({ index }) => index <= last) };
}

function withoutMark(state: GoalState, undone: string): GoalState {
  const mark = state.marks.find((one) => one.tree === undone);
  if (!mark) return state;
  const statuses = state.statuses.map((status, index): StepStatus =>
    index === mark.index ? 'rolled_back' : status,
  );
  const outcomes = Object.fromEntries(
    Object.entries(state.outcomes).filter(([number]) => Number(number) !== mark.index + 1),
  );
  return { ...state, statuses, outcomes };
}

/** Reading changed nothing, so it is done again without a word. */
function isChanging(row: PlanRow | undefined): boolean {
  return row !== undefined && !['locate', 'list', 'find', 'read', 'ask'].includes(row.tool);
}
