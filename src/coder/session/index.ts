/** Work of the modes of a session. */
import type { Handled } from '../../domain/session/handling';
import { MODES, type ModeToolName } from '../../domain/session/modes';
import { examineDependencies } from './tools/dependencies';
import { analyseImpact } from './tools/impact';
import { examineModels } from './tools/ml';
import { navigate } from './tools/navigate';
import { outline } from './tools/outline';
import { review } from './tools/review';
import { compareSpecification } from './tools/specification';
import { benchmark } from './tools/benchmark';
import { reproduceEnvironment } from './tools/environment';
import { proposeCommit } from './tools/git';
import { checkOps } from './tools/ops';
import { profile } from './tools/profile';
import { runTests, verifyProject } from './tools/run-tests';
import { survey } from './tools/survey';
import { answerByTools } from './questions';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from './types';

export { beginTalk, endTalk, type BeginTalkInput, type EndTalkInput } from './talk';
export { intentQuestion, openClassifier, readIntent, type IntentInput } from './intent';
export { compareExports } from './compare-exports';
export { readSession } from './keep';
export type { HandlerInput, SessionDeps } from './types';

/** The tools of the modes, by the names that their rows have. */
const TOOLS: Readonly<Record<ModeToolName, Handler>> = {
  analyseImpact,
  benchmark,
  checkOps,
  compareSpecification,
  examineDependencies,
  examineModels,
  navigate,
  outline,
  profile,
  proposeCommit,
  reproduceEnvironment,
  review,
  runTests,
  survey,
  verifyProject,
};

/** Does the work of a mode on the files of a session; what it writes is thrown away. */
export function handleTask(
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
): Promise<Handled> {
  if (input.asked) return answerByTools(input.asked, deps, input, context);
  const { tool } = MODES[input.mode];
  if (!tool) return Promise.reject(new Error(`the mode ${input.mode} has no tool`));
  return TOOLS[tool](deps, input, context);
}
