import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { RunInput } from '../../../src/domain/run/input';
import { eventsQuery, statusQuery, topUpUpdate } from '../../../src/messages';
import { untilStatus } from '../../support/until';
import type { spendTogether, Spender, Spent } from '../../support/toys/spending-run';
import { useToyServer } from '../../support/toys/toy-worker';

const DAY_MS = 86_400_000;

describe('calls that spend one budget at the same time', () => {
  const server = useToyServer('toy-runs');

  type Run = WorkflowHandle<typeof spendTogether>;
  const start = (tokens: number, topUpDeadlineMs: number, ...groups: Spender[][]): Promise<Run> =>
    server.client.workflow.start<typeof spendTogether>('spendTogether', {
      taskQueue: 'toy-runs',
      workflowId: randomUUID(),
      args: [{ ...RunInput.parse({ budget: { tokens, topUpDeadlineMs }, indexed: false }), groups }],
    });
  const call = (key: string, estimate: number, used: number, ms = 100): Spender => ({
    key,
    estimate,
    used,
    ms,
  });

  const untilAsked = (run: Run) =>
    untilStatus(
      () => run.query(statusQuery),
      ({ phase }) => phase === 'waiting-for-budget',
    );

  const total = ({ budget }: Spent) => budget?.spent.tokens;
  const asked = async (run: Run): Promise<number> =>
    (await run.query(eventsQuery, 0)).events.filter(({ kind }) => kind === 'budget-asked').length;

  it('never hold more than there is; one that does not fit takes what the others leave, and asks nobody', async () => {
    const calls = ['a', 'b', 'c', 'd', 'e'].map((key) => call(key, 400, 90));
    const run = await start(1_000, DAY_MS, calls);
    const spent = await run.result();
    expect(spent.peak).toBeLessThanOrEqual(1_000);
    expect(spent.peak).toBeGreaterThanOrEqual(800);
    expect(Object.values(spent.paid)).toEqual([true, true, true, true, true]);
    expect(total(spent)).toBe(450);
    expect(await asked(run)).toBe(0);
  });

  it('ask where nothing that goes on could leave enough, and go on together when it is topped up', async () => {
    const run = await start(500, DAY_MS, [call('a', 500, 500), call('b', 400, 300), call('c', 400, 300)]);
    await untilAsked(run);
    expect(await run.executeUpdate(topUpUpdate, { args: [{ tokens: 400 }] })).toMatchObject({
      limit: { tokens: 900 },
    });
    await untilAsked(run);
    const { budget } = await run.query(statusQuery);
    expect(budget?.waiting?.missing.tokens).toBe(300);
    await run.executeUpdate(topUpUpdate, { args: [{ tokens: 300 }] });
    const spent = await run.result();
    expect(spent.paid).toEqual({ a: true, b: true, c: true });
    expect(spent.peak).toBeLessThanOrEqual(1_200);
    expect(total(spent)).toBe(1_100);
  });

  it('are paid again when it is topped up after a deadline', async () => {
    // However busy the machine is, the top-up comes between the two.
    const pause = { ...call('pause', 0, 0, 60_000), until: 500 };
    const run = await start(100, 300, [call('a', 500, 1)], [pause], [call('b', 500, 1)]);
    await untilAsked(run);
    await untilStatus(
      () => run.query(statusQuery),
      ({ phase }) => phase !== 'waiting-for-budget',
    );
    await run.executeUpdate(topUpUpdate, { args: [{ tokens: 400 }] });
    expect((await run.result()).paid).toEqual({ a: false, pause: true, b: true });
  });

  it('wait for one deadline, not for one each, and those after it do not wait at all', async () => {
    const groups = [[call('a', 500, 1), call('b', 600, 1)], [call('c', 700, 1)], [call('d', 50, 40)]];
    const run = await start(100, 300, ...groups);
    const spent = await run.result();
    expect(await asked(run)).toBe(2);
    // What still fits is paid.
    expect(spent.paid).toEqual({ a: false, b: false, c: false, d: true });
    expect(spent.budget).toMatchObject({
      spent: { tokens: 40 },
      skipped: [
        { what: 'a', missing: { tokens: 400 } },
        { what: 'b', missing: { tokens: 500 } },
        { what: 'c', missing: { tokens: 600 } },
      ],
    });
  });
});
