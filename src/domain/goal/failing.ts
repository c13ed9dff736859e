import type { NewEvent } from '../run/events';
import type { PlanRow, StepStatus } from './plan';
import type { GoalEffect, GoalState } from './state';
import type { FailedTry, StepDone, StepResult } from './step';
import { goalEvents } from './tell';
import { thinkingOf, thinks } from './thinking';
import { wordsOf } from './words';

export interface Failure {
  readonly error: string;
  /** Absent: nothing was called. */
  readonly done?: StepDone;
  /** Another try would end in the same way: a step that it needs has failed, or the policy does not allow it. */
  readonly isFinal?: boolean;
}

/** The run after a decision, and the effect that it asks for; absent: it goes on with its next step. */
export interface Settled {
  readonly state: GoalState;
  readonly events: readonly NewEvent[];
  readonly effect?: GoalEffect;
}

const MOST_FAILURES = 8;
const ERROR_CHARS = 300;
/** Tries of a step where neither the plan nor the user says: without a model the same call would fail again. */
const TRIES_WITH_MODEL = 3;

/** Decides on a step that failed: again with other arguments, a new plan, or on without it. */
export function settleFailure(state: GoalState, failure: Failure, before: readonly NewEvent[]): Settled {
  const { at, attempt, plan, limits } = state;
  const row = plan?.rows[at];
  if (!row) return { state, events: before };
  const result = failedResult(state, row, failure);
  const events = [...before, goalEvents(state.language).stepFailed(result)];
  const next = { ...remember(state, row, failure), results: [...state.results, result] };
  const thinking = thinks(state) ? thinkingOf(next) : undefined;
  const allowed = row.maxAttempts ?? limits.maxAttempts ?? (thinking ? TRIES_WITH_MODEL : 1);
  if (attempt < allowed && !failure.isFinal) {
    const again = { ...next, attempt: attempt + 1, choice: undefined };
    if (!thinking) return { state: again, events };
    const label = `rethink-${state.executed}`;
    return {
      state: again,
      events,
      effect: { type: 'rethink', index: at, args: state.args, label, ...thinking },
    };
  }
  if (thinking && state.replans < limits.maxReplans)
    return replan(next, wordsOf(state.language).reasons.stepFailed(at + 1, failure.error), events);
  return { state: withoutStep(next), events };
}

/** Asks for a new plan from the step under way on; undefined thinking: it goes on without. */
export function replan(state: GoalState, problem: string, events: readonly NewEvent[]): Settled {
  const thinking = thinkingOf(state);
  if (!thinking) return { state: withoutStep(state), events };
  const replans = state.replans + 1;
  const keep = Math.min(state.at + 1, state.plan?.rows.length ?? 0);
  return {
    state: { ...state, replans, planTries: 0 },
    events,
    effect: {
      type: 'plan',
      reason: { of: 'replan', problem },
      keep,
      label: `replan-${replans}`,
      ...thinking,
    },
  };
}

/** The run at its next step: the one under way has failed. */
export function withoutStep(state: GoalState): GoalState {
  // All steps were done where the goal as a whole was not reached.
  if (state.statuses[state.at] === 'done') return toNext(state);
  return toNext({ ...state, statuses: withStatus(state.statuses, state.at, 'failed') });
}

/** The run at its next step. */
export function toNext(state: GoalState): GoalState {
  return { ...state, at: state.at + 1, attempt: 1, args: undefined, choice: undefined };
}

export function withStatus(
  statuses: readonly StepStatus[],
  index: number,
  status: StepStatus,
): readonly StepStatus[] {
  return statuses.map((one, position) => (position === index ? status : one));
}

function failedResult(
  { at, attempt, args }: GoalState,
  { tool }: PlanRow,
  { error, done }: Failure,
): StepResult {
  return {
    number: at + 1,
    tool,
    status: 'failed',
    attempt,
    errorReason: error.slice(0, ERROR_CHARS),
    done: done?.done ?? 0,
    total: done?.total ?? 0,
    durationMs: done?.durationMs ?? 0,
    ...(args !== undefined && { args }),
    outcome: done?.outcome,
  };
}

function remember(state: GoalState, { tool }: PlanRow, { error, done }: Failure): GoalState {
  const failed: FailedTry = {
    step: state.at + 1,
    attempt: state.attempt,
    tool,
    args: done?.called ?? '',
    error: error.slice(0, ERROR_CHARS),
  };
  return { ...state, failures: [...state.failures, failed].slice(-MOST_FAILURES) };
}
