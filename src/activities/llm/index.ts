export { classifyModelError } from './classify';
export { createModelClient } from './client';
export type { LlmContext, LlmDeps, WorkspacePort } from './edits';
export { ModelError, type ModelFailure, type ModelFailureType } from './errors';
export { chatReply, generateEdits } from './generate';
export { generateTests } from './generate-tests';
export { loadPrompt, PromptError, PROMPTS, renderPrompt, type PromptName } from './prompts';
export type { ChatMessage, ModelClient, ModelSettings, Purpose, StructuredReply, TextReply } from './types';
