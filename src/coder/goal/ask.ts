import { NoModelError } from '../../domain/kintsugi-error';
import type { BlobHash, EffectKey } from '../../domain/ids';
import { withinContext, type ModelClient, type Question, type TextReply } from '../../model';
import { type TimeRange, readGoalTask, type GoalTask } from './task';
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
  const reply = await withinContext({ model, key, prompt: question.messages }, (given) =>
    model.text({
      ...given,
      purpose: question.purpose,
      signal,
      attempt,
      model: named,
    }),
  );
  signal.throwIfAborted();
  return reply;
}

/** Asks the model of a run's task; the task and the question are read at once. */
export async function askForTask(
  deps: GoalThinkDeps,
  input: { key: EffectKey; task: BlobHash },
  question: Promise<Question>,
  context: AskContext,
): Promise<{ task: GoalTask; reply: TextReply }> {
  const [task, asked] = await Promise.all([readGoalTask(deps.blobs, input.task), question]);
  return { task, reply: await ask(deps, input.key, asked, task.model, context) };
}
