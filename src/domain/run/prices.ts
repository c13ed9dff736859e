import { z } from 'zod';
import type { Usage } from './budget';

const usdPerMillion = z.number().nonnegative().max(1_000_000);

/** Price of a model, USD per million tokens. Cached input without a price of its own costs the same as other input. */
export const ModelPrice = z.strictObject({
  inputPerMillion: usdPerMillion,
  outputPerMillion: usdPerMillion,
  cachedInputPerMillion: usdPerMillion.optional(),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

export const PriceTable = z.record(z.string().min(1), ModelPrice);
export type PriceTable = z.infer<typeof PriceTable>;

const MICRO = 1_000_000;

/** Whole micro-USD, rounded up. USD per million tokens are micro-USD a token; counted in millionths of those. */
export function costOf(
  { inputTokens, outputTokens, cachedInputTokens = 0 }: Usage,
  { inputPerMillion, outputPerMillion, cachedInputPerMillion = inputPerMillion }: ModelPrice,
): number {
  const cached = Math.min(cachedInputTokens, inputTokens);
  const fine =
    (inputTokens - cached) * Math.round(inputPerMillion * MICRO) +
    cached * Math.round(cachedInputPerMillion * MICRO) +
    outputTokens * Math.round(outputPerMillion * MICRO);
  return Math.ceil(fine / MICRO);
}

export function priced(usage: Usage, model: string, prices: PriceTable): Usage {
  if (usage.modelCalls === 0) return usage;
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  const named = { ...usage, models: [model] };
  return price ? { ...named, costMicroUsd: costOf(usage, price) } : { ...named, unpricedModels: [model] };
}

/** A usage with the most that it may cost, whichever of the models replies. */
export function dearest(usage: Usage, models: readonly string[], prices: PriceTable): Usage {
  const costs = models.map((model) => priced(usage, model, prices).costMicroUsd ?? 0);
  const unpriced = unpricedOf(models, prices);
  if (usage.modelCalls === 0) return usage;
  return unpriced.length > 0
    ? { ...usage, unpricedModels: unpriced }
    : { ...usage, costMicroUsd: Math.max(...costs) };
}

export function unpricedOf(models: readonly string[], prices: PriceTable): string[] {
  return [...new Set(models)].filter((model) => !Object.hasOwn(prices, model)).sort();
}
