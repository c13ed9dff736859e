export { renderPrompt, loadPrompt, PromptError, PROMPTS, type PromptName } from './prompts';
export { type AskedEdits, askEdits } from './ask-edits';
export {
  applyModifications,
  changeFindings,
  inspected,
  type LlmDeps,
  ModificationReply,
  type WorkspacePort,
} from './edits';
export { chatQuestion, chatReply, editsQuestion, exhibitsFor, generateEdits } from './generate';
export { generateTests, testsQuestion } from './generate-tests';
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
