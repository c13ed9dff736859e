import { setTimeout as delay } from 'node:timers/promises';
import type { BudgetReport, HealHandle, HealRequest, HealResult } from '../../../src/client';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { BROKEN_TEXTS, rewriting, ROMAN, SLUG } from '../../support/roman-project';
import { hang, reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi, useProject } from '../../support/use-kintsugi';

const DEADLINE_MS = 40_000;
const PRICE = { inputPerMillion: 2, outputPerMillion: 10 };
const BOTH = rewriting({ 'src/roman.ts': ROMAN, 'src/slug.ts': SLUG });

describe('a budget', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model has prices and short replies',
    settings: {
      KINTSUGI_MODEL_REPLY_TOKENS: '300',
      KINTSUGI_MODEL_PRICES: JSON.stringify({ scripted: PRICE }),
    },
  });
  const project = useProject(() => makeProject(BROKEN_TEXTS));

  afterEach(() => kintsugi.model.assertComplete());

  const start = (more: Partial<HealRequest>): Promise<HealHandle> =>
    kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' }, ...more });

  type Waiting = NonNullable<BudgetReport['waiting']>;

  async function waiting(run: HealHandle, after = ''): Promise<Waiting> {
    for (const startedMs = performance.now(); performance.now() - startedMs < DEADLINE_MS; await delay(30)) {
      const { phase, budget } = await run.status();
      if (budget?.waiting && budget.waiting.since !== after) {
        expect(phase).toBe('waiting-for-budget');
        return budget.waiting;
      }
    }
    throw new Error('the run did not wait for its budget');
  }

  const tokensOf = ({ usage }: HealResult) => usage.inputTokens + usage.outputTokens;

  it('ends with what it has where nobody tops it up in time', async () => {
    const run = await start({ maxAttempts: 2, budget: { tokens: 1, topUpDeadlineMs: 4_000 } });
    const first = await waiting(run);
    kintsugi.model.script(reply(rewriting({ 'src/roman.ts': ROMAN })));
    // Enough for the first repair; what is left of it is not for the second.
    await run.topUp({ tokens: first.missing.tokens });
    expect((await waiting(run, first.since)).what).toBe('look for repair 2');
    const result = await run.result();
    expect(result).toMatchObject({
      status: 'failed_after_repair',
      totalAttempts: 2,
      tests: { passed: 1, failed: 1 },
      repairs: [{ proposer: 'llm' }],
      usage: { modelCalls: 1 },
      diff: { files: [{ path: 'src/roman.ts' }] },
      delivery: { status: 'suggested' },
    });
    expect(result.budget?.skipped).toMatchObject([{ what: 'look for repair 2' }]);
    expect(result.notes?.join('\n')).toMatch(
      /does not allow to look for repair 2.*kintsugi fork heal-\S+ --budget-tokens \d+/,
    );
    expect(result.failureReport).toContain(`kintsugi fork ${run.id} --budget-tokens`);
    expect(await project.read('src/roman.ts')).toBe(BROKEN_TEXTS['src/roman.ts']);

    // A fork has the limits of that run to itself, and goes on from its last state.
    const tokens = first.missing.tokens * 2;
    kintsugi.model.script(reply(rewriting({ 'src/slug.ts': SLUG })));
    const fork = await kintsugi.client.fork(run.id, { budget: { tokens } });
    const forked = await fork.result();
    expect(forked).toMatchObject({
      status: 'recovered',
      budget: { limit: { tokens }, spent: { tokens: tokensOf(forked) } },
    });
    expect(await project.read('src/roman.ts')).toBe(ROMAN);
  });

  it('goes on without the model where that finds a repair', async () => {
    const sum = await makeProject(BROKEN_SUM);
    const run = await start({
      directory: sum.path,
      mode: 'PRECISION',
      budget: { usd: 0.000_1, topUpDeadlineMs: 300 },
    });
    const result = await run.result();
    expect(result).toMatchObject({
      status: 'recovered',
      repairs: [{ proposer: 'mutation' }],
      usage: { modelCalls: 0 },
      budget: { limit: { microUsd: 100 }, spent: { tokens: 0, microUsd: 0 } },
    });
    expect(result.budget?.skipped[0]?.missing.microUsd).toBeGreaterThan(0);
    await sum.remove();
  });

  it('ends a request that it does not allow, whole', async () => {
    const run = await start({ request: 'write roman numbers', budget: { tokens: 1, topUpDeadlineMs: 200 } });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'failed', usage: { modelCalls: 0 } });
    expect(result.finalError).toContain('does not allow to carry out the request');
    const chat = await start({
      request: 'What is a roman number?',
      taskType: 'chat_reply',
      budget: { tokens: 1, topUpDeadlineMs: 200 },
    });
    expect((await chat.result()).finalError).toContain('does not allow to answer the request');
  });

  it('pays the parts of a request one after the other, and does without tests at its end', async () => {
    const empty = await makeProject({ 'src/roman.ts': BROKEN_TEXTS['src/roman.ts'] });
    const run = await start({
      directory: empty.path,
      request: 'write roman numbers',
      budget: { tokens: 1, topUpDeadlineMs: 4_000 },
    });
    const first = await waiting(run);
    expect(first.what).toBe('carry out the request');
    kintsugi.model.script(
      reply({
        // Longer than any reply that was reserved for, so nothing is left for the tests.
        summary: 'so '.repeat(20_000),
        fileModifications: [{ path: 'src/roman.ts', action: 'modify', content: ROMAN, replacements: null }],
      }),
    );
    await run.topUp({ tokens: first.missing.tokens });
    expect((await waiting(run, first.since)).what).toBe('write tests');
    const result = await run.result();
    expect(result).toMatchObject({ status: 'failed', usage: { modelCalls: 1 }, diff: { fileCount: 1 } });
    expect(result.notes?.join('\n')).toContain('does not allow to write tests');
    await empty.remove();
  });

  it('takes no top-up that is of no use, and says why', async () => {
    const run = await start({ budget: { tokens: 1 } });
    await waiting(run);
    await expect(run.topUp({ usd: 1 })).rejects.toThrow('top it up in tokens');
    await expect(run.topUp({})).rejects.toThrow('give tokens, usd, or both');
    await expect(run.topUp({ tokens: -5 })).rejects.toThrow('tokens: must be more than 0.');
    await run.cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
    await expect(run.topUp({ tokens: 5 })).rejects.toThrow('has ended');
    await expect(kintsugi.client.run('nobody').topUp({ tokens: 5 })).rejects.toThrow(
      'There is no run nobody',
    );
    const free = await start({ approval: { level: 'HIGH' } });
    for (let tries = 0; tries < 300 && !(await free.status()).pending; tries += 1) await delay(30);
    await expect(free.topUp({ tokens: 5 })).rejects.toThrow('has no budget');
    await free.cancel();
  });

  it('counts tokens of a model without a price, and says that the cost is not known', async () => {
    kintsugi.model.script(reply(BOTH));
    const run = await start({ model: 'dear', budget: { tokens: 1_000_000 } });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'recovered', usage: { modelCalls: 1, unpricedModels: ['dear'] } });
    expect(result.usage.costMicroUsd).toBeUndefined();
  });

  it('waits again, for the other effect, after the run was rolled back while it waited', async () => {
    const run = await start({ budget: { tokens: 1 } });
    const first = await waiting(run);
    kintsugi.model.script(reply(rewriting({ 'src/roman.ts': ROMAN })));
    await run.topUp({ tokens: first.missing.tokens });
    const second = await waiting(run, first.since);
    expect(await run.rollBack({ kind: 'to', name: '0' })).toMatchObject({ status: 'done' });
    const third = await waiting(run, second.since);
    expect(third.what).toBe('look for repair 2');
    kintsugi.model.script(reply(BOTH));
    await run.topUp({ tokens: third.missing.tokens });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'recovered', usage: { modelCalls: 2 } });
    expect(result.budget?.spent.tokens).toBe(tokensOf(result));
  });

  it('keeps what an effect has bought that was given up', async () => {
    const run = await start({ budget: { tokens: 1_000_000 } });
    // The reply is refused, and asked for again: that call never ends.
    kintsugi.model.script(reply(rewriting({ 'test/texts.test.ts': 'it.skip();' })), hang());
    const asked = kintsugi.model.calls.length;
    while (kintsugi.model.calls.length < asked + 2) await delay(20);
    const { checkpoints } = await run.status();
    expect(checkpoints).toHaveLength(1);
    await kintsugi.client.temporal.workflow.getHandle(run.id).cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
    const { budget } = await run.status();
    expect(budget?.reserved.tokens).toBe(0);
    expect(budget?.spent.tokens).toBeGreaterThan(0);
  });
});
