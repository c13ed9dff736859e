import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { NoModelError } from '../../domain/kintsugi-error';
import type { EffectKey } from '../../domain/ids';
import type { Usage } from '../../domain/run/budget';
import {
  classifyIntent,
  ReadIntent,
  readWeights,
  type IntentAsk,
  type IntentReading,
  type Weights,
} from '../../domain/session/intent/index';
import { AgentMode, MODES } from '../../domain/session/modes';
import { withinContext, type Question } from '../../model';
import { objectIn } from '../json-reply';
import { clip } from '../material';
import { renderPrompt } from '../prompts';
import type { HandlerContext, SessionDeps } from './types';

/** Call that reads what a message asks for. */
export interface IntentInput extends IntentAsk {
  key: EffectKey;
  /** Asked in place of the worker's own. */
  model?: string;
}

/** Confidence below which the classifier knows no less. */
const LEAST_CONFIDENCE = 0.5;

/** Classifier by the weights of a file, which is read at the first text. */
export function openClassifier(file: string): (text: string) => IntentReading {
  let weights: Weights | undefined;
  return (text) => {
    weights ??= readWeights(brotliDecompressSync(readFileSync(file)));
    const { mode, confidence, isQuestion, likely } = classifyIntent(weights, text);
    return { mode, confidence, isQuestion, likely };
  };
}

/** Asks a model which mode a message asks for; without an intent where its reply can't be used. */
export async function readIntent(
  { model, redact }: Pick<SessionDeps, 'model' | 'redact'>,
  input: IntentInput,
  { signal, attempt }: HandlerContext,
): Promise<{ intent?: ReadIntent; usage: Usage }> {
  if (!model) throw new NoModelError();
  const question = intentQuestion({ redact }, input);
  const reply = await withinContext({ model, key: input.key, prompt: question.messages }, (given) =>
    model.text({
      ...given,
      purpose: question.purpose,
      ...{ signal, attempt, model: input.model },
    }),
  );
  signal.throwIfAborted();
  const read = reply.ok ? ReadIntent.safeParse(objectIn(reply.text)) : undefined;
  const intent = read?.success && read.data.confidence >= LEAST_CONFIDENCE ? read.data : undefined;
  return { ...(intent && { intent }), usage: reply.usage };
}

/** The question of such a call. */
export function intentQuestion(
  { redact }: Pick<SessionDeps, 'redact'>,
  { text, mode, earlier }: IntentAsk,
): Question {
  return {
    purpose: 'chat',
    messages: (budget) =>
      Promise.resolve(
        renderPrompt('session.intent.v1', {
          modes: AgentMode.options.map((one) => `- ${one}: ${MODES[one].line.en}`).join('\n'),
          mode,
          earlier: redact(clip(earlier.map((said) => `- ${said}`).join('\n') || '(none)', budget / 6)),
          message: redact(clip(text, budget / 3)),
        }),
      ),
  };
}
