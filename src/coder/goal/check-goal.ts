import { excerpt } from '../../domain/text';
import type { EffectKey } from '../../domain/ids';
import type { Usage } from '../../domain/run/usage';
import { askForTask, type AskContext, type GoalThinkDeps } from './ask';
import { goalQuestion, type GoalThought } from './question';
import { objectIn } from '../json-reply';

export type CheckGoalInput = { key: EffectKey } & GoalThought;

/** Word of a model on the goal; absent `holds`: it gave none that can be used. */
export interface GoalVerdict {
  holds?: boolean;
  reason: string;
  usage: Usage;
}

const REASON_CHARS = 500;

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
