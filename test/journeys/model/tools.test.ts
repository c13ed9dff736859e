import { z } from 'zod';
import type { BlobHash } from '../../../src/domain/ids';
import type { ToolOptions, ToolSpec } from '../../../src/model/types';
import type { Store } from '../../../src/store/types';
import { API_KEY, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import { callTools, cutStream, hang, reply, status, type ScriptedModel } from '../../support/scripted-model';

let bench: ModelBench;
let server: ScriptedModel;
let store: Store;

beforeEach(async () => {
  bench = await startModelBench();
  ({ server, store } = bench);
});
afterEach(() => server.close());

const READ: ToolSpec = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: z.object({ path: z.string(), lines: z.number().nullable().default(null) }),
};
const LIST: ToolSpec = { name: 'list', description: 'Lists all files.', parameters: z.object({}) };
const SEARCH: ToolSpec = {
  name: 'search',
  description: 'Searches.',
  parameters: z.object({ text: z.string(), folder: z.string().optional() }),
};

const turn = (more: Partial<ToolOptions> = {}): ToolOptions => ({
  purpose: 'debug',
  messages: [
    { role: 'system', content: 'Be an agent.' },
    { role: 'user', content: 'What is in a.ts?' },
  ],
  tools: [READ, LIST, SEARCH],
  key: { run: 'run-1', effect: 'turn-1' },
  signal: new AbortController().signal,
  ...more,
});

const readA = { id: 'c1', name: 'read_file', arguments: { path: 'a.ts', lines: 5 } };
const list = { id: 'c2', name: 'list', arguments: '' };

describe('a turn with tools', () => {
  test('sends the tools as functions, strict where their schemas are', async () => {
    server.script(callTools([readA]));
    await bench.client().tools(turn({ toolChoice: 'required' }));
    const { tools, tool_choice, response_format } = server.calls[0]?.body ?? {};
    expect(tool_choice).toBe('required');
    expect(response_format).toBeUndefined();
    expect(tools).toMatchObject([
      {
        type: 'function',
        function: {
          name: 'read_file',
          description: 'Reads a file.',
          strict: true,
          parameters: { type: 'object', required: ['path', 'lines'], additionalProperties: false },
        },
      },
      { function: { name: 'list', strict: true, parameters: { properties: {}, required: [] } } },
      { function: { name: 'search', parameters: { required: ['text'] } } },
    ]);
    expect(tools?.[2]?.function).not.toHaveProperty('strict');
  });

  test.each([
    ['streamed', {}],
    ['in one piece', { plain: true }],
  ])('brings several calls, %s, with their arguments read', async (_, more) => {
    server.script(callTools([readA, list], { content: 'I look.', ...more }));
    const said = await bench.client().tools(turn());
    expect(said).toMatchObject({
      ok: true,
      text: 'I look.',
      model: 'small',
      calls: [
        { ok: true, call: { id: 'c1', name: 'read_file', arguments: { path: 'a.ts', lines: 5 } } },
        { ok: true, call: { id: 'c2', name: 'list', arguments: {} } },
      ],
      usage: { modelCalls: 1 },
    });
    server.assertComplete();
  });

  test.each(['index-0', 'no-index', 'name-again', 'one-piece'] as const)(
    'is understood in a stream of the manner %s',
    async (manner) => {
      const other = { id: 'c9', name: 'read_file', arguments: { path: 'b.ts' } };
      server.script(
        callTools([
          { ...readA, manner },
          { ...other, manner },
        ]),
      );
      expect(await bench.client().tools(turn())).toMatchObject({
        ok: true,
        calls: [
          { call: { id: 'c1', arguments: { path: 'a.ts', lines: 5 } } },
          { call: { id: 'c9', arguments: { path: 'b.ts', lines: null } } },
        ],
      });
    },
  );

  test('goes on with the results of its calls', async () => {
    server.script(callTools([readA, list]), reply('It holds code.'));
    const model = bench.client();
    const first = await model.tools(turn());
    if (!first.ok) throw new Error(first.error);
    const messages: ToolOptions['messages'] = [
      ...turn().messages,
      first.message,
      { role: 'tool', toolCallId: 'c1', content: '1 | code' },
      { role: 'tool', toolCallId: 'c2', content: 'a.ts' },
    ];
    const second = await model.tools(turn({ messages, key: { run: 'run-1', effect: 'turn-2' } }));
    expect(second).toMatchObject({
      ok: true,
      text: 'It holds code.',
      calls: [],
      message: { role: 'assistant', content: 'It holds code.' },
    });
    expect(server.calls[1]?.body.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'read_file', arguments: '{"path":"a.ts","lines":5}' },
          },
          // A call without arguments is sent back with none.
          { id: 'c2', type: 'function', function: { name: 'list', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '1 | code' },
      { role: 'tool', tool_call_id: 'c2', content: 'a.ts' },
    ]);
  });

  test('is stored and never bought again; other results are another turn', async () => {
    server.script(callTools([readA]), reply('one'), reply('two'));
    const model = bench.client();
    const first = await model.tools(turn());
    expect(await bench.client().tools(turn())).toEqual(first);
    if (!first.ok) throw new Error(first.error);
    const after = (content: string) =>
      model.tools(
        turn({ messages: [...turn().messages, first.message, { role: 'tool', toolCallId: 'c1', content }] }),
      );
    expect([await after('x'), await after('y'), await after('x')]).toMatchObject([
      { text: 'one' },
      { text: 'two' },
      { text: 'one' },
    ]);
    server.assertComplete();
  });

  test('with other tools is another turn', async () => {
    server.script(reply('one'), reply('two'));
    const model = bench.client();
    expect(await model.tools(turn())).toMatchObject({ text: 'one' });
    expect(await model.tools(turn({ tools: [READ] }))).toMatchObject({ text: 'two' });
  });
});

