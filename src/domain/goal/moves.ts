import type { NewEvent } from '../run/events';
import type { Language } from '../run/input';
import type { NewQuestion } from '../run/questions';
import { conclude } from './delivery';
import { endWith, type Next } from './ending';
import { settleFailure, toNext, withStatus, type Settled } from './failing';
import type { PlanRow } from './plan';
import { PROBLEM_WORDS } from './problem-words';
import { CHILD_TOOLS, type GoalState } from './state';
import { wordsOf } from './words';
import type { GoalTool } from './tool-args';

/** Goes on with the step under way, the next one, or the end. */
export function advance(state: GoalState, events: readonly NewEvent[]): Next {
  const { plan, statuses, at } = state;
  const row = plan?.rows[at];
  if (!plan || !row) return conclude(state, events);
  const status = statuses[at];
  if (status !== 'todo' && status !== 'in_progress') return advance(toNext(state), events);
  if (state.executed >= state.limits.maxSteps)
    return conclude(state, events, wordsOf(state.language).reasons.mostCalls(state.executed));
  const lost = row.uses?.find((number) => statuses[number - 1] !== 'done');
  if (lost !== undefined) {
    const error = wordsOf(state.language).reasons.needsStep(lost);
    return follow(settleFailure(state, { error, isFinal: true }, events));
  }
  return runStep({ ...state, statuses: withStatus(statuses, at, 'in_progress') }, row, events);
}

/** Goes on with what was decided. */
export function follow({ state, events, effect }: Settled): Next {
  return effect ? { state, effect, events } : advance(state, events);
}

function runStep(state: GoalState, row: PlanRow, events: readonly NewEvent[]): Next {
  const { at: index, plan, task, tree, onDisk, args, choice, outcomes } = state;
  if (!plan || task === undefined || tree === undefined || !onDisk)
    return endWith(state, { status: 'failed', why: wordsOf(state.language).reasons.notLooked }, events);
  const used = Object.fromEntries(
    (row.uses ?? []).flatMap((number) => {
      const outcome = outcomes[number];
      return outcome === undefined ? [] : [[number, outcome]];
    }),
  );
  const label = `step-${index + 1}/${state.executed + 1}`;
  return {
    state: { ...state, executed: state.executed + 1 },
    effect: {
      type: 'run-step',
      ...{
        index,
        row,
        plan: plan.plan,
        task,
        args,
        choice,
        tree,
        onDisk: onDisk.tree,
        diskTimes: onDisk.times,
        outcomes: used,
        label,
        quick: isQuickCall(row.tool, state.executed + 1),
      },
      clock: 'steps',
      act: actOf(row, index, state.language),
    },
    events,
  };
}

/** As the policy sees a step: a command by its text. */
function actOf({ tool, line, command }: PlanRow, index: number, language: Language) {
  const summary = PROBLEM_WORDS[language].named(index + 1, command ?? line);
  if (command !== undefined) return { tool: 'command', command, summary };
  return { tool: CHILD_TOOLS.has(tool) ? 'execute' : 'step', summary };
}

/** Asks the user which of several things is meant. */
export function askChoice(
  state: GoalState,
  { question, choices }: { readonly question: string; readonly choices: readonly string[] },
  events: readonly NewEvent[],
): Next {
  const isOpen = choices.length === 0;
  const asked: NewQuestion = {
    kind: 'choice',
    form: isOpen ? 'text' : 'choice',
    summary: question,
    action: JSON.stringify([state.at, state.executed, question]),
    choices: isOpen ? undefined : choices,
  };
  return { state, effect: { type: 'ask', question: asked }, events };
}

/** Tools that look at nothing but the run's tree: any worker can run them, in a few milliseconds. */
const ON_TREE_ALONE: ReadonlySet<GoalTool> = new Set(['make_folder', 'move', 'rename', 'write', 'delete']);

/** Quick calls in a row: after so many, people are heard, and history is looked at. */
const IN_A_ROW = 7;

/** True for a call that is made within the workflow task, without the server's round for an activity. `call`: its number in the run. */
export function isQuickCall(tool: GoalTool, call: number): boolean {
  return ON_TREE_ALONE.has(tool) && call % (IN_A_ROW + 1) !== 0;
}
