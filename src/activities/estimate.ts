import { dearest } from '../domain/run/prices';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/usage';
import { chatQuestion, editsQuestion, type LlmDeps, Material, testsQuestion } from '../coder';
import { choicesOf, CONTENT_BUDGETS, type Pricing, promptTokens, type Question } from '../model';
import { readTask } from '../repair';
import { repairQuestions, type LlmProposerOptions } from '../repair/llm';
import { readReport } from '../verifier';
import type { EstimateInput } from './types';

/** Stores of the files that a question shows. */
type QuestionDeps = Pick<LlmDeps, 'trees' | 'blobs'>;

/** Parts of an estimate. `replyTokens`: the assumed most tokens of one reply. */
export interface EstimateOptions extends Pricing, Pick<LlmProposerOptions, 'dependenciesOf'> {
  candidates: number;
  replyTokens: number;
}

/** Asked for edits, a model may be asked again for JSON that fits, and once more, as often, for edits that fit. */
const CALLS_FOR_EDITS = 4;
/** Tokens of the complaint in a repeated question. */
const COMPLAINT_TOKENS = 1_000;

/** The most that a step is expected to buy, by what it would send first. */
export async function estimateStep(
  deps: QuestionDeps,
  options: EstimateOptions,
  given: EstimateInput,
): Promise<Usage> {
  const { settings, prices, replyTokens } = options;
  const model = given.of === 'propose' ? given.model : given.input.model;
  const calls = given.of === 'chat' ? 1 : CALLS_FOR_EDITS;
  let sum = NO_USAGE;
  for (const { purpose, messages } of await questionsOf(deps, options, given)) {
    const prompt = promptTokens(await messages(CONTENT_BUDGETS[0]));
    const models = choicesOf(settings, { model, purpose }).map((choice) => choice.model);
    sum = addUsage(sum, dearest(usageOfCalls(prompt, calls, replyTokens), models, prices));
  }
  return sum;
}

async function questionsOf(
  deps: QuestionDeps,
  options: EstimateOptions,
  given: EstimateInput,
): Promise<Question[]> {
  switch (given.of) {
    case 'execute':
      return [editsQuestion(await Material.of(deps, given.input.tree), given.input)];
    case 'generate-tests': {
      const question = await testsQuestion(await Material.of(deps, given.input.tree), given.input);
      return question ? [question] : [];
    }
    case 'chat':
      return [chatQuestion(await Material.of(deps, given.input.tree), given.input)];
    case 'propose': {
      const { evidence, directory } = await readTask(deps.blobs, given.input.task);
      return repairQuestions(deps, options, {
        evidence,
        directory,
        report: await readReport(deps.blobs, evidence.report),
      });
    }
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
