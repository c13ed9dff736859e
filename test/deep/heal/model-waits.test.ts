import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeProject, startKintsugi } from '../../support/kintsugi';
import { reply, ScriptedModel, status } from '../../support/scripted-model';
import { untilStatus } from '../../support/until';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const QUESTION = { request: 'What does it do?', taskType: 'chat_reply' } as const;
const PROJECT = { 'src/add.ts': 'export const add = 1;\n' };

describe('a run whose model limits the rate', () => {
  const kintsugi = useOwnScriptedKintsugi({ why: 'it is killed' });

  async function ask(waitForLimitMs?: number) {
    const project = await makeProject(PROJECT);
    const run = await kintsugi.client.heal({ directory: project.path, ...QUESTION, waitForLimitMs });
    return { run, project };
  }

  it('waits durably, says until when, and asks again after a worker was killed meanwhile', async () => {
    kintsugi.model.script(status(429, { retryAfter: '6' }), reply('It adds.'));
    const { run, project } = await ask();
    const waiting = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'waiting-for-limit',
    );
    expect(waiting.detail).toMatch(
      /^until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, when the limit of the model resets: /,
    );
    await kintsugi.kill();
    await kintsugi.start();
    expect((await run.result()).record.messages.at(-1)).toMatchObject({ content: 'It adds.' });
    expect((await run.status()).log.join('\n')).toContain('for a limit of the model');
    kintsugi.model.assertComplete();
    await project.remove();
  });

  it('ends at once where it may not wait so long, and promises no other try', async () => {
    kintsugi.model.script(status(429, { retryAfter: '3600' }));
    const { run, project } = await ask(60_000);
    const failure = await run.result().then(String, (error: Error) => error.message);
    expect(failure).toContain(
      'It resets in 1h, and the run may wait 1m for limits in all (--wait-for-limit).',
    );
    expect(failure).not.toMatch(/later|again/);
    kintsugi.model.assertComplete();
    await project.remove();
  });
});

describe('a run whose endpoint is none', () => {
  /** Asks one question; resolves to the sentence that the run ends with, and its time in ms. */
  async function endOf(baseUrl: string): Promise<{ said: string; ms: number }> {
    const kintsugi = await startKintsugi({
      why: 'its endpoint is none',
      settings: { KINTSUGI_MODEL: 'm', KINTSUGI_MODEL_BASE_URL: baseUrl },
    });
    const project = await makeProject(PROJECT);
    const startedMs = performance.now();
    const run = await kintsugi.client.heal({ directory: project.path, ...QUESTION });
    const said = await run.result().then(String, (error: Error) => error.message);
    const ms = performance.now() - startedMs;
    await kintsugi.close();
    await project.remove();
    return { said, ms };
  }

  it('ends within 10 s where nobody listens, with the variable to correct', async () => {
    const gone = await ScriptedModel.start();
    await gone.close();
    const { said, ms } = await endOf(gone.baseUrl);
    expect(said).toMatch(/ECONNREFUSED.*KINTSUGI_MODEL_BASE_URL/);
    expect(ms).toBeLessThan(10_000);
  });

  it('ends within 10 s where a page answers, with the variable to correct', async () => {
    const site: Server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
    );
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { said, ms } = await endOf(`http://127.0.0.1:${(site.address() as AddressInfo).port}/v1`);
    expect(said).toMatch(/does not answer like.*KINTSUGI_MODEL_BASE_URL/);
    expect(ms).toBeLessThan(10_000);
    site.close();
  });
});
