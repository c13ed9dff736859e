/** Work of the modes of a session. */
import type { Handled } from '../../domain/session/handling';
import type { AgentMode } from '../../domain/session/modes';
import { askedKind } from '../../domain/session/question-kinds';
import { examineDependencies } from './handlers/dependencies';
import { analyseImpact } from './handlers/impact';
import { examineModels } from './handlers/ml';
import { navigate } from './handlers/navigate';
import { outline } from './handlers/outline';
import { review } from './handlers/review';
import { compareSpecification } from './handlers/specification';
import { benchmark } from './handlers/benchmark';
import { reproduceEnvironment } from './handlers/environment';
import { proposeCommit } from './handlers/git';
import { checkOps } from './handlers/ops';
import { profile } from './handlers/profile';
import { runTests, verifyProject } from './handlers/run-tests';
import { survey } from './handlers/survey';
import { answerByTools } from './questions';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from './types';

export { beginTalk, endTalk, type BeginTalkInput, type EndTalkInput } from './talk';
export { intentQuestion, readIntent, type IntentInput } from './intent';
export { compareExports } from './compare-exports';
export { readSession } from './keep';
export type { HandlerInput, SessionDeps } from './types';

/** The handler of each mode but debugging, which a run of its own does without a model too. */
const HANDLERS: Readonly<Partial<Record<AgentMode, Handler>>> = {
  agent_planning: outline,
  context_navigation: navigate,
  dependency_intelligence: examineDependencies,
  design: outline,
  exploratory_research: outline,
  impact_analysis: analyseImpact,
  ml_integration: examineModels,
  qa: review,
  spec_compliance: compareSpecification,
  benchmark,
  environment_reproduction: reproduceEnvironment,
  /** Without a model: with one a run of its own changes the files. */
  ops_infra: checkOps,
  documentation: survey,
  implementation: survey,
  migration: survey,
  multi_file_editing: survey,
  refactor: survey,
  performance_profiling: profile,
  git_workflow: proposeCommit,
  test: runTests,
  verification: verifyProject,
};

/** Does the work of a mode on the files of a session; what it writes is thrown away. */
export function handleTask(
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
): Promise<Handled> {
  const kind = askedKind(input.mode, input.task);
  if (kind) return answerByTools(kind, deps, input, context);
  const handler = HANDLERS[input.mode];
  if (!handler) return Promise.reject(new Error(`the mode ${input.mode} is no work of a handler`));
  return handler(deps, input, context);
}
