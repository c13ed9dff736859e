import type { BlobHash } from '../../../src/domain/ids';
import type { Store } from '../../../src/store/types';
import { ask, API_KEY, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import { raw, refused, reply, status, type ScriptedModel } from '../../support/scripted-model';

let bench: ModelBench;
let server: ScriptedModel;
let store: Store;

beforeEach(async () => {
  bench = await startModelBench();
  ({ server, store } = bench);
});
afterEach(() => server.close());

describe('structured replies', () => {
  test('are asked for by JSON Schema, counted and stored before they are returned', async () => {
    server.script(reply({ sum: 3, note: null }));
    const said = await bench.client().structured(ask());
    expect(said).toMatchObject({
      ok: true,
      value: { sum: 3, note: null },
      usage: { modelCalls: 1, inputTokens: 4, outputTokens: 1 },
    });
    const [call] = server.calls;
    expect(call?.headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect(call?.body).toMatchObject({
      model: 'small',
      stream: true,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          strict: true,
          schema: { required: ['sum', 'note'], additionalProperties: false },
        },
      },
    });
    expect(JSON.stringify(call?.body)).not.toContain('"default"');
    expect(said.ok && (await store.blobs.has(said.replyRef))).toBe(true);
    server.assertComplete();
  });

  test('use the model of their purpose', async () => {
    server.script(reply({ sum: 3 }), reply({ sum: 4 }));
    const model = bench.client({ purposes: { chat: 'large' } });
    await model.structured(ask({ purpose: 'chat' }));
    await model.structured(ask({ purpose: 'code' }));
    expect(server.calls.map(({ body }) => body.model)).toEqual(['large', 'small']);
  });

  test.each([
    ['a fenced block', 'Here you are:\n```json\n{"sum": 3}\n```\nBye.'],
    ['an object in a sentence', 'The answer is {"sum": 3, "note": "a } in a string"} as asked.'],
  ])('are found in %s', async (_, text) => {
    server.script(reply(text));
    expect(await bench.client().structured(ask())).toMatchObject({ ok: true, value: { sum: 3 } });
  });

  test('an endpoint that knows no response_format is asked in other ways, and that is remembered', async () => {
    const refusal = {
      param: 'response_format',
      message: "Unsupported: 'response_format' of type json_schema",
    };
    server.script(
      status(400, refusal),
      status(400, { message: 'json_object is not supported by response_format' }),
      reply({ sum: 3 }),
      reply({ sum: 5 }),
    );
    const model = bench.client();
    expect(await model.structured(ask())).toMatchObject({ ok: true, value: { sum: 3 } });
    expect(await model.structured(ask({ key: { run: 'run-1', effect: 'other' } }))).toMatchObject({
      ok: true,
      value: { sum: 5 },
    });
    expect(server.calls.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
      undefined,
    ]);
    expect(server.calls[3]?.body.messages[0]?.content).toContain('JSON Schema');
    server.assertComplete();
  });

  const FASTAPI = { detail: [{ loc: ['body', 'response_format', 'type'], msg: "Input should be 'text'" }] };
  test.each([
    ['400 of LM Studio', refused(400, { error: "'response_format.type' must be 'json_schema' or 'text'" })],
    ['422 of FastAPI', refused(422, FASTAPI)],
    ['400 without a reason', refused(400, '')],
    ['422 without a reason', refused(422, 'Unprocessable Entity')],
    ['500 of a grammar that fails', status(500, { message: 'failed to parse grammar of the JSON schema' })],
    ['501', status(501, { message: 'structured output is not implemented' })],
  ])('an endpoint that refuses the format with %s is asked in lesser ways', async (_, refusal) => {
    server.script(refusal, refusal, reply({ sum: 3 }));
    expect(await bench.client().structured(ask())).toMatchObject({ ok: true, value: { sum: 3 } });
    const formats = server.calls.map(({ body }) => body.response_format?.type);
    expect(formats).toEqual(['json_schema', 'json_object', undefined]);
    expect(server.calls[2]?.body.messages[0]?.content).toContain('"required":["sum","note"]');
    server.assertComplete();
  });

  test('a server that fails without a reason is taken for one that refuses the format when it fails again', async () => {
    const broken = refused(500, 'Internal Server Error');
    server.script(broken);
    const model = bench.client();
    expect((await failureOf(model.structured(ask({ attempt: 1 })))).type).toBe('ModelUnavailable');
    server.script(broken, reply({ sum: 3 }));
    expect(await model.structured(ask({ attempt: 2 }))).toMatchObject({ ok: true });
    expect(server.calls.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_schema',
      'json_object',
    ]);
  });

  test('a lesser way that fails as well is not remembered', async () => {
    server.script(status(500, { message: 'schema cache is down' }), status(503), reply({ sum: 3 }));
    const model = bench.client();
    await failureOf(model.structured(ask()));
    expect(await model.structured(ask())).toMatchObject({ ok: true });
    expect(server.calls[2]?.body.response_format?.type).toBe('json_schema');
  });

  test('an endpoint that ignores the format is told the schema when it is asked again', async () => {
    server.script(reply('The sum is three.'), reply({ sum: 3 }));
    expect(await bench.client().structured(ask())).toMatchObject({ ok: true, value: { sum: 3 } });
    expect(server.calls[0]?.body.messages.map(({ content }) => content).join()).not.toContain('required');
    expect(server.calls[1]?.body.messages.at(-1)?.content).toMatch(/not JSON.*"required":\["sum","note"\]/s);
  });

  test.each([
    ['thoughts before it', '<think>Maybe {"sum": 4}? No.</think>\n{"sum": 3}'],
    ['drafts before it', 'First {"total": 4}, but rather {"sum": 3}.'],
  ])('is found with %s', async (_, text) => {
    server.script(reply(text));
    expect(await bench.client().structured(ask())).toMatchObject({ ok: true, value: { sum: 3 } });
  });

  test('an empty reply is asked for again without an empty message, which endpoints refuse', async () => {
    server.script(reply(''), reply({ sum: 3 }));
    expect(await bench.client().structured(ask())).toMatchObject({ ok: true });
    expect(server.calls[1]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
  });

  test('an endpoint that knows no stream_options is asked without, and the tokens are estimated', async () => {
    server.script(
      status(400, { message: 'unknown field stream_options' }),
      reply({ sum: 3 }, { usage: false }),
    );
    const said = await bench.client().structured(ask());
    expect(said).toMatchObject({ ok: true, usage: { modelCalls: 1, inputTokens: 4, outputTokens: 3 } });
    expect(server.calls[1]?.body).not.toHaveProperty('stream_options');
  });

  test('an endpoint that does not stream is understood too', async () => {
    server.script(
      raw(
        JSON.stringify({
          choices: [{ message: { content: '{"sum": 3}' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 7, completion_tokens: 2 },
        }),
      ),
    );
    expect(await bench.client().structured(ask())).toMatchObject({
      ok: true,
      value: { sum: 3 },
      usage: { inputTokens: 7, outputTokens: 2 },
    });
  });
});

describe('malformed replies', () => {
  test('are asked for again once, with what is wrong', async () => {
    server.script(reply({ total: 3 }), reply({ sum: 3 }));
    const said = await bench.client().structured(ask());
    expect(said).toMatchObject({ ok: true, value: { sum: 3 }, usage: { modelCalls: 2 } });
    const second = server.calls[1]?.body.messages ?? [];
    expect(second.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(second[3]?.content).toMatch(/^sum is missing$/m);
  });

  test('stay whole in the store when the second is no better', async () => {
    server.script(reply('I would say three.'), reply('Three, as I said.'));
    const said = await bench.client().structured(ask());
    if (said.ok) throw new Error('it was taken for JSON');
    expect(said).toMatchObject({
      kind: 'malformed',
      error: 'The reply is not JSON.',
      usage: { modelCalls: 2 },
    });
    expect((await store.blobs.load(said.textRef)).toString('utf8')).toContain('Three, as I said.');
  });

  test.each([
    ['cut at the length limit', reply({ sum: 3 }, { finishReason: 'length' }), /cut off/],
    ['cut at the limit of the model', reply({ sum: 3 }, { finishReason: 'model_length' }), /cut off/],
    ['given up', reply({ sum: 3 }, { finishReason: 'insufficient_system_resource' }), /stopped early/],
    ['withheld', reply('', { finishReason: 'content_filter' }), /withheld/],
    ['refused', reply('', { refusal: 'I will not add.' }), /refused: I will not add/],
  ])('%s: never taken for complete', async (_, entry, error) => {
    server.script(entry, entry);
    expect(await bench.client().structured(ask())).toMatchObject({
      ok: false,
      error: expect.stringMatching(error) as string,
    });
    server.assertComplete();
  });

  test('slow tokens are waited for while there is time', async () => {
    server.script(reply('a slow but whole answer, word by word', { msPerChunk: 60 }));
    expect(await bench.client({ timeoutMs: 5_000 }).text(ask())).toMatchObject({
      ok: true,
      text: 'a slow but whole answer, word by word',
    });
  });

  test('a text cut at the length limit is not a text', async () => {
    server.script(reply('Once upon', { finishReason: 'length' }), reply('Once upon a time.'));
    const model = bench.client();
    expect(await model.text(ask())).toMatchObject({
      ok: false,
      error: expect.stringMatching(/cut off/) as string,
    });
    expect(await model.text(ask({ key: { run: 'run-1', effect: 'again' } }))).toMatchObject({
      ok: true,
      text: 'Once upon a time.',
    });
  });
});

describe('paying once', () => {
  test('a stored reply is never bought again, also by another client', async () => {
    server.script(reply({ total: 1 }), reply({ sum: 3 }));
    const first = await bench.client().structured(ask());
    const second = await bench.client().structured(ask());
    expect(second).toEqual(first);
    expect(server.calls).toHaveLength(2);
    server.assertComplete();
  });

  test('another effect or another request is another call', async () => {
    server.script(reply({ sum: 1 }), reply({ sum: 2 }), reply({ sum: 3 }));
    const model = bench.client();
    const values = [
      await model.structured(ask()),
      await model.structured(ask({ key: { run: 'run-1', effect: 'round-2' } })),
      await model.structured(ask({ messages: [{ role: 'user', content: 'other' }] })),
    ].map((said) => said.ok && said.value.sum);
    expect(values).toEqual([1, 2, 3]);
  });

  test('what a failed call cost is nothing: it can be made again', async () => {
    server.script(status(500), reply({ sum: 3 }));
    const model = bench.client();
    await failureOf(model.structured(ask()));
    expect(await bench.storedReplies()).toEqual([]);
    expect(await model.structured(ask())).toMatchObject({ ok: true, usage: { modelCalls: 1 } });
  });
});

describe('Azure', () => {
  const azure = (path: string) => ({
    baseUrl: server.baseUrl.replace('/v1', path),
    apiVersion: '2024-10-21',
  });

  test.each([
    ['a resource', ''],
    ['a resource with its slash', '/'],
    ['a resource with its path', '/openai'],
  ])('is asked by the address of %s, with the version and its own header for the key', async (_, path) => {
    server.script(reply({ sum: 3 }), reply({ sum: 4 }));
    const client = bench.client({ ...azure(path), model: 'gpt-4o', purposes: { chat: 'o3' } });
    expect(await client.structured(ask())).toMatchObject({ ok: true, model: 'gpt-4o' });
    expect(await client.structured(ask({ purpose: 'chat' }))).toMatchObject({ ok: true, model: 'o3' });
    expect(server.calls.map((call) => call.path)).toEqual([
      '/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21',
      '/openai/deployments/o3/chat/completions?api-version=2024-10-21',
    ]);
    expect(server.calls[0]?.headers['api-key']).toBe(API_KEY);
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
  });

  test('is asked by the address of a deployment', async () => {
    server.script(reply({ sum: 3 }));
    await bench.client(azure('/openai/deployments/mine')).structured(ask());
    expect(server.calls[0]?.path).toBe('/openai/deployments/mine/chat/completions?api-version=2024-10-21');
  });

  test('without such a deployment: the sentence names it', async () => {
    server.script(refused(404, { error: { code: 'DeploymentNotFound', message: 'It does not exist.' } }));
    const error = await failureOf(bench.client(azure('')).structured(ask()));
    expect(error.message).toMatch(/no model small at .*KINTSUGI_MODEL /);
  });
});

test('secrets are redacted in the stored prompt and sent as they are', async () => {
  server.script(reply({ sum: 3 }));
  const content = `the key is ${API_KEY}, the password hunter2-hunter2`;
  await bench
    .client({ secrets: ['hunter2-hunter2'] })
    .structured(ask({ messages: [{ role: 'user', content }] }));
  expect(server.calls[0]?.body.messages[0]?.content).toBe(content);
  const refs = await bench.storedReplies();
  const blobs = await Promise.all(
    refs.map(({ value }) => store.blobs.load((JSON.parse(value) as { blob: BlobHash }).blob)),
  );
  const stored = [JSON.stringify(refs), ...blobs.map(String)].join('\n');
  expect(stored).toContain('[REDACTED]');
  expect(stored).not.toContain(API_KEY);
  expect(stored).not.toContain('hunter2-hunter2');
});

test('the environment of the process is not read', async () => {
  server.script(reply({ sum: 3 }));
  const before = { ...process.env };
  Object.assign(process.env, {
    OPENAI_ORG_ID: 'org-from-env',
    OPENAI_PROJECT_ID: 'proj-from-env',
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
  });
  try {
    expect(await bench.client().structured(ask())).toMatchObject({ ok: true });
  } finally {
    process.env = before;
  }
  expect(JSON.stringify(server.calls[0]?.headers)).not.toContain('from-env');
});