describe('a turn that cannot be used', () => {
  test.each([
    [
      'an unknown tool',
      { id: 'c1', name: 'delete_all', arguments: '{}' },
      /no tool "delete_all".*read_file, list/,
    ],
    ['arguments that are cut', { ...readA, arguments: '{"path": "a' }, /not JSON \(Unterminated string/],
    ['arguments that are a list', { ...readA, arguments: '["a.ts"]' }, /not a JSON object but a list/],
    [
      'arguments that do not fit',
      { ...readA, arguments: { file: 'a.ts' } },
      /do not fit its schema: path is missing\.$/,
    ],
  ])('%s: comes back as a value with the reason, and can be sent back', async (_, wrong, reason) => {
    server.script(callTools([wrong, list]), reply('I see.'));
    const model = bench.client();
    const said = await model.tools(turn());
    if (!said.ok) throw new Error(said.error);
    expect(said).toMatchObject({
      calls: [
        { ok: false, id: 'c1', name: wrong.name },
        { ok: true, call: { name: 'list' } },
      ],
      usage: { modelCalls: 1 },
    });
    const [refused] = said.calls;
    expect(refused).toMatchObject({ error: expect.stringMatching(reason) as string });
    const answers = ['c1', 'c2'].map((toolCallId) => ({
      role: 'tool' as const,
      toolCallId,
      content: 'Not run.',
    }));
    const messages = [...turn().messages, said.message, ...answers];
    await model.tools(turn({ messages, key: { run: 'run-1', effect: 'turn-2' } }));
    const called = server.calls[1]?.body.messages[2];
    expect(called?.tool_calls?.map(({ id }) => id)).toEqual(['c1', 'c2']);
    // Endpoints refuse a conversation whose arguments are no JSON.
    for (const call of called?.tool_calls ?? [])
      expect(() => JSON.parse(call.function.arguments) as unknown).not.toThrow();
    server.assertComplete();
  });

  test.each([
    ['cut at the length limit', callTools([readA], { finishReason: 'length' }), /cut off/],
    ['withheld', reply('', { finishReason: 'content_filter' }), /withheld/],
    ['refused', reply('', { refusal: 'I call nothing.' }), /refused: I call nothing/],
    ['empty', reply(''), /empty/],
  ])('%s: its calls are not taken, and the complaint comes with it', async (_, entry, error) => {
    server.script(entry);
    const said = await bench.client().tools(turn());
    if (said.ok) throw new Error('it was taken for a turn');
    expect(said).toMatchObject({ kind: 'malformed', usage: { modelCalls: 1 } });
    expect(said.error).toMatch(error);
    expect(said.back.at(-1)).toMatchObject({ role: 'user', content: expect.stringMatching(error) as string });
    expect(said.back.some((message) => 'toolCalls' in message)).toBe(false);
    expect(String(await store.blobs.load(said.textRef))).toContain('finishReason');
    // It is stored as any other reply: asking again buys nothing.
    expect(await bench.client().tools(turn())).toEqual(said);
    server.assertComplete();
  });

  test('words are of no use where a call is required', async () => {
    server.script(reply('I could read a.ts.'));
    const said = await bench.client().tools(turn({ toolChoice: 'required' }));
    expect(said).toMatchObject({ ok: false, error: 'The reply calls no tool.' });
  });

  test('a call that is written as text, in words that could mean something else, is told', async () => {
    server.script(reply('For example: {"name": "read_file", "arguments": {"path": "a.ts"}}'));
    const said = await bench.client().tools(turn());
    if (said.ok) throw new Error('it was taken for a turn');
    expect(said.error).toMatch(/read_file as text.*llama\.cpp: --jinja; vLLM: .*--tool-call-parser/);
    expect(said.back.at(-1)?.content).toMatch(/read_file as text, which is not run/);
    expect(said.back.at(-1)?.content).not.toMatch(/vLLM/);
  });
});

describe('endpoints', () => {
  test('that know no strict functions are asked without', async () => {
    server.script(
      status(400, { message: "Unknown parameter: 'tools[0].function.strict'" }),
      callTools([readA]),
      reply('x'),
    );
    const model = bench.client();
    expect(await model.tools(turn())).toMatchObject({ ok: true });
    await model.tools(turn({ key: { run: 'run-1', effect: 'turn-2' } }));
    const strict = server.calls.map(({ body }) => body.tools?.[0]?.function.strict);
    expect(strict).toEqual([true, undefined, undefined]);
  });

  test.each([
    ['Ollama', 'registry.ollama.ai/library/phi:latest does not support tools'],
    ['vLLM', '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ])('that know no tools (%s): the sentence names the setting', async (_, message) => {
    server.script(status(400, { message }));
    const error = await failureOf(bench.client({ purposes: { debug: 'phi' } }).tools(turn()));
    expect(error.failure).toMatchObject({ type: 'ModelBadRequest', retryable: false, concerns: 'model' });
    expect(error.message).toMatch(/phi .*cannot call tools.*KINTSUGI_MODEL_DEBUG/);
  });

  test('a stream that breaks off in a call brings none', async () => {
    server.script(cutStream('I read'));
    const error = await failureOf(bench.client().tools(turn()));
    expect(error.failure).toMatchObject({ type: 'ModelUnavailable', retryable: true });
    expect(await bench.storedReplies()).toEqual([]);
  });

  test('cancellation stops the request itself', async () => {
    server.script(hang());
    const controller = new AbortController();
    const call = failureOf(bench.client().tools(turn({ signal: controller.signal })));
    while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect((await call).type).toBe('ModelCancelled');
    expect(await server.calls[0]?.closed).toEqual({ early: true });
  });
});

test('secrets in results and arguments are redacted in the stored conversation', async () => {
  server.script(reply('done'));
  await bench.client().tools(
    turn({
      messages: [
        ...turn().messages,
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'c1', name: 'read_file', arguments: `{"path":"${API_KEY}"}` }],
        },
        { role: 'tool', toolCallId: 'c1', content: `KEY=${API_KEY}` },
      ],
    }),
  );
  expect(server.calls[0]?.body.messages[3]?.content).toContain(API_KEY);
  const [ref] = await bench.storedReplies();
  const stored = String(await store.blobs.load((JSON.parse(ref?.value ?? '{}') as { blob: BlobHash }).blob));
  expect(stored).toContain('[REDACTED]');
  expect(stored).not.toContain(API_KEY);
});
