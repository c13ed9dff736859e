import { ask, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import { refused, type ScriptedModel } from '../../support/scripted-model';

let bench: ModelBench;
let server: ScriptedModel;

beforeEach(async () => {
  bench = await startModelBench();
  server = bench.server;
});
afterEach(() => server.close());

test.each([
  [
    'OpenAI',
    400,
    {
      error: {
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  ],
  ['OpenAI, newer', 400, { error: { message: 'Your input exceeds the context window of this model.' } }],
  ['Azure', 400, { error: { code: 'context_length_exceeded', message: 'Too long.', status: 400 } }],
  [
    'vLLM, without an error object',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
  ],
  [
    'vLLM, newer',
    400,
    {
      error: {
        message: 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
        code: 400,
      },
    },
  ],
  [
    'llama.cpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
      },
    },
  ],
  ['Ollama', 400, { error: { message: 'the input length exceeds the context length', type: 'api_error' } }],
  ['Ollama, with a text for the error', 400, { error: 'the input length exceeds the context length' }],
  [
    'Anthropic',
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'prompt is too long: 208310 tokens > 200000 maximum',
      },
    },
  ],
  [
    'Anthropic, with the answer',
    400,
    { error: { message: 'input length and `max_tokens` exceed context limit: 195000 + 8000 > 200000' } },
  ],
  [
    'Anthropic, in bytes',
    413,
    { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
  ],
  [
    'Gemini, in a list',
    400,
    [
      {
        error: {
          code: 400,
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        },
      },
    ],
  ],
  [
    'Mistral',
    422,
    {
      object: 'error',
      message: {
        detail: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
      },
    },
  ],
  [
    'LM Studio',
    400,
    { error: 'the model is loaded with context length of only 4096 tokens, which is not enough' },
  ],
])('a request that is too long, in the words of %s', async (_, code, body) => {
  server.script(refused(code, body));
  const { failure } = await failureOf(bench.client().structured(ask()));
  expect(failure).toMatchObject({ type: 'ModelContextLength', retryable: false, concerns: 'model' });
  expect(server.calls).toHaveLength(1);
});
