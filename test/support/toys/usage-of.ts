import type { Usage } from '../../../src/domain/run/budget';

/** Usage of one call that took so many tokens. */
export function usageOf(tokens: number): Usage {
  return { modelCalls: 1, inputTokens: tokens, outputTokens: 0 };
}
