export { classifyModelError } from './classify';
export { createModelClient } from './client';
export type { LlmDeps } from '../coder/edits';
export { ModelError, type ModelFailure } from './errors';
export { chatReply, generateEdits } from '../coder/generate';
export { generateTests } from '../coder/generate-tests';
export { loadPrompt, PromptError, PROMPTS, renderPrompt, type PromptName } from '../coder/prompts';
export type { ModelClient, ModelSettings } from './types';
