import { setTimeout as delay } from 'node:timers/promises';
import { makeProject, startKintsugi } from '../../support/kintsugi';
import { BROKEN_TEXTS, rewriting, ROMAN, SLUG } from '../../support/roman-project';
import { hang, reply, ScriptedModel } from '../../support/scripted-model';

const BOTH = rewriting({ 'src/roman.ts': ROMAN, 'src/slug.ts': SLUG });
const HALF = rewriting({ 'src/roman.ts': ROMAN });

describe('a run with a budget whose worker is killed', () => {
  it('counts a reply that was stored before the kill once, asks only for the one that was not, and shows the call that was lost', async () => {
    // The second of two candidates hangs until the worker is dead; it is told from the first by its own prompt.
    const second = 'consider a second explanation';
    const model = await ScriptedModel.start([{ ...hang(), when: second }, reply(HALF)]);
    const kintsugi = await startKintsugi({
      why: 'it is killed',
      settings: {
        KINTSUGI_MODEL: 'scripted',
        KINTSUGI_MODEL_BASE_URL: model.baseUrl,
        KINTSUGI_MODEL_CANDIDATES: '2',
      },
    });
    const project = await makeProject(BROKEN_TEXTS);
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      budget: { tokens: 1_000_000 },
    });
    while (model.calls.length < 2) await delay(20);
    // The first reply is one small stream, and stored at once.
    await delay(1_500);
    expect((await run.status()).budget).toMatchObject({ spent: { tokens: 0 } });
    expect((await run.status()).budget?.reserved.tokens).toBeGreaterThan(0);
    await kintsugi.kill();
    model.script({ ...reply(BOTH), when: second });
    await kintsugi.start();
    const result = await run.result();
    // The call that hung may have to be paid for, so it counts, with what it asked.
    expect(result).toMatchObject({ status: 'recovered', usage: { modelCalls: 3, lostCalls: 1 } });
    const { inputTokens, outputTokens } = result.usage;
    expect(result.budget).toMatchObject({
      spent: { tokens: inputTokens + outputTokens },
      reserved: { tokens: 0 },
    });
    expect(model.calls).toHaveLength(3);
    model.assertComplete();
    await project.remove();
    await kintsugi.close();
    await model.close();
  });

  it('goes on waiting for its top-up with a new worker', async () => {
    const model = await ScriptedModel.start([reply(BOTH)]);
    const kintsugi = await startKintsugi({
      why: 'it is killed',
      settings: {
        KINTSUGI_MODEL: 'scripted',
        KINTSUGI_MODEL_BASE_URL: model.baseUrl,
        KINTSUGI_MODEL_CANDIDATES: '1',
      },
    });
    const project = await makeProject(BROKEN_TEXTS);
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      budget: { tokens: 1 },
    });
    while ((await run.status()).phase !== 'waiting-for-budget') await delay(20);
    await kintsugi.kill();
    await kintsugi.start();
    const { budget } = await run.status();
    await run.topUp({ tokens: budget?.waiting?.missing.tokens });
    expect(await run.result()).toMatchObject({ status: 'recovered', usage: { modelCalls: 1 } });
    model.assertComplete();
    await project.remove();
    await kintsugi.close();
    await model.close();
  });
});
