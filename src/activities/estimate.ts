import { dearest } from '../domain/run/prices';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/usage';
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
  type Pricing,
  promptTokens,
  type Question,
  type ToolMessage,
  wireSchema,
} from '../model';
import { readTask } from '../repair';
import { repairQuestions, type LlmProposerOptions } from '../repair/llm';
import { readReport } from '../verifier';
import { answerQuestion, intentQuestion } from '../coder/session';
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

/** A question, of which a conversation with tools is one. */
interface Estimated extends Pick<Question, 'purpose'> {
  messages(budget: number): Promise<readonly ToolMessage[]>;
}

/** Parts of an estimate. `replyTokens`: the assumed most tokens of one reply. */
export interface EstimateOptions extends Pricing, Pick<LlmProposerOptions, 'dependenciesOf' | 'navigate'> {
  candidates: number;
  replyTokens: number;
}

/** Asked for edits, a model may be asked again for JSON that fits, and once more, as often, for edits that fit. */
const CALLS_FOR_EDITS = 4;
const CALLS: Record<EstimateInput['of'], number> = {
  execute: CALLS_FOR_EDITS,
  'generate-tests': CALLS_FOR_EDITS,
  propose: CALLS_FOR_EDITS,
  chat: 1,
  think: 1,
  // One for JSON that does not fit.
  tool: 2,
  goal: 1,
  session: 1,
  intent: 1,
};
/** Tokens of the complaint in a repeated question. */
const COMPLAINT_TOKENS = 1_000;

/** The most that an effect is expected to buy, by what it would send first. */
export async function estimateCall(
  deps: QuestionDeps,
  options: EstimateOptions,
  given: EstimateInput,
  signal: AbortSignal = new AbortController().signal,
): Promise<Usage> {
  const { settings, prices, replyTokens } = options;
  const model = await modelOf(deps, given);
  const calls = CALLS[given.of];
  let sum = NO_USAGE;
  for (const { purpose, messages } of await questionsOf(deps, options, given, signal)) {
    const prompt = promptTokens(await messages(contentChars(settings.contextTokens)));
    const models = choicesOf(settings, { model, purpose }).map((choice) => choice.model);
    sum = addUsage(sum, dearest(usageOfCalls(prompt, calls, replyTokens), models, prices));
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
    case 'session':
      return [await answerQuestion(deps, given.input)];
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

/** Every call after the first is told its predecessors' replies, and what is wrong with them. */
function usageOfCalls(prompt: number, modelCalls: number, reply: number): Usage {
  let inputTokens = 0;
  for (let call = 0; call < modelCalls; call += 1) {
    // None, then the one whose JSON does not fit, then the one whose edits do not, then that and its JSON's.
    const shown = Math.ceil(call / 2);
    inputTokens += prompt + shown * (reply + COMPLAINT_TOKENS);
  }
  return { modelCalls, inputTokens, outputTokens: modelCalls * reply };
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
    messages: async (budget) => [
      ...(await messages(budget)),
      { role: 'system', content: JSON.stringify(told) },
    ],
  };
}
