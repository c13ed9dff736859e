import { excerpt } from '../../domain/text';
import type { EffectKey } from '../../domain/ids';
import type { Usage } from '../../domain/run/usage';
import { withinContext } from '../../model';
import type { AskContext, GoalThinkDeps } from './make-plan';
import { goalQuestion, type GoalThought } from './question';
import { objectIn } from './replies';
import { readGoalTask } from './task';

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
  { signal, attempt }: AskContext,
): Promise<GoalVerdict> {
  const { model } = deps;
  if (!model) throw new Error('This worker has no model: set KINTSUGI_MODEL and start it again.');
  const [task, question] = await Promise.all([readGoalTask(deps.blobs, input.task), goalQuestion(deps, input)]);
  const reply = await withinContext({ model, key: input.key }, async (budget, compactable) =>
    model.text({
      ...compactable,
      purpose: question.purpose,
      messages: await question.messages(budget),
      key: input.key,
      signal,
      attempt,
      model: task.model,
    }),
  );
  signal.throwIfAborted();
  if (!reply.ok) return { reason: deps.redact(reply.error), usage: reply.usage };
  const { holds, reason } = objectIn(reply.text) ?? {};
  if (typeof holds !== 'boolean')
    return { reason: 'the model gave no verdict that can be read', usage: reply.usage };
  const said = typeof reason === 'string' ? reason : '';
  return { holds, reason: excerpt(deps.redact(said), REASON_CHARS), usage: reply.usage };
}
