import type { EffectKey } from '../domain/ids';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/usage';
import { ModelError } from './errors';
import type { CallOptions, ChatMessage, ModelClient, Purpose } from './types';

/** Characters of file contents in one request; the second is for a model that found the first too long. */
export const CONTENT_BUDGETS = [80_000, 16_000] as const;

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
  const [large, small] = CONTENT_BUDGETS;
  try {
    return await ask(large, { compactable: true });
  } catch (error) {
    if (!(error instanceof ModelError) || error.type !== 'ModelContextLength') throw error;
    const answer = await ask(small, { compactable: false });
    const bought = await model.bought(key);
    return { ...answer, usage: bought.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE) };
  }
}
