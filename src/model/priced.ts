import type { EffectKey } from '../domain/ids';
import { priced, type PriceTable } from '../domain/run/prices';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/budget';
import type { BlobStore, RefStore } from '../store';
import { boughtCalls } from './reply-store';
import type { ModelClient, ModelSettings, ToolMessage } from './types';

/** Tokens around a message. */
const OVERHEAD_TOKENS = 8;

export interface Pricing {
  prices: PriceTable;
  settings: Pick<ModelSettings, 'model' | 'purposes' | 'fallbacks' | 'contextTokens'>;
}

/** The models that a run may ask: the one it names, else all that are set. */
export function modelsOf({ settings }: Pricing, named: string | undefined): string[] {
  if (named !== undefined) return [named];
  return [settings.model, ...Object.values(settings.purposes ?? {}), ...(settings.fallbacks ?? [])];
}

export function pricedModel(client: ModelClient, prices: PriceTable): ModelClient {
  const withCost = <R extends { usage: Usage; model: string }>(reply: R): R => ({
    ...reply,
    usage: priced(reply.usage, reply.model, prices),
  });
  return {
    contentChars: client.contentChars,
    structured: async (options) => withCost(await client.structured(options)),
    text: async (options) => withCost(await client.text(options)),
    tools: async (options) => withCost(await client.tools(options)),
    bought: async (key) => (await client.bought(key)).map(withCost),
  };
}

/** Usage of a call so far, ended or not. */
export async function boughtBy(
  key: EffectKey,
  stores: { refs: RefStore; blobs: BlobStore },
  prices: PriceTable,
): Promise<Usage> {
  const calls = await boughtCalls(key, stores);
  return calls.reduce((sum, { model, usage }) => addUsage(sum, priced(usage, model, prices)), NO_USAGE);
}

/** Tokens of a prompt, three bytes each: English and code have about four, Chinese and Korean three for a character of one token. */
export function promptTokens(messages: readonly ToolMessage[]): number {
  return messages.reduce(
    (sum, { content }) => sum + Math.ceil(Buffer.byteLength(content) / 3) + OVERHEAD_TOKENS,
    0,
  );
}
