import type { EffectKey } from '../domain/ids';
import { Lru } from '../machine/lru';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/budget';
import { ModelError } from './errors';
import type { CallOptions, ChatMessage, ModelClient, Purpose, ToolMessage } from './types';

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

type Prompt<M> = (budget: number) => Promise<M[]>;

/** Characters of prompts that were priced in this process and not yet sent. */
const PRICED_CHARS = 20_000_000;

/** Prompts that were priced, until they are sent: each is built once, where one worker does both. */
const priced = new Lru<string, object[]>(PRICED_CHARS);

function nameOf({ run, effect }: EffectKey, budget: number): string {
  return `${run}/${effect}/${budget}`;
}

/** Builds the prompt of a call, and keeps it for the call. */
export async function pricedPrompt<M extends ToolMessage>(
  key: EffectKey,
  budget: number,
  prompt: Prompt<M>,
): Promise<M[]> {
  const messages = await prompt(budget);
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
  priced.set(nameOf(key, budget), messages, chars);
  return messages;
}

async function promptOf<M extends object>(key: EffectKey, budget: number, prompt: Prompt<M>): Promise<M[]> {
  const name = nameOf(key, budget);
  const known = priced.get(name) as M[] | undefined;
  priced.delete(name);
  return known ?? prompt(budget);
}

/** A call of a model: its key, and its prompt with so many characters of contents. */
interface PromptedCall<M> {
  model: ModelClient;
  key: EffectKey;
  prompt: Prompt<M>;
}

/**
 * Runs `ask` with the prompt of the larger budget for contents, and with that of the smaller one if the model can't read
 * that much. The usage covers both. Rejects with `ModelError`.
 */
export async function withinContext<M extends object, T extends { usage: Usage }>(
  { model, key, prompt }: PromptedCall<M>,
  ask: (given: Pick<CallOptions, 'compactable'> & { messages: M[]; key: EffectKey }) => Promise<T>,
): Promise<T> {
  try {
    const messages = await promptOf(key, model.contentChars, prompt);
    return await ask({ messages, key, compactable: true });
  } catch (error) {
    if (!(error instanceof ModelError) || error.type !== 'ModelContextLength') throw error;
    const answer = await ask({ messages: await prompt(SMALL_CHARS), key, compactable: false });
    const bought = await model.bought(key);
    return { ...answer, usage: bought.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE) };
  }
}
