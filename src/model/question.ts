import type { EffectKey } from '../domain/ids';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/usage';
import { ModelError } from './errors';
import type { CallOptions, ChatMessage, ModelClient, Purpose } from './types';

/** Characters of contents in one request, where nothing is known of the model's context; and for one that found a request too long. */
const USUAL_CHARS = 80_000;
const SMALL_CHARS = 16_000;
/** Characters of contents for each token of the context: the rest is for rules, tools and the reply. */
const CHARS_PER_TOKEN = 2.2;

/** Characters of contents that fit into a context of so many tokens. */
export function contentChars(contextTokens: number | undefined): number {
  if (contextTokens === undefined) return USUAL_CHARS;
  return Math.max(SMALL_CHARS, Math.floor(contextTokens * CHARS_PER_TOKEN));
}

/** First messages of a call of a model. Both the call and the estimate of its cost take them from here. */
export interface Question {
  purpose: Purpose;
  /** The messages with so many characters of file contents. */
  messages(budget: number): Promise<ChatMessage[]>;
}

/**
 * Runs `ask` with the larger budget for contents, and with the smaller one if the model can't read that much. The usage
 * covers both. Rejects with `ModelError`.
 */
export async function withinContext<T extends { usage: Usage }>(
  { model, key }: { model: ModelClient; key: EffectKey },
  ask: (budget: number, more: Pick<CallOptions, 'compactable'>) => Promise<T>,
): Promise<T> {
  try {
    return await ask(model.contentChars, { compactable: true });
  } catch (error) {
    if (!(error instanceof ModelError) || error.type !== 'ModelContextLength') throw error;
    const answer = await ask(SMALL_CHARS, { compactable: false });
    const bought = await model.bought(key);
    return { ...answer, usage: bought.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE) };
  }
}
