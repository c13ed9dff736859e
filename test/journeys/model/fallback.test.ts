import type { Store } from '../../../src/store/types';
import { ask, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import {
  callTools,
  hang,
  refused,
  reply,
  status,
  type ScriptedModel,
  type ScriptedEntry,
} from '../../support/scripted-model';

let bench: ModelBench;
let server: ScriptedModel;
let store: Store;
const fallbacks = ['second', 'third'];

beforeEach(async () => {
  bench = await startModelBench();
  ({ server, store } = bench);
});
afterEach(() => server.close());

const asked = (): string[] => server.calls.map(({ body }) => body.model);

describe('the next model is asked', () => {
  test.each<[string, ScriptedEntry, number]>([
    ['where there is none of that name', status(404), 1],
    ['where the key may not use it', status(403), 1],
    ['where it has no quota left', status(429, { code: 'insufficient_quota' }), 1],
    ['where the request is too long for it', status(400, { code: 'context_length_exceeded' }), 1],
    ['where its content filter refuses', status(400, { code: 'content_filter' }), 1],
    ['where it asks for a wait of minutes', status(429, { retryAfter: '120' }), 1],
    ['where it is still not available at the third try', status(503), 3],
    ['where its limit of the rate stays at the third try', status(429, { retryAfter: '1' }), 3],
  ])('%s', async (_, entry, attempt) => {
    server.script(entry, reply({ sum: 3 }));
    const said = await bench.client({ fallbacks }).structured(ask({ attempt }));
    expect(said).toMatchObject({ ok: true, value: { sum: 3 }, model: 'second' });
    expect(asked()).toEqual(['small', 'second']);
    server.assertComplete();
  });

  test('in order, until one answers', async () => {
    server.script(status(404), status(403), reply({ sum: 3 }));
    expect(await bench.client({ fallbacks }).structured(ask())).toMatchObject({ ok: true, model: 'third' });
    expect(asked()).toEqual(['small', 'second', 'third']);
  });

  test('where the first hangs until its time is up, at the third try', async () => {
    server.script(hang(), reply({ sum: 3 }));
    const said = await bench.client({ fallbacks, timeoutMs: 3_000 }).structured(ask({ attempt: 3 }));
    expect(said).toMatchObject({ ok: true, model: 'second' });
    expect(await server.calls[0]?.closed).toEqual({ early: true });
  });

  test('after the model of the purpose, and no model twice', async () => {
    server.script(status(404), status(404), reply({ sum: 3 }));
    const client = bench.client({
      purposes: { debug: 'second' },
      fallbacks: ['small', 'second', 'small', 'third'],
    });
    expect(await client.structured(ask())).toMatchObject({ ok: true, model: 'third' });
    expect(asked()).toEqual(['second', 'small', 'third']);
  });

  test('for plain texts and for turns with tools', async () => {
    server.script(
      status(404),
      reply('three'),
      status(404),
      callTools([{ id: 'c', name: 'nothing', arguments: '{}' }]),
    );
    const client = bench.client({ fallbacks: ['second'] });
    expect(await client.text(ask())).toMatchObject({ ok: true, model: 'second' });
    expect(await client.tools({ ...ask(), tools: [] })).toMatchObject({ ok: true, model: 'second' });
    expect(asked()).toEqual(['small', 'second', 'small', 'second']);
  });
});

describe('the next model is not asked', () => {
  test.each<[string, ScriptedEntry, object, string]>([
    ['where it may pass', status(503), {}, 'ModelUnavailable'],
    ['where the wait is short', status(429, { retryAfter: '7' }), {}, 'ModelRateLimited'],
    ['where the key is not accepted', status(401), { attempt: 8 }, 'ModelAuth'],
    [
      'where the request makes no sense',
      status(400, { message: 'bad temperature' }),
      { attempt: 8 },
      'ModelBadRequest',
    ],
    ['where the caller can send less', status(413), { compactable: true, attempt: 8 }, 'ModelContextLength'],
    ['where the run names its model', status(404), { model: 'mine', attempt: 8 }, 'ModelNotFound'],
  ])('%s', async (_, entry, more, type) => {
    server.script(entry);
    const { failure } = await failureOf(bench.client({ fallbacks }).structured(ask(more)));
    expect(failure.type).toBe(type);
    expect(server.calls).toHaveLength(1);
  });

  test('where the call was cancelled meanwhile', async () => {
    server.script(hang());
    const controller = new AbortController();
    const call = failureOf(
      bench.client({ fallbacks }).structured(ask({ attempt: 3, signal: controller.signal })),
    );
    while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect((await call).type).toBe('ModelCancelled');
    expect(server.calls).toHaveLength(1);
  });
});

describe('where all fail', () => {
  test('the sentence is about the first, and names the others and the setting', async () => {
    server.script(status(404), status(403), status(404));
    const error = await failureOf(bench.client({ fallbacks }).structured(ask()));
    expect(error.failure).toMatchObject({ type: 'ModelNotFound', retryable: false });
    expect(error.message).toMatch(/no model small.*KINTSUGI_MODEL .*failed, too: second, third\./);
  });

  test('what may pass is tried again', async () => {
    server.script(status(404), status(429, { retryAfter: '7' }));
    const error = await failureOf(bench.client({ fallbacks: ['second'] }).structured(ask()));
    expect(error.failure).toMatchObject({ type: 'ModelRateLimited', retryable: true, retryAfterMs: 7_000 });
  });

  test('a setting that names a fallback is the one to check', async () => {
    server.script(status(503), refused(401, ''));
    const error = await failureOf(bench.client({ fallbacks }).structured(ask({ attempt: 3 })));
    expect(error.failure.retryable).toBe(true);
    expect(asked()).toEqual(['small', 'second']);
  });
});

describe('paying once', () => {
  test('the reply of a fallback stands when the call is made again, also where the first is back', async () => {
    server.script(status(404), reply({ sum: 3 }));
    const first = await bench.client({ fallbacks }).structured(ask());
    expect(await bench.client({ fallbacks }).structured(ask())).toEqual(first);
    expect(server.calls).toHaveLength(2);
    server.assertComplete();
  });

  test('what does not fit is asked for again at the model that gave it', async () => {
    server.script(status(404), reply('three'), reply({ sum: 3 }));
    const said = await bench.client({ fallbacks }).structured(ask());
    expect(said).toMatchObject({ ok: true, model: 'second', usage: { modelCalls: 2 } });
    expect(asked()).toEqual(['small', 'second', 'second']);
  });

  test('each new call begins with the first model again', async () => {
    server.script(status(404), reply({ sum: 3 }), reply({ sum: 4 }));
    const client = bench.client({ fallbacks });
    await client.structured(ask());
    const next = await client.structured(ask({ key: { run: 'run-2', effect: 'other' } }));
    expect(next).toMatchObject({ model: 'small', value: { sum: 4 } });
  });

  test('the stored reply names its model', async () => {
    server.script(status(404), reply({ sum: 3 }));
    const said = await bench.client({ fallbacks }).structured(ask());
    if (!said.ok) throw new Error(said.error);
    expect(JSON.parse(String(await store.blobs.load(said.replyRef)))).toMatchObject({ model: 'second' });
  });
});
