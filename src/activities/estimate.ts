import { dearest } from '../domain/run/prices';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/budget';
import { chatQuestion, editsQuestion, type LlmDeps, Material, testsQuestion } from '../coder';
import {
  type CallToolDeps,
  openTurn,
  questionOfCall,
  readTask as readAgentTask,
  specsOf,
  type ThinkInput,
} from '../coder/agent';
import {
  choicesOf,
  contentChars,
  pricedPrompt,
  type Pricing,
  promptTokens,
  type Question,
  type ToolMessage,
  wireSchema,
} from '../model';
import { readTask } from '../repair';
import { partOf } from '../store';
import { repairQuestions, type LlmProposerOptions } from '../repair/llm';
import { readReport } from '../verifier';
import { intentQuestion } from '../coder/session';
import { goalQuestion, planQuestion, stepQuestion, type GoalQuestionDeps } from '../coder/goal';
import type { EstimateInput, GoalAsk } from './types';

/** Stores of the files that a question shows. */
type QuestionDeps = Pick<LlmDeps, 'trees' | 'blobs' | 'redact'> & {
  /** Tools and services of the agent; absent: none of its calls are estimated. */
  agent?: AgentParts;
  /** Stores of the questions of goals; absent: none of them is estimated. */
  goal?: GoalQuestionDeps;
};

type AgentParts = CallToolDeps & Pick<LlmDeps, 'trees'>;

interface Estimated extends Pick<Question, 'purpose'> {
  messages(budget: number): Promise<ToolMessage[]>;
  /** Sent besides, such as what tools take. */
  more?: readonly ToolMessage[];
}

/** Parts of an estimate. `replyTokens`: tokens of one reply in place of what is usual. */
export interface EstimateOptions extends Pricing, Pick<LlmProposerOptions, 'dependenciesOf' | 'navigate'> {
  candidates: number;
  replyTokens?: number;
}

/**
 * Tokens of a usual reply, by what is asked for: edits and tests carry code, a turn of an agent is a call or two of a tool.
 * A reply that is asked for again costs more than this; the call after it is then told that the budget is used up.
 */
const TYPICAL_REPLY: Readonly<Record<EstimateInput['of'], number>> = {
  execute: 600,
  'generate-tests': 800,
  propose: 500,
  chat: 300,
  think: 200,
  tool: 500,
  goal: 500,
  intent: 100,
};

/** Usual purchase of an effect: each of its questions asked once, with the prompt that it would really send. */
export async function estimateCall(
  deps: QuestionDeps,
  options: EstimateOptions,
  given: EstimateInput,
  signal: AbortSignal = new AbortController().signal,
): Promise<Usage> {
  const { settings, prices, replyTokens: outputTokens = TYPICAL_REPLY[given.of] } = options;
  const model = await modelOf(deps, given);
  let sum = NO_USAGE;
  const budget = contentChars(settings.contextTokens);
  const questions = await questionsOf(deps, options, given, signal);
  for (const [index, { purpose, messages, more = [] }] of questions.entries()) {
    const key = given.of === 'propose' ? partOf(given.key, index + 1) : given.key;
    const inputTokens = promptTokens([...(await pricedPrompt(key, budget, messages)), ...more]);
    const models = choicesOf(settings, { model, purpose }).map((choice) => choice.model);
    sum = addUsage(sum, dearest({ modelCalls: 1, inputTokens, outputTokens }, models, prices));
  }
  return sum;
}

async function questionsOf(
  deps: QuestionDeps,
  options: EstimateOptions,
  given: EstimateInput,
  signal: AbortSignal,
): Promise<Estimated[]> {
  switch (given.of) {
    case 'execute':
      return [editsQuestion(await Material.of(deps, given.input.tree), given.input, deps.redact)];
    case 'generate-tests': {
      const question = await testsQuestion(
        await Material.of(deps, given.input.tree),
        given.input,
        deps.redact,
      );
      return question ? [question] : [];
    }
    case 'chat':
      return [chatQuestion(await Material.of(deps, given.input.tree), given.input, deps.redact)];
    case 'think':
      return [await turnOf(agentOf(deps), given.input)];
    case 'tool': {
      const question = await questionOfCall(agentOf(deps), given.input);
      return question ? [question] : [];
    }
    case 'goal':
      return [await goalAsk(deps, given.input)];
    case 'intent':
      return [intentQuestion(deps, given.input)];
    case 'propose': {
      const { evidence, directory } = await readTask(deps.blobs, given.input.task);
      const report = await readReport(deps.blobs, evidence.report);
      return repairQuestions(deps, options, { evidence, directory, report }, signal);
    }
  }
}

function goalAsk({ goal }: QuestionDeps, input: GoalAsk): Promise<Estimated> {
  if (!goal) throw new Error('The calls of a goal are estimated with its tools.');
  switch (input.asks) {
    case 'plan':
      return planQuestion(goal, input);
    case 'step':
      return stepQuestion(goal, input);
    case 'goal':
      return goalQuestion(goal, input);
  }
}

/** The model that a call names in place of the worker's own. */
async function modelOf({ blobs }: QuestionDeps, given: EstimateInput): Promise<string | undefined> {
  if (given.of === 'propose' || given.of === 'goal') return given.model;
  if (given.of === 'think' || given.of === 'tool')
    return (await readAgentTask(blobs, given.input.task)).model;
  return given.input.model;
}

function agentOf({ agent }: QuestionDeps): AgentParts {
  if (!agent) throw new Error('The calls of an agent are estimated with its tools.');
  return agent;
}

/** A turn with tools; what the tools are called and take is part of its prompt. */
async function turnOf(deps: AgentParts, input: ThinkInput): Promise<Estimated> {
  const { tools, messages } = await openTurn(deps, input);
  const told = specsOf(tools).map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: wireSchema(parameters),
  }));
  return {
    purpose: 'code',
    messages,
    more: [{ role: 'system', content: JSON.stringify(told) }],
  };
}
