import { ask, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import { cutStream, endEarly, raw, status, type ScriptedModel } from '../../support/scripted-model';

const CHUNK = `data: ${JSON.stringify({ choices: [{ delta: { content: '{"sum": 3}' }, finish_reason: null }] })}\n\n`;

let bench: ModelBench;
let server: ScriptedModel;

beforeEach(async () => {
  bench = await startModelBench();
  ({ server } = bench);
});
afterEach(() => server.close());

test('a server that ends no reply is not asked for ever', async () => {
  server.script(...Array.from({ length: 4 }, () => endEarly('{"sum": 3}')));
  const failures = [];
  for (const attempt of [1, 2, 3])
    failures.push(await failureOf(bench.client().structured(ask({ attempt }))));
  expect(failures.map(({ failure }) => failure.retryable)).toEqual([true, true, false]);
  expect(failures.at(-1)?.message).toMatch(/no finish_reason.*3 replies did not arrive whole.*proxy/);
});

test('one reply without an end among failures of another kind is asked for again', async () => {
  server.script(status(503), status(503), endEarly('{"sum": 3}'), cutStream('{"sum": 3}'));
  const retryable = [];
  for (const attempt of [1, 2, 3, 4])
    retryable.push((await failureOf(bench.client().structured(ask({ attempt })))).failure.retryable);
  expect(retryable).toEqual([true, true, true, true]);
});

test.each([
  ['an end mark', `${CHUNK}data: [DONE]\n\n`],
  [
    'an end mark without a space, on its own line ends',
    `${CHUNK.replaceAll('\n', '\r\n')}data:[DONE]\r\n\r\n`,
  ],
  ['a last chunk of usage alone', `${CHUNK}data: {"choices": [], "usage": {"prompt_tokens": 3}}\n\n`],
])('a reply without a finish reason is whole by %s', async (_, body) => {
  server.script(raw(body, 'text/event-stream'));
  expect(await bench.client().structured(ask())).toMatchObject({ ok: true, value: { sum: 3 } });
  expect(server.calls).toHaveLength(1);
});

test.each([
  ['usage in each chunk', CHUNK.replace('"choices"', '"usage": {"prompt_tokens": 3}, "choices"')],
  ['an end mark in its text', CHUNK.replace('}', '} data: [DONE]')],
])('%s does not make it whole', async (_, body) => {
  server.script(raw(body, 'text/event-stream'));
  expect((await failureOf(bench.client().structured(ask()))).message).toMatch(/broke off/);
});
