export { classifyModelError } from './classify';
export { createModelClient } from './client';
export type { LlmDeps } from './edits';
export { ModelError, type ModelFailure } from './errors';
export { chatReply, generateEdits } from './generate';
export { generateTests } from './generate-tests';
export { loadPrompt, PromptError, PROMPTS, renderPrompt, type PromptName } from './prompts';
export type { ModelClient, ModelSettings } from './types';
