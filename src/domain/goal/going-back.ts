import type { Answered, NewQuestion } from '../run/questions';
import type { KitEvent } from '../run/machine';
import { conclude } from './delivery';
import type { Next } from './ending';
import { advance } from './moves';
import type { PlanRow, StepStatus } from './plan';
import type { GoalState } from './state';
import { goalEvents } from './tell';

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
    stopped: undefined,
    isGoingBack: undone === undefined,
  };
  const checkpoints = [{ snapshot: { tree }, reason }];
  const { onDisk, publish } = state;
  if (publish !== 'each-step' || state.dryRun || !onDisk) return { ...goOn(goneBack), checkpoints };
  return {
    state: goneBack,
    effect: {
      type: 'publish',
      ...{
        base: onDisk.tree,
        tree,
        dryRun: false,
        label: `go-back-${state.executed}`,
        of: 'rollback' as const,
      },
      untimed: true,
    },
    events: [],
    checkpoints,
  };
}

/** Goes on after a rollback: where steps were taken back, the user says whether they are done again. */
export function goOn(state: GoalState): Next {
  const next = state.statuses.indexOf('rolled_back');
  if (!state.isGoingBack || next < 0) return advance({ ...state, isGoingBack: false }, []);
  const question: NewQuestion = {
    kind: 'go-on',
    form: 'choice',
    summary: `The files are as before step ${next + 1}. How shall the run go on?`,
    action: `go-on/${state.executed}/${next}`,
    choices: [GO_ON, END_HERE],
  };
  return {
    state,
    effect: { type: 'ask', question },
    events: [goalEvents(state.language).takenBack(next + 1)],
  };
}

const GO_ON = 'go on from there';
const END_HERE = 'end here';

/** The user's word: the steps that were taken back are done again, or stay undone. */
export function onGoOnAnswered(state: GoalState, answer: Answered): Next {
  const isGoingOn = answer.status === 'told' && answer.text === GO_ON;
  const next = { ...state, isGoingBack: false };
  if (!isGoingOn) return conclude(next, [], 'you went back, and ended it there');
  const first = next.statuses.indexOf('rolled_back');
  const statuses = next.statuses.map((status): StepStatus => (status === 'rolled_back' ? 'todo' : status));
  return advance({ ...next, statuses, at: Math.max(first, 0) }, []);
}

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

/** Without the step that led to a tree. */
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
