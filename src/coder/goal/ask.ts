import { NoModelError } from '../../domain/kintsugi-error';
import type { EffectKey } from '../../domain/ids';
import { withinContext, type ModelClient, type Question, type TextReply } from '../../model';
import type { TimeRange } from './abilities';
import type { GoalQuestionDeps } from './question';

/** Parts of a worker that thinking calls need. */
export interface GoalThinkDeps extends GoalQuestionDeps {
  /** Absent where no model is configured. */
  model?: ModelClient;
  timeRange: TimeRange;
}

/** Facts of the activity of a thinking call. */
export interface AskContext {
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
}

/** Asks a model a question as text. `named`: the model that the run names. */
export async function ask(
  { model }: Pick<GoalThinkDeps, 'model'>,
  key: EffectKey,
  question: Question,
  named: string | undefined,
  { signal, attempt }: AskContext,
): Promise<TextReply> {
  if (!model) throw new NoModelError();
  const reply = await withinContext({ model, key }, async (budget, compactable) =>
    model.text({
      ...compactable,
      purpose: question.purpose,
      messages: await question.messages(budget),
      key,
      signal,
      attempt,
      model: named,
    }),
  );
  signal.throwIfAborted();
  return reply;
}
