export { renderPrompt, loadPrompt, PromptError, PROMPTS, type PromptName } from './prompts';
export { type AskedEdits, askEdits } from './ask-edits';
export { applyModifications, inspected, type LlmDeps, ModificationReply } from './edits';
export { chatQuestion, chatReply, editsQuestion, exhibitsFor, generateEdits } from './generate';
export { generateTests, testsQuestion } from './generate-tests';
export {
  compact,
  type Compacted,
  type CompactionRequest,
  type LoopState,
  type TranscriptMessage,
} from './compaction';
export { ProjectInstructions } from './instructions';
export { clip, type Exhibit, Material } from './material';
export type {
  ChatInput,
  ChatOutcome,
  ExecuteInput,
  ExecuteOutcome,
  GenerateTestsInput,
  GenerateTestsOutcome,
} from './types';
