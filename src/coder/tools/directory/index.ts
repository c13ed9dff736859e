/** The tools of the agent's loop on a directory. Each works on the run's tree, never on the user's directory. */
import { answerTool } from './answer-request';
import { askUserTool } from './ask-user';
import { codeGraphTool, gitHistoryTool } from './code-graph';
import type { DirectoryTool } from './context';
import { diagnosticsTool } from './diagnostics';
import { diffTool } from './diff';
import { editTool } from './edit';
import { finishTool } from './finish';
import { globTool } from './glob';
import { listTool } from './list';
import { readTool } from './read';
import { runCheckTool } from './run-check';
import { runCommandTool } from './run-command';
import { runTestsTool } from './run-tests';
import { searchTool } from './search';

export type { DirectoryContext, DirectoryDeps, DirectoryTool } from './context';
export { DirectoryResult } from './context';
export { ripgrepPath } from '../search/ripgrep';

/** All of them, as a model is offered them. A new tool is one file and one line. */
export const DIRECTORY_TOOLS: readonly DirectoryTool[] = [
  listTool,
  globTool,
  searchTool,
  codeGraphTool,
  gitHistoryTool,
  readTool,
  editTool,
  diffTool,
  runTestsTool,
  runCheckTool,
  runCommandTool,
  diagnosticsTool,
  askUserTool,
  finishTool,
  answerTool,
];
