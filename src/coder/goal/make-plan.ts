import { progressLine } from '../../domain/goal/progress';
import { checkPlan, rowOf, type PlanRow, type PlanStep } from '../../domain/goal/plan';
import { repeatsFailure, type LearnedRow } from '../../domain/goal/learning';
import type { Language } from '../../domain/run/input';
import type { BlobHash, EffectKey } from '../../domain/ids';
import { NO_USAGE, type Usage } from '../../domain/run/budget';
import { planFacts, readGoalTask, type GoalTask, keepPlan, readPlan } from './task';
import { ask, type AskContext, type GoalThinkDeps } from './ask';
import { planQuestion, type PlanThought } from './question';
import { arrayIn } from '../json-reply';

export type MakePlanInput = { key: EffectKey } & PlanThought;

/** A stored plan with the rows that a run carries, or why there is none. */
export type MadePlanOutcome =
  | { status: 'planned'; plan: BlobHash; rows: readonly PlanRow[]; usage: Usage }
  | { status: 'refused'; reason: string; usage: Usage };

/** Makes a plan: of the user's own, of the text that the user made of it, or of a model's reply. Unusable ones are a value. */
export async function makePlan(
  deps: GoalThinkDeps,
  input: MakePlanInput,
  context: AskContext,
): Promise<MadePlanOutcome> {
  const task = await readGoalTask(deps.blobs, input.task);
  const { reason } = input;
  if (reason.of === 'edited') return readEdited(deps, task, reason.text);
  if (reason.of === 'first' && task.plan) return usePlan(deps, task, task.plan, [], NO_USAGE);
  const reply = await askForPlan(deps, input, task, context);
  const earlier = input.plan === undefined ? [] : (await readPlan(deps.blobs, input.plan)).steps;
  if ('problem' in reply) return { status: 'refused', reason: reply.problem, usage: reply.usage };
  // A model that gives such a call again, told of the reason, may know better.
  const learned = reason.of === 'malformed' ? [] : task.learned;
  return usePlan(deps, task, reply.value, earlier.slice(0, input.keep), reply.usage, learned);
}

function readEdited(deps: GoalThinkDeps, task: GoalTask, text: string): Promise<MadePlanOutcome> {
  try {
    return usePlan(deps, task, JSON.parse(text), [], NO_USAGE);
  } catch {
    const reason = 'it is not JSON: give an array of steps.';
    return Promise.resolve({ status: 'refused', reason, usage: NO_USAGE });
  }
}

/** Checks a plan and keeps it, after the steps that stay. `learned`: a call that failed when it was last tried is refused. */
export async function usePlan(
  deps: GoalThinkDeps,
  task: Pick<GoalTask, 'roots' | 'language' | 'now'>,
  given: unknown,
  earlier: readonly PlanStep[],
  usage: Usage,
  learned: readonly LearnedRow[] = [],
): Promise<MadePlanOutcome> {
  const checked = checkPlan(given, { ...planFacts(deps, task), earlier });
  if ('problem' in checked) return { status: 'refused', reason: checked.problem, usage };
  const known = repeatsFailure(learned, checked.steps);
  if (known !== undefined) return { status: 'refused', reason: known, usage };
  const steps = [...earlier, ...checked.steps];
  const rows = steps.map((step) => rowOf(step, lineOf(step, task.language)));
  return { status: 'planned', plan: await keepPlan(deps.blobs, steps), rows, usage };
}

/** A step in words: its own, else those of its tool. */
export function lineOf({ tool, args, description }: PlanStep, language: Language): string {
  return description === '' ? progressLine(tool, args, language) : description;
}

async function askForPlan(
  deps: GoalThinkDeps,
  input: MakePlanInput,
  task: GoalTask,
  context: AskContext,
): Promise<{ value: unknown; usage: Usage } | { problem: string; usage: Usage }> {
  const reply = await ask(deps, input.key, await planQuestion(deps, input), task.model, context);
  if (!reply.ok) return { problem: deps.redact(reply.error), usage: reply.usage };
  const value = arrayIn(reply.text);
  if (value === undefined) return { problem: 'The reply is no JSON array of steps.', usage: reply.usage };
  return { value, usage: reply.usage };
}
