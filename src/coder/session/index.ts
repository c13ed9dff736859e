/** Work of the modes of a session. */
import type { Handled } from '../../domain/session/handling';
import { MODES, type AgentMode } from '../../domain/session/modes';
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
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from './types';

export { answerQuestion, answerTask, type Answered, type AnswerInput } from './answer';
export { intentQuestion, readIntent, type IntentInput } from './intent';
export { compareExports } from './compare-exports';
export { readSession } from './keep';
export type { HandlerInput, SessionDeps } from './types';

/** The handler of each mode that has one besides a run of its own. */
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
  performance_profiling: profile,
  git_workflow: proposeCommit,
  test: runTests,
  verification: verifyProject,
};

const LACKING = {
  en: (mode: string) => `The mode ${mode} needs a model: set KINTSUGI_MODEL and start the worker again.`,
  ko: (mode: string) =>
    `${mode} 모드에는 모델이 필요합니다. KINTSUGI_MODEL을 설정하고 워커를 다시 시작하세요.`,
  zh: (mode: string) => `模式 ${mode} 需要模型：请设置 KINTSUGI_MODEL 并重新启动 worker。`,
};

/** Does the work of a mode on the files of a session; what it writes is thrown away. */
export function handleTask(
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
): Promise<Handled> {
  const { mode, task } = input;
  const handler = HANDLERS[mode];
  if (handler) return handler(deps, input, context);
  const { line } = MODES[mode];
  return Promise.resolve({
    status: 'lacking',
    answer: LACKING[task.language](`${mode} (${line[task.language]})`),
  });
}
