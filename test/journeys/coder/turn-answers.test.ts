import { answersTo, type Answers } from '../../../src/coder/agent/open-turn';
import { directoryTools } from '../../../src/coder/tools/directory/source';
import { mcpTools } from '../../../src/coder/tools/own';
import { ToolRegistry, type ToolSource } from '../../../src/coder/tools/registry';
import { keepNode } from '../../../src/coder/agent/transcript';
import { asBlob } from '../../support/hashes';
import { SHOP, ToolBench } from '../../support/directory-tools';

const bench = new ToolBench();
const { blobs } = bench.store;
afterAll(() => bench.close());

const LONG = Array.from({ length: 5_000 }, (_, n) => `mail ${n + 1}`).join('\n');

/** Answers to one call that had this output. */
async function answerTo(name: string, output: object): Promise<Answers> {
  const server = {
    server: 'mail',
    name: 'list',
    description: 'Lists mails.',
    inputSchema: { type: 'object' },
  };
  const connections = { tools: () => Promise.resolve([server]) };
  const registry = new ToolRegistry([
    directoryTools({} as never) as ToolSource<never>,
    (await mcpTools(connections as never, 'directory')) as ToolSource<never>,
  ]);
  const calls = [{ id: '1', name, arguments: {} }];
  const turn = await keepNode(blobs, { version: 1, heard: [], said: [], calls });
  const blob = await blobs.put(Buffer.from(JSON.stringify(output)));
  return answersTo(blobs, registry.toolsOf('directory'), turn, [{ index: 0, blob }]);
}

test('a long result of a tool server is cut, and the rest of it is read by its name', async () => {
  const { messages, keep } = await answerTo('mail__list', { success: true, text: LONG });
  const said = messages[0]?.content ?? '';
  expect(said.length).toBeLessThanOrEqual(10_000);
  const path = /"path":"(result:[0-9a-f]{64})"/.exec(said)?.[1];
  await keep();
  const run = await bench.run(SHOP);
  expect(await run.text('read', { path, from: 2_500, to: 2_500 })).toContain('2500 | mail 2500');
});

test('answers are put together without storing anything, so that they can be estimated', async () => {
  const { messages, known, keep } = await answerTo('run_tests', { ok: true, text: LONG.slice(0, 5_000) });
  const [message] = messages;
  const name = message && 'result' in message ? (message.result ?? '') : '';
  expect(known.checks).toHaveLength(1);
  expect(await blobs.has(asBlob(name))).toBe(false);
  const kept = await keep();
  expect(JSON.parse(String(await blobs.load(kept ?? asBlob(''))))).toEqual(known);
  expect(await blobs.has(asBlob(name))).toBe(true);
});

test.each([
  ['run_tests', 1],
  ['run_check', 1],
  ['diagnostics', 1],
  ['run_command', 0],
  ['read', 0],
])('of %s the latest result stays in sight: %d', async (name, count) => {
  expect((await answerTo(name, { ok: true, text: 'done' })).known.checks).toHaveLength(count);
});
