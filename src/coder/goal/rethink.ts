import { z } from 'zod';
import { excerpt } from '../../domain/text';
import { checkStep } from '../../domain/goal/plan';
import type { BlobHash, EffectKey } from '../../domain/ids';
import type { Usage } from '../../domain/run/budget';
import { planFacts, type GoalTask, keep, readPlan } from './task';
import { askForTask, type AskContext, type GoalThinkDeps } from './ask';
import { usePlan, type MadePlanOutcome } from './make-plan';
import { stepQuestion, type StepThought, goalQuestion, type GoalThought } from './question';
import { arrayIn, objectIn } from '../json-reply';

export type CheckGoalInput = { key: EffectKey } & GoalThought;

/** Word of a model on the goal; absent `holds`: it gave none that can be used. */
export interface GoalVerdict {
  holds?: boolean;
  reason: string;
  usage: Usage;
}

const REASON_CHARS = 500;

export type RethinkInput = { key: EffectKey } & StepThought;

/** Way on after a step that failed: other arguments, new steps, or without it. */
export type RethinkOutcome =
  | { status: 'retry'; args: BlobHash; shown: string; why: string; usage: Usage }
  | MadePlanOutcome
  | { status: 'skip'; why: string; usage: Usage };

const WHY_CHARS = 300;
const GivenArgs = z.record(z.string(), z.unknown());

/** Asks a model how the run goes on. A reply of no use counts as going on without the step. */
export async function rethink(
  deps: GoalThinkDeps,
  input: RethinkInput,
  context: AskContext,
): Promise<RethinkOutcome> {
  const { task, reply } = await askForTask(deps, input, stepQuestion(deps, input), context);
  if (!reply.ok) return { status: 'refused', reason: deps.redact(reply.error), usage: reply.usage };
  return wayOn(deps, task, input, reply.text, reply.usage);
}

async function wayOn(
  deps: GoalThinkDeps,
  task: GoalTask,
  input: RethinkInput,
  text: string,
  usage: Usage,
): Promise<RethinkOutcome> {
  const steps = input.plan === undefined ? [] : (await readPlan(deps.blobs, input.plan)).steps;
  const list = arrayIn(text);
  const given = list ? { action: 'replan', steps: list } : objectIn(text);
  const why = excerpt(deps.redact(typeof given?.['reason'] === 'string' ? given['reason'] : ''), WHY_CHARS);
  switch (given?.['action']) {
    case 'replan':
      return usePlan(deps, task, given['steps'], steps.slice(0, input.index + 1), usage, task.learned);
    case 'retry': {
      const step = steps[input.index];
      const args = GivenArgs.safeParse(given['args']);
      if (!step || !args.success) break;
      const facts = { ...planFacts(deps, task), earlier: steps.slice(0, input.index) };
      const checked = checkStep({ tool: step.tool, args: args.data }, step.number, facts);
      if ('problem' in checked) return { status: 'refused', reason: checked.problem, usage };
      const shown = excerpt(deps.redact(JSON.stringify(checked.step.args)), WHY_CHARS);
      return { status: 'retry', args: await keep(deps.blobs, checked.step.args), shown, why, usage };
    }
    case 'skip':
      return { status: 'skip', why, usage };
  }
  return { status: 'refused', reason: 'The reply says neither retry, replan nor skip.', usage };
}

/** Asks a model whether the goal is reached. */
export async function checkGoal(
  deps: GoalThinkDeps,
  input: CheckGoalInput,
  context: AskContext,
): Promise<GoalVerdict> {
  const { reply } = await askForTask(deps, input, goalQuestion(deps, input), context);
  if (!reply.ok) return { reason: deps.redact(reply.error), usage: reply.usage };
  const { holds, reason } = objectIn(reply.text) ?? {};
  if (typeof holds !== 'boolean')
    return { reason: 'the model gave no verdict that can be read', usage: reply.usage };
  const said = typeof reason === 'string' ? reason : '';
  return { holds, reason: excerpt(deps.redact(said), REASON_CHARS), usage: reply.usage };
}
