import { dearest } from '../domain/prices';
import { addUsage, NO_USAGE, type Usage } from '../domain/proposal';
import { chatReply, generateEdits, generateTests, type LlmDeps } from './llm';
import { choicesOf } from './llm/choices';
import type { Pricing } from './llm/priced';
import { promptTokens } from './llm/prompt-tokens';
import { wireTools } from './llm/request';
import type { ModelClient, ToolOptions } from './llm/types';
import { createLlmProposer, type LlmProposerOptions } from './proposers/llm';
import type { EstimateInput } from './types';

/** What an estimate is made from; `replyTokens` is what one reply is taken to have at most. */
export interface EstimateOptions extends Pricing, Pick<LlmProposerOptions, 'dependenciesOf'> {
  candidates: number;
  replyTokens: number;
}

/** Asked for edits, a model may be asked again for JSON that fits, and once more, as often, for edits that fit. */
const CALLS_FOR_EDITS = 4;
/** What a model is told that is asked again. */
const COMPLAINT_TOKENS = 1_000;

/**
 * The most that a step is expected to buy. The step itself is played with a model that only measures what it is asked,
 * so the prompts are the real ones; its replies count as unusable, so nothing is changed.
 */
export async function estimateStep(
  deps: LlmDeps,
  options: EstimateOptions,
  input: EstimateInput,
  signal: AbortSignal,
): Promise<Usage> {
  let sum = NO_USAGE;
  const model = measuringModel(options, (usage) => {
    sum = addUsage(sum, usage);
  });
  await play({ ...deps, model }, options, input, signal);
  return sum;
}

async function play(
  deps: LlmDeps,
  { candidates, dependenciesOf }: EstimateOptions,
  given: EstimateInput,
  signal: AbortSignal,
): Promise<unknown> {
  switch (given.of) {
    case 'execute':
      return generateEdits(deps, given.input, { signal, model: given.input.model });
    case 'generate-tests':
      return generateTests(deps, given.input, { signal, model: given.input.model });
    case 'chat':
      return chatReply(deps, given.input, { signal, model: given.input.model });
    case 'propose': {
      const { step, spec: verification, evidence, model, heavyFolders, directory } = given.input;
      const context = {
        step,
        verification,
        model,
        heavyFolders,
        directory,
        signal,
        progress: () => undefined,
      };
      return createLlmProposer(deps, { candidates, dependenciesOf }).propose(evidence, context);
    }
  }
}

type Measured = Pick<ToolOptions, 'messages' | 'model' | 'purpose'>;

function measuringModel(options: EstimateOptions, note: (usage: Usage) => void): ModelClient {
  const unusable = {
    ok: false,
    kind: 'malformed',
    textRef: '0'.repeat(64),
    error: 'only measured',
    usage: NO_USAGE,
    model: options.settings.model,
  } as const;
  const measure = (call: Measured, calls: number, more = 0): typeof unusable => {
    const usage = usageOfCalls(promptTokens(call.messages) + more, calls, options.replyTokens);
    const models = choicesOf(options.settings, call).map(({ model }) => model);
    note(dearest(usage, models, options.prices));
    return unusable;
  };
  return {
    structured: async (call) => measure(call, CALLS_FOR_EDITS),
    text: async (call) => measure(call, 1),
    // A turn with a call that cannot be used goes back once.
    tools: async (call) =>
      measure(call, 2, Math.ceil(JSON.stringify(wireTools(call.tools, true)).length / 3)),
    bought: () => Promise.resolve([]),
  };
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
