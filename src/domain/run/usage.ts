import { z } from 'zod';

/** Tokens of model calls; money where prices are configured. */
export const Usage = z.object({
  modelCalls: z.number().int().default(0),
  /** Those of them whose reply never arrived: killed in flight, timed out or cut. Their input is estimated, their output unknown. */
  lostCalls: z.number().int().optional(),
  inputTokens: z.number().int().default(0),
  outputTokens: z.number().int().default(0),
  /** Part of the input tokens: what the provider had cached. */
  cachedInputTokens: z.number().int().optional(),
  /** Cost of the calls to models that have a price. */
  costMicroUsd: z.number().int().optional(),
  /** Models that were asked: a fallback, where the first one failed. */
  models: z.array(z.string()).optional(),
  /** Models that have no price: the cost of their calls is not known. */
  unpricedModels: z.array(z.string()).optional(),
});
export type Usage = z.infer<typeof Usage>;

/** Nothing was asked. */
export const NO_USAGE: Usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

/** Sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  const unpriced = unionOf(a.unpricedModels, b.unpricedModels).sort();
  const models = unionOf(a.models, b.models);
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    lostCalls: sumOf(a.lostCalls, b.lostCalls),
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: sumOf(a.cachedInputTokens, b.cachedInputTokens),
    costMicroUsd: sumOf(a.costMicroUsd, b.costMicroUsd),
    models: models.length === 0 ? undefined : models,
    unpricedModels: unpriced.length === 0 ? undefined : unpriced,
  };
}

function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

function unionOf(a: readonly string[] = [], b: readonly string[] = []): string[] {
  return [...new Set([...a, ...b])];
}
