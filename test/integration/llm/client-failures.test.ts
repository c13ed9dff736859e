import type { Store } from '../../../src/store/types';
import { ask, API_KEY, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import { cutStream, endEarly, hang, raw, reply, ScriptedModel, status } from '../../support/scripted-model';

let bench: ModelBench;
let server: ScriptedModel;
let store: Store;

beforeEach(async () => {
  bench = await startModelBench();
  ({ server, store } = bench);
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
    ['500', status(500), { type: 'ModelUnavailable', retryable: true }, /HTTP 500/],
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
    ['401', status(401), { type: 'ModelAuth', retryable: false }, /KINTSUGI_MODEL_API_KEY/],
    ['403', status(403), { type: 'ModelAuth', retryable: false }, /may not use small/],
    ['404', status(404), { type: 'ModelNotFound', retryable: false }, /no model small/],
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
    ['a cut stream', cutStream('{"sum": 3}'), { type: 'ModelUnavailable', retryable: true }, /broke/],
    [
      'a stream that ends early',
      endEarly('{"sum": 3}'),
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
  ])('%s', async (_, step, expected, sentence) => {
    server.script(step);
    const error = await failureOf(bench.client().structured(ask()));
    expect(error.failure).toMatchObject(expected);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain(API_KEY);
    expect(error.message).not.toContain('\n');
    expect(server.calls).toHaveLength(1);
    expect(await store.refs.list('run-1')).toEqual([]);
  });

  test('nobody listening: the sentence names the URL and the variable', async () => {
    const { baseUrl } = server;
    await server.close();
    const error = await failureOf(bench.client({ baseUrl }).structured(ask()));
    expect(error.failure).toMatchObject({ type: 'ModelUnavailable', retryable: true });
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
    expect(await store.refs.list('run-1')).toEqual([]);
  });
});

describe('cancellation', () => {
  test.each([
    ['before the answer starts', hang()],
    ['in the middle of the answer', reply({ sum: 3, note: 'x'.repeat(2_000) }, { msPerChunk: 20 })],
  ])('%s stops the request itself and returns no text', async (_, step) => {
    server.script(step);
    const controller = new AbortController();
    const call = failureOf(bench.client().structured(ask({ signal: controller.signal })));
    await untilCalled();
    controller.abort(new Error('the run was cancelled'));
    const error = await call;
    expect(error.failure).toMatchObject({ type: 'ModelCancelled', retryable: false });
    expect(error.cause).toEqual(new Error('the run was cancelled'));
    expect(await server.calls[0]?.closed).toEqual({ early: true });
    expect(await store.refs.list('run-1')).toEqual([]);
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
