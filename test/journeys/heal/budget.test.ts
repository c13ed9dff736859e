import { setTimeout as delay } from 'node:timers/promises';
import type { BudgetReport, HealHandle, HealRequest, HealResult } from '../../../src/client';
import { priced } from '../../../src/domain/run/prices';
import { topUpSignal } from '../../../src/messages';
import { makeProject } from '../../support/kintsugi';
import { BROKEN_TEXTS, rewriting, ROMAN, SLUG } from '../../support/roman-project';
import { reply } from '../../support/scripted-model';
import { until, untilStatus } from '../../support/until';
import { useOwnScriptedKintsugi, useProject } from '../../support/use-kintsugi';

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
    const { phase, budget } = await untilStatus(
      () => run.status(),
      (status) => status.budget?.waiting !== undefined && status.budget.waiting.since !== after,
    );
    expect(phase).toBe('waiting-for-budget');
    return budget?.waiting as Waiting;
  }

  /** Details of the run in the Web UI. */
  async function detailsOf(run: HealHandle): Promise<string> {
    const handle = kintsugi.client.temporal.workflow.getHandle(run.id);
    return (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
  }

  const tokensOf = ({ usage }: HealResult) => usage.inputTokens + usage.outputTokens;

  it('pauses the run at its limit, which goes on when it is topped up', async () => {
    const asked = kintsugi.model.calls.length;
    const run = await start({ budget: { tokens: 100 } });
    const { what, missing, since, deadline } = await waiting(run);
    expect(what).toBe('look for repair 1');
    expect(missing).toEqual({ tokens: expect.any(Number) as number, microUsd: 0 });
    expect(Date.parse(deadline) - Date.parse(since)).toBe(86_400_000);
    const listed = await kintsugi.client.list();
    expect(listed.find(({ id }) => id === run.id)).toMatchObject({ phase: 'waiting-for-budget' });
    expect(kintsugi.model.calls).toHaveLength(asked);
    expect(await detailsOf(run)).toContain(`\`kintsugi topup ${run.id} --tokens ${missing.tokens}\``);
    kintsugi.model.script(reply(BOTH));
    // Too little: it goes on waiting, and asks for the rest.
    await run.topUp({ tokens: 10 });
    expect((await waiting(run)).missing.tokens).toBe(missing.tokens - 10);
    expect(await detailsOf(run)).toContain(`\`{"tokens":${missing.tokens - 10}}\``);
    const receipt = await run.topUp({ tokens: missing.tokens - 10, by: 'Ada' });
    expect(receipt).toMatchObject({
      limit: { tokens: 100 + missing.tokens },
      toppedUp: { tokens: missing.tokens },
    });
    const result = await run.result();
    expect(result).toMatchObject({
      status: 'recovered',
      usage: { modelCalls: 1 },
      delivery: { status: 'published' },
    });
    const { budget, usage, timings } = result;
    expect(budget).toMatchObject({
      spent: { tokens: tokensOf(result) },
      reserved: { tokens: 0 },
      skipped: [],
    });
    expect(budget?.waiting).toBeUndefined();
    expect(usage.costMicroUsd).toBe(priced(usage, 'scripted', { scripted: PRICE }).costMicroUsd);
    expect(timings.waitingMs).toBeGreaterThan(0);
    // What it cost is there without its result too: a list is summed by it.
    const cost = (usage.costMicroUsd ?? 0) / 1e6;
    const ended = async () => (await kintsugi.client.endedPage()).runs.find(({ id }) => id === run.id);
    expect(await until('the run is listed', ended)).toMatchObject({ costUsd: cost, outcome: 'healed' });
    const days = await until('the days are counted', () => kintsugi.client.dayTotals().read(1_000));
    expect(days.at(-1)).toMatchObject({ good: 1, failed: 0, costUsd: cost });
    expect(timings.repairMs[0]).toBeLessThanOrEqual(timings.workMs);
    expect((await run.status()).log.join('\n')).toContain('The budget was topped up by');
  });

  it('is topped up by a signal of one object, and shows one that it does not take', async () => {
    const run = await start({ budget: { tokens: 1 } });
    const { missing } = await waiting(run);
    const handle = kintsugi.client.temporal.workflow.getHandle(run.id);
    const shown = async (text: string) => {
      for (let tries = 0; tries < 200 && !(await run.status()).refusedAnswer?.includes(text); tries += 1)
        await delay(30);
      expect((await run.status()).refusedAnswer).toContain(text);
    };
    await handle.signal(topUpSignal, { usd: 1 });
    await shown('top it up in tokens');
    await handle.signal<[unknown]>('topUpSignal', ['many']);
    await shown('it takes {"tokens": 20000}');
    kintsugi.model.script(reply(BOTH));
    await handle.signal(topUpSignal, { tokens: missing.tokens });
    expect(await run.result()).toMatchObject({ status: 'recovered' });
  });

  it('is refused where the model has no price, in one sentence', async () => {
    const run = await start({ model: 'dear', budget: { usd: 1 } });
    expect(await run.result()).toMatchObject({
      status: 'failed',
      badInput:
        "The run can't keep to its budget: a budget in USD needs a price for dear: add it to KINTSUGI_MODEL_PRICES, or give the budget in tokens (--budget-tokens).",
    });
  });
});
