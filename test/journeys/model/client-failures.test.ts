import { SelfSigned } from '../../support/self-signed';
import { ask, API_KEY, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import {
  breakOff,
  cutStream,
  endEarly,
  hang,
  raw,
  refused,
  reply,
  ScriptedModel,
  status,
} from '../../support/scripted-model';

const CHUNK = `data: ${JSON.stringify({ choices: [{ delta: { content: '{"sum": 3}' }, finish_reason: null }] })}\n\n`;

let bench: ModelBench;
let server: ScriptedModel;

beforeEach(async () => {
  bench = await startModelBench();
  ({ server } = bench);
});
afterEach(() => server.close());

describe('failures', () => {
  test.each([
    [
      '429 with retry-after',
      status(429, { retryAfter: '7' }),
      { type: 'ModelRateLimited', retryable: true, retryAfterMs: 7_000 },
      /limits the rate/,
    ],
    [
      '429 without quota',
      status(429, { code: 'insufficient_quota' }),
      { type: 'ModelRateLimited', retryable: false },
      /no quota left/,
    ],
    [
      '429 with retry-after in ms',
      refused(429, { error: { message: 'slow down' } }, { 'retry-after-ms': '1500', 'retry-after': '2' }),
      { type: 'ModelRateLimited', retryable: true, retryAfterMs: 1_500, concerns: 'model' },
      /limits the rate/,
    ],
    [
      '429 that speaks of tokens is no request that is too long',
      status(429, { message: 'Too many tokens, please wait before trying again.' }),
      { type: 'ModelRateLimited', retryable: true },
      /limits the rate/,
    ],
    ['402', status(402), { type: 'ModelRateLimited', retryable: false, concerns: 'model' }, /no quota left/],
    ['500', status(500), { type: 'ModelUnavailable', retryable: true, concerns: 'model' }, /HTTP 500/],
    [
      '502 with a page',
      refused(502, '<html>Bad Gateway</html>'),
      { type: 'ModelUnavailable', retryable: true },
      /HTTP 502/,
    ],
    [
      '529 of Anthropic',
      refused(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      { type: 'ModelUnavailable', retryable: true },
      /HTTP 529/,
    ],
    ['408', status(408), { type: 'ModelUnavailable', retryable: true }, /HTTP 408/],
    ['409', status(409), { type: 'ModelUnavailable', retryable: true }, /HTTP 409/],
    [
      '413',
      refused(413, 'too large'),
      { type: 'ModelContextLength', retryable: false },
      /longer than the model small/,
    ],
    [
      "422 in FastAPI's form",
      refused(422, { detail: [{ loc: ['body', 'messages'], msg: 'field required' }] }),
      { type: 'ModelBadRequest', retryable: false, concerns: 'request' },
      /HTTP 422.*field required/,
    ],
    [
      'a request that the content filter of Azure withholds',
      status(400, {
        code: 'content_filter',
        message: "The prompt triggered Azure OpenAI's content management policy.",
      }),
      { type: 'ModelBadRequest', retryable: false, concerns: 'model' },
      /content filter of small/,
    ],
    [
      '503 with retry-after',
      status(503, { retryAfter: '2' }),
      { type: 'ModelUnavailable', retryable: true, retryAfterMs: 2_000 },
      /HTTP 503/,
    ],
    [
      '400',
      status(400, { message: 'temperature is wrong' }),
      { type: 'ModelBadRequest', retryable: false },
      /temperature is wrong/,
    ],
    [
      '401',
      status(401),
      { type: 'ModelAuth', retryable: false, concerns: 'endpoint' },
      /KINTSUGI_MODEL_API_KEY/,
    ],
    [
      '403',
      status(403),
      { type: 'ModelAuth', retryable: false, concerns: 'model' },
      /may not use small.*KINTSUGI_MODEL /,
    ],
    [
      '404',
      status(404),
      { type: 'ModelNotFound', retryable: false, concerns: 'model' },
      /no model small.*KINTSUGI_MODEL /,
    ],
    ['404 without a body', refused(404, ''), { type: 'ModelNotFound', retryable: false }, /no model small/],
    [
      'a model that is not there, as a 400',
      status(400, { message: 'The model `small` does not exist' }),
      { type: 'ModelNotFound', retryable: false },
      /no model small/,
    ],
    [
      'context length',
      status(400, { code: 'context_length_exceeded' }),
      { type: 'ModelContextLength', retryable: false },
      /longer than the model small can read/,
    ],
    [
      'context length in words',
      status(400, { message: 'the request exceeds the available context size' }),
      { type: 'ModelContextLength', retryable: false },
      /longer/,
    ],
    ['no answer at all', breakOff(), { type: 'ModelUnavailable', retryable: true }, /broke/],
    [
      'an error in place of the stream, with status 200',
      raw(JSON.stringify({ error: { message: 'upstream is busy', code: 503 } })),
      { type: 'ModelUnavailable', retryable: true },
      /HTTP 503/,
    ],
    [
      'an error in mid-stream',
      raw(
        `${CHUNK}data: ${JSON.stringify({ error: { message: 'The engine crashed.' } })}\n\n`,
        'text/event-stream',
      ),
      { type: 'ModelUnavailable', retryable: true },
      /ended its answer with an error \(The engine crashed\.\)/,
    ],
    [
      'a limit of the rate in mid-stream',
      raw(
        `${CHUNK}data: ${JSON.stringify({ error: { message: 'slow down', code: 429 } })}\n\n`,
        'text/event-stream',
      ),
      { type: 'ModelRateLimited', retryable: true },
      /limits the rate/,
    ],
    [
      'a stream of broken JSON after good chunks',
      raw(`${CHUNK}data: {"choices": [{\n\n`, 'text/event-stream'),
      { type: 'ModelUnavailable', retryable: true },
      /does not answer like/,
    ],
    ['no choices', raw('{"choices": []}'), { type: 'ModelUnavailable', retryable: true }, /holds no message/],
    [
      'a stream without choices',
      raw('data: {"choices": []}\n\ndata: [DONE]\n\n', 'text/event-stream'),
      { type: 'ModelUnavailable', retryable: true },
      /broke off/,
    ],
    ['a cut stream', cutStream('{"sum": 3}'), { type: 'ModelUnavailable', retryable: true }, /broke/],
    [
      'a stream that ends early',
      endEarly('{"sum": 3}'),
      { type: 'ModelUnavailable', retryable: true },
      /broke off in the middle/,
    ],
    [
      'a stream that ends early, with an empty reason in each chunk',
      raw(CHUNK.replace('null', '""'), 'text/event-stream'),
      { type: 'ModelUnavailable', retryable: true },
      /broke off in the middle/,
    ],
    [
      'an answer that is a page',
      raw('<html>Welcome</html>', 'text/html'),
      { type: 'ModelUnavailable', retryable: true },
      /KINTSUGI_MODEL_BASE_URL/,
    ],
    [
      'an answer of broken JSON',
      raw('{"choices": [', 'application/json'),
      { type: 'ModelUnavailable', retryable: true },
      /does not answer like/,
    ],
    [
      'a stream of broken JSON',
      raw('data: {"choices"\n\n', 'text/event-stream'),
      { type: 'ModelUnavailable', retryable: true },
      /broke|does not answer/,
    ],
  ])('%s', async (_, entry, expected, sentence) => {
    server.script(entry);
    const error = await failureOf(bench.client().structured(ask()));
    expect(error.failure).toMatchObject(expected);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain(API_KEY);
    expect(error.message).not.toContain('\n');
    expect(server.calls).toHaveLength(1);
    expect(await bench.storedReplies()).toEqual([]);
  });

  test('retry-after as a date is waited for', async () => {
    server.script(status(429, { retryAfter: new Date(Date.now() + 60_000).toUTCString() }));
    const { failure } = await failureOf(bench.client().structured(ask()));
    expect(failure.retryAfterMs).toBeGreaterThan(50_000);
    expect(failure.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  test('a host that is not known: the sentence names the URL', async () => {
    const baseUrl = 'http://no-such-host.invalid/v1';
    const error = await failureOf(bench.client({ baseUrl }).structured(ask()));
    expect(error.failure).toMatchObject({ type: 'ModelUnavailable', retryable: true, concerns: 'endpoint' });
    expect(error.message).toMatch(
      /no-such-host\.invalid\/v1 \((ENOTFOUND|EAI_AGAIN)\).*KINTSUGI_MODEL_BASE_URL/,
    );
  });

  test('https where http is spoken: the sentence says what is wrong', async () => {
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    const error = await failureOf(bench.client({ baseUrl }).structured(ask()));
    expect(error.failure).toMatchObject({ type: 'ModelUnavailable', retryable: true, concerns: 'endpoint' });
    expect(error.message).toMatch(/No secure connection to https:.*KINTSUGI_MODEL_BASE_URL/);
    expect(server.calls).toEqual([]);
  });

  test('a certificate that nobody signed', async () => {
    const secure = await SelfSigned.start();
    try {
      const error = await failureOf(bench.client({ baseUrl: secure.baseUrl }).structured(ask()));
      expect(error.failure).toMatchObject({ type: 'ModelUnavailable', concerns: 'endpoint' });
      expect(error.message).toMatch(/No secure connection.*self.signed certificate.*NODE_EXTRA_CA_CERTS/);
    } finally {
      await secure.close();
    }
  });

  test('a secret that the endpoint repeats, at the place where its words are cut off', async () => {
    server.script(status(400, { message: `${'x'.repeat(185)} ${API_KEY}` }));
    const error = await failureOf(bench.client().structured(ask()));
    expect(error.message).not.toContain(API_KEY.slice(0, 8));
  });

  test('nobody listening: the sentence names the URL and the variable', async () => {
    const { baseUrl } = server;
    await server.close();
    const error = await failureOf(bench.client({ baseUrl }).structured(ask()));
    expect(error.failure).toMatchObject({ type: 'ModelUnavailable', retryable: true, concerns: 'endpoint' });
    expect(error.message).toContain(baseUrl);
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.message).toContain('KINTSUGI_MODEL_BASE_URL');
    server = await ScriptedModel.start();
  });

  test('an answer that takes too long is ended by the time limit', async () => {
    server.script(hang());
    const error = await failureOf(bench.client({ timeoutMs: 150 }).structured(ask()));
    expect(error.failure).toMatchObject({ type: 'ModelUnavailable', retryable: true });
    expect(error.message).toContain('within 0.15 s');
    expect(await server.calls[0]?.closed).toEqual({ early: true });
  });

  test('so is one that trickles', async () => {
    server.script(reply({ sum: 3, note: 'x'.repeat(2_000) }, { msPerChunk: 20 }));
    const error = await failureOf(bench.client({ timeoutMs: 200 }).structured(ask()));
    expect(error.message).toContain('within 0.2 s');
    expect(await bench.storedReplies()).toEqual([]);
  });
});

describe('cancellation', () => {
  test.each([
    ['before the answer starts', hang()],
    ['in the middle of the answer', reply({ sum: 3, note: 'x'.repeat(2_000) }, { msPerChunk: 20 })],
  ])('%s stops the request itself and returns no text', async (_, entry) => {
    server.script(entry);
    const controller = new AbortController();
    const call = failureOf(bench.client().structured(ask({ signal: controller.signal })));
    await untilCalled();
    controller.abort(new Error('the run was cancelled'));
    const error = await call;
    expect(error.failure).toMatchObject({ type: 'ModelCancelled', retryable: false });
    expect(error.cause).toEqual(new Error('the run was cancelled'));
    expect(await server.calls[0]?.closed).toEqual({ early: true });
    expect(await bench.storedReplies()).toEqual([]);
  });

  test('before the call makes none', async () => {
    const error = await failureOf(bench.client().structured(ask({ signal: AbortSignal.abort() })));
    expect(error.type).toBe('ModelCancelled');
    expect(server.calls).toHaveLength(0);
  });

  async function untilCalled(): Promise<void> {
    while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // Long enough for the first chunks to be on their way.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
});
