export { CallGate, choicesOf } from './call-gate';
export { classifyModelError } from './classify';
export { createModelClient } from './client';
export { ModelError, type ModelFailure } from './errors';
export { fitted, type Showable } from './fit';
export { boughtBy, modelsOf, pricedModel, type Pricing, promptTokens } from './priced';
export { contentChars, pricedPrompt, type Question, withinContext } from './question';
export { withoutThoughts, wireSchema } from './json';
export type {
  ChatMessage,
  ModelClient,
  ModelSettings,
  ReadCall,
  StructuredOptions,
  TextReply,
  ToolMessage,
  ToolSpec,
} from './types';
