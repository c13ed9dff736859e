import { z } from 'zod';
import type { ToolOptions } from '../../../src/model/types';
import { startModelBench, type ModelBench } from '../../support/model-bench';
import { raw, reply, type ScriptedModel } from '../../support/scripted-model';

let bench: ModelBench;
let server: ScriptedModel;

beforeEach(async () => {
  bench = await startModelBench();
  ({ server } = bench);
});
afterEach(() => server.close());

const turn = (more: Partial<ToolOptions> = {}): ToolOptions => ({
  purpose: 'debug',
  messages: [{ role: 'user', content: 'What is in a.ts?' }],
  tools: [{ name: 'read_file', description: 'Reads a file.', parameters: z.object({ path: z.string() }) }],
  key: { run: 'run-1', effect: 'turn-1' },
  signal: new AbortController().signal,
  ...more,
});

describe('a turn of a model whose server reads no calls', () => {
  const written = '<tool_call>{"name": "read_file", "arguments": {"path": "a.ts"}}</tool_call>';
  const call = { name: 'read_file', arguments: { path: 'a.ts' } };

  test('is run, and goes on as one with calls', async () => {
    server.script(reply(`<think>Hm.</think>I look. ${written}`), reply('done'));
    const model = bench.client();
    const said = await model.tools(turn());
    if (!said.ok) throw new Error(said.error);
    expect(said).toMatchObject({ text: 'I look.', calls: [{ ok: true, call }] });
    const answer = {
      role: 'tool' as const,
      toolCallId: said.calls[0]?.ok ? said.calls[0].call.id : '',
      content: 'x',
    };
    await model.tools(
      turn({ messages: [...turn().messages, said.message, answer], key: { run: 'run-1', effect: 'turn-2' } }),
    );
    expect(server.calls[1]?.body.messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'call_1', function: { name: 'read_file' } }],
      },
      { role: 'tool', tool_call_id: 'call_1' },
    ]);
  });

  test.each(['reasoning_content', 'reasoning'])(
    'is run where it was taken for thoughts (%s)',
    async (field) => {
      const delta = { [field]: `I need the file. ${written}` };
      const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
      const body = `${chunk({ delta })}${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;
      server.script(raw(body, 'text/event-stream'));
      expect(await bench.client().tools(turn())).toMatchObject({
        ok: true,
        text: '',
        calls: [{ ok: true, call }],
      });
      const message = { role: 'assistant', content: '', ...delta };
      server.script(raw(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] })));
      const next = turn({ key: { run: 'run-1', effect: 'turn-2' } });
      expect(await bench.client().tools(next)).toMatchObject({
        ok: true,
        text: '',
        calls: [{ ok: true, call }],
      });
    },
  );
});
