import { NoModelError } from '../../domain/kintsugi-error';
import type { BlobHash, EffectKey } from '../../domain/ids';
import { ANSWER_CHARS, type Handled } from '../../domain/session/handling';
import type { AgentMode } from '../../domain/session/modes';
import { MODES } from '../../domain/session/modes';
import type { HandlerTask } from '../../domain/session/state';
import { availableTransitions } from '../../domain/session/transitions/index';
import { excerpt } from '../../domain/text';
import type { Usage } from '../../domain/run/usage';
import { withinContext, type Question } from '../../model';
import { clip } from '../material';
import { objectIn } from '../json-reply';
import { renderPrompt } from '../prompts';
import { keepProposal } from './keep';
import type { HandlerContext, SessionDeps } from './types';

/** Thinking call that finishes the work of a mode. */
export interface AnswerInput {
  key: EffectKey;
  mode: AgentMode;
  task: HandlerTask;
  /** Findings of the handler. */
  material: BlobHash;
  /** Asked in place of the worker's own. */
  model?: string;
}

/** Part of a result that a model gives; empty where its reply can't be used. */
export type Answered = Partial<Pick<Handled, 'answer' | 'trigger' | 'reason' | 'proposal'>> & {
  usage: Usage;
};

/** Asks a model to finish the work of a mode on what its handler found. */
export async function answerTask(
  deps: SessionDeps,
  input: AnswerInput,
  context: HandlerContext,
): Promise<Answered> {
  const { model } = deps;
  if (!model) throw new NoModelError();
  const question = await answerQuestion(deps, input);
  const reply = await withinContext({ model, key: input.key }, async (budget, compactable) =>
    model.text({
      ...compactable,
      purpose: question.purpose,
      messages: await question.messages(budget),
      key: input.key,
      signal: context.signal,
      attempt: context.attempt,
      model: input.model,
    }),
  );
  context.signal.throwIfAborted();
  if (!reply.ok) return { reason: deps.redact(reply.error), usage: reply.usage };
  return { ...(await read(deps, input.mode, reply.text)), usage: reply.usage };
}

/** The question of such a call. */
export async function answerQuestion(
  { blobs, redact }: Pick<SessionDeps, 'blobs' | 'redact'>,
  { mode, task, material }: AnswerInput,
): Promise<Question> {
  const found = String(await blobs.load(material));
  const { context, earlier } = task;
  const talk = earlier.map(({ text, answer }) => `User: ${text}\nAnswer: ${answer}`).join('\n\n');
  const rejections = context.rejections.map(({ reason }) => `- ${reason}`).join('\n');
  return {
    purpose: 'chat',
    messages: (budget) =>
      Promise.resolve(
        renderPrompt('session.answer.v1', {
          mode: `${mode}: ${MODES[mode].line.en}`,
          triggers: availableTransitions(mode)
            .map(({ trigger, to, reason }) => `- ${trigger} (to ${to}): ${reason}`)
            .join('\n'),
          conversation: redact(clip(talk || '(nothing)', budget / 6)),
          rejections: redact(clip(rejections || '(none)', budget / 12)),
          material: clip(found, budget / 2),
          request: redact(clip(task.text, budget / 6)),
        }),
      ),
  };
}

async function read(deps: SessionDeps, mode: AgentMode, text: string): Promise<Omit<Answered, 'usage'>> {
  const { answer, trigger, reason } = objectIn(text) ?? {};
  // A reply that is no object is an answer without a trigger.
  const said = deps.redact(typeof answer === 'string' ? answer : text);
  const isLegal = availableTransitions(mode).some((one) => one.trigger === trigger);
  const why = typeof reason === 'string' ? deps.redact(excerpt(reason, 300)) : undefined;
  const proposal = MODES[mode].proposes ? await keepProposal(deps, said) : undefined;
  return {
    answer: excerpt(said, ANSWER_CHARS),
    ...(isLegal && { trigger: String(trigger) }),
    ...(why !== undefined && { reason: why }),
    ...(proposal && { proposal }),
  };
}
