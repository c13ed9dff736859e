import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { probeModel } from '../../../src/client/cli/probe-model';
import { loadConfig } from '../../../src/config';
import { createModelClient, type ModelClient } from '../../../src/model';
import { createMemoryStore } from '../../support/memory-store';
import { localModelPackages, startLocalModel, type LocalModel } from '../../support/local-model';
import { ask, failureOf } from '../../support/model-bench';

const CALL_MS = 240_000;
const CONTEXT = 512;

const withPython = spawnSync('python3', ['--version']).status === 0 ? describe : describe.skip;

let packages: string | undefined;
beforeAll(async () => {
  if (withPython === describe)
    packages = await localModelPackages((line) => process.stderr.write(`${line}\n`));
}, 660_000);

/** Clients of one server of llama.cpp, each with a store of its own. `said`: what has come of a reply, as it came. */
function useLocalModel(limits: { context: number; replyTokens: number }) {
  let server: LocalModel | undefined;
  beforeAll(async () => {
    if (packages !== undefined) server = await startLocalModel(packages, limits);
  });
  afterAll(() => server?.close());
  const said: string[] = [];
  return {
    said,
    baseUrl: () => server?.baseUrl,
    client: (): ModelClient => {
      if (!server) throw new Error('There is no local model here: see the first lines.');
      const live = {
        begin: () => ({ say: (text: () => string) => said.push(text()), end: () => undefined }),
      };
      const settings = { baseUrl: server.baseUrl, apiKey: 'none', model: 'smollm2', timeoutMs: CALL_MS };
      return createModelClient(settings, createMemoryStore(), { live });
    },
  };
}

const READ_FILE = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: z.object({ path: z.string() }),
};

withPython("llama.cpp's own server", () => {
  const local = useLocalModel({ context: CONTEXT, replyTokens: 120 });

  it('is found by doctor, with its model', async () => {
    const env = { KINTSUGI_MODEL: 'smollm2', KINTSUGI_MODEL_BASE_URL: local.baseUrl() };
    const { model } = loadConfig(env);
    expect(model && (await probeModel(model))).toBeUndefined();
    const other = loadConfig({ ...env, KINTSUGI_MODEL: 'large' }).model;
    expect(other && (await probeModel(other))).toMatchObject({
      text: expect.stringMatching(/smollm2$/) as string,
    });
  });

  it('streams a text, and counts its tokens', async () => {
    const reply = await local.client().text(ask({ messages: [{ role: 'user', content: 'Say hello.' }] }));
    if (!reply.ok) throw new Error(reply.error);
    expect(reply.usage).toMatchObject({ modelCalls: 1, inputTokens: expect.any(Number) as number });
    expect(reply.usage.inputTokens).toBeGreaterThan(10);
    expect(reply.usage.outputTokens).toBeGreaterThan(1);
    const grown = local.said.filter((text) => text !== '' && reply.text.startsWith(text));
    expect(new Set(grown).size).toBeGreaterThan(2);
    expect(grown.at(-1)).toBe(reply.text);
  });

  it('holds a reply to a strict schema', async () => {
    const reply = await local.client().structured(ask());
    expect(reply).toMatchObject({
      ok: true,
      value: { sum: expect.any(Number) as number },
      usage: { modelCalls: 1 },
    });
  });

  it('says that a request is too long before it reads it', async () => {
    const messages = [{ role: 'user' as const, content: 'word '.repeat(2 * CONTEXT) }];
    const { failure } = await failureOf(local.client().text(ask({ messages })));
    expect(failure).toMatchObject({ type: 'ModelContextLength', retryable: false });
    expect(failure.message).toBe('The request is longer than the model smollm2 can read.');
  });

  it('ignores that a tool has to be called, which is told', async () => {
    const reply = await local.client().tools({
      ...ask({ messages: [{ role: 'user', content: 'Say yes.' }] }),
      tools: [READ_FILE],
      toolChoice: 'required',
    });
    expect(reply).toMatchObject({
      ok: false,
      error: expect.stringMatching(/calls no tool|cut off/) as string,
    });
  });

  it('ends a call that is given up, and answers the next one', async () => {
    const controller = new AbortController();
    const messages = [{ role: 'user' as const, content: 'Count to a hundred.' }];
    local.said.length = 0;
    const call = failureOf(local.client().text(ask({ messages, signal: controller.signal })));
    while (local.said.join('') === '') await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect((await call).type).toBe('ModelCancelled');
    expect(await local.client().structured(ask())).toMatchObject({ ok: true });
  });
});

withPython("llama.cpp's own server with a short limit of replies", () => {
  const local = useLocalModel({ context: CONTEXT, replyTokens: 4 });

  it('cuts a text, which is not taken for whole', async () => {
    const reply = await local.client().text(ask({ messages: [{ role: 'user', content: 'Count to ten.' }] }));
    expect(reply).toMatchObject({
      ok: false,
      error: expect.stringMatching(/cut off at the length limit/) as string,
    });
  });

  it('cuts JSON, which is asked for once more', async () => {
    const reply = await local.client().structured(ask());
    expect(reply).toMatchObject({
      ok: false,
      error: expect.stringMatching(/cut off/) as string,
      usage: { modelCalls: 2 },
    });
  });
});
