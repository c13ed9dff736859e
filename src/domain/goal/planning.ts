import type { NewEvent } from '../run/events';
import type { Answered, NewQuestion } from '../run/questions';
import { endWith, type Next } from './ending';
import { toNext, withoutStep } from './failing';
import { advance } from './moves';
import { type MadePlan, type StepStatus, Plan } from './plan';
import type { GoalState, PlanReason } from './state';
import { goalEvents } from './tell';
import { thinkingOf } from './thinking';
import { wordsOf } from './words';

/** Name under which a plan is edited while it is approved. */
export const PLAN_FILE = 'plan.json';

const MOST_PLAN_TRIES = 3;

/** Asks for a plan: the model's first one, one that can be used, or the user's own. */
export function askPlan(state: GoalState, reason: PlanReason, events: readonly NewEvent[]): Next {
  const thinking = thinkingOf(state);
  if (!thinking) return endWith(state, { status: 'failed' }, events);
  const keep = state.plan && reason.of !== 'edited' ? Math.min(state.at + 1, state.plan.rows.length) : 0;
  const label = `plan-${state.replans}-${state.planTries}-${state.reviews}`;
  return { state, effect: { type: 'plan', reason, keep, label, ...thinking }, events };
}

/** A plan is made: the first one is reviewed, a later one goes on in the place of what was left. */
export function onPlanned(state: GoalState, made: MadePlan): Next {
  const isFirst = state.plan === undefined || (!state.isReviewed && state.executed === 0);
  const before = isFirst ? 0 : Math.min(state.at + 1, state.plan?.rows.length ?? 0);
  const added = made.rows.slice(before);
  const why = isFirst ? undefined : (state.failures.at(-1)?.error ?? '');
  const events = [goalEvents(state.language).planUpdated(made.plan, { rows: added, before, why })];
  const fresh: StepStatus[] = added.map(() => 'todo');
  if (isFirst) {
    const next = { ...state, plan: made, statuses: fresh, at: 0, attempt: 1, planTries: 0 };
    return state.isApprovedAsEdited ? advance({ ...next, isReviewed: true }, events) : review(next, events);
  }
  const kept = state.statuses
    .slice(0, state.at + 1)
    .map((status, index) => (index === state.at ? replaced(status) : status));
  const planned = { ...state, plan: made, statuses: [...kept, ...fresh], planTries: 0, goalCheck: undefined };
  const next = toNext(planned);
  // What is written at once was approved with the plan before.
  return writesSteps(state) ? review({ ...next, isReviewed: false }, events) : advance(next, events);
}

/** True if the folders change after each step. */
function writesSteps({ publish, dryRun }: GoalState): boolean {
  return publish === 'each-step' && !dryRun;
}

function replaced(status: StepStatus): StepStatus {
  return status === 'done' ? status : 'replaced';
}

/** A reply that is no plan: asked for again, with the reason. */
export function onPlanRefused(state: GoalState, reason: string): Next {
  const told = goalEvents(state.language).planRefused(reason);
  const tries = state.planTries + 1;
  const next = { ...state, planTries: tries };
  const isMadeAnew = state.hasModel && !(state.isPlanGiven && !state.isReviewed);
  if (isMadeAnew && tries < MOST_PLAN_TRIES)
    return askPlan(next, { of: 'malformed', problem: reason }, [told]);
  return withoutPlan(next, reason, [told]);
}

/** No plan can be had: a run that has one goes on with it, without the step that failed. */
export function withoutPlan(state: GoalState, reason: string, events: readonly NewEvent[]): Next {
  if (state.isReviewed && state.plan) return advance(withoutStep({ ...state, planTries: 0 }), events);
  const told = goalEvents(state.language).noPlan(reason);
  return endWith(state, { status: 'failed', why: wordsOf(state.language).reasons.noPlan(reason) }, [
    ...events,
    told,
  ]);
}

/** Puts the plan to the user where approvals say so. A run that publishes after each step asks for that here, once. */
export function review(state: GoalState, events: readonly NewEvent[], refusal?: string): Next {
  const { plan, at } = state;
  const writes = writesSteps(state);
  const rows = (plan?.rows ?? []).slice(at);
  const { questions } = wordsOf(state.language);
  const question: NewQuestion = {
    kind: writes ? 'publish' : 'plan',
    hash: plan?.plan,
    summary: writes ? questions.planWritten(rows.length) : questions.plan(rows.length),
    files: [],
    diffExcerpt: rows
      .map(({ line }, index) => `${at + index + 1}. ${line}`)
      .join('\n')
      .slice(0, 2_000),
  };
  const asked = { ...state, reviews: state.reviews + 1 };
  return { state: asked, effect: { type: 'ask', question }, events, refusal };
}

/** The user's word on the plan. */
export function onPlanAnswered(state: GoalState, answer: Answered): Next {
  const { refusals, reasons } = wordsOf(state.language);
  switch (answer.status) {
    case 'granted': {
      if (answer.edits.length === 0) return advance({ ...state, isReviewed: true }, []);
      const [edit] = answer.edits;
      const isPlan = answer.edits.length === 1 && edit?.path === PLAN_FILE;
      if (!isPlan || (edit.action !== 'create' && edit.action !== 'modify'))
        return review(state, [], refusals.onePlanFile(PLAN_FILE));
      if (state.executed > 0) return review(state, [], refusals.onlyFirstPlan);
      return askPlan({ ...state, isApprovedAsEdited: true }, { of: 'edited', text: edit.content }, []);
    }
    case 'rejected':
      return endWith(state, { status: 'rejected', why: answer.reason }, []);
    case 'denied':
      return endWith(state, { status: 'denied', why: answer.reason }, []);
    case 'expired':
    case 'told':
      return endWith(state, { status: 'expired', why: reasons.nobodyAnswered }, []);
  }
}

/** An edited plan that can't be used: the one before it is asked about again. */
export function onEditRefused(state: GoalState, reason: string): Next {
  return review(
    { ...state, isApprovedAsEdited: false },
    [],
    wordsOf(state.language).refusals.editedPlan(reason),
  );
}

/** A stored plan as a user edits it: the array of steps that `--plan` takes. */
export function givenPlanText(stored: string): string {
  const { steps } = Plan.parse(JSON.parse(stored));
  const given = steps.map(({ description, tool, args, maxAttempts }) => ({
    ...(description !== '' && { description }),
    tool,
    args,
    maxAttempts,
  }));
  return `${JSON.stringify(given, null, 2)}\n`;
}
