import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { RunInput } from '../../../src/domain/run/input';
import type { RunStatus } from '../../../src/domain/run/status';
import { answerUpdate, eventsQuery, statusQuery, topUpUpdate } from '../../../src/messages';
import { kintsugiCli } from '../../support/cli';
import { useKintsugi } from '../../support/use-kintsugi';
import { untilStatus } from '../../support/until';
import type { toy } from '../../support/toys/toy-run';
import { useToyWorker } from '../../support/toys/toy-worker';

const QUEUE = 'toy-runs';

describe('a kind of run that only has a machine and one effect', () => {
  const kintsugi = useKintsugi();
  /** Calls that were bought, in order: one that is made twice stands there twice. */
  const bought: string[] = [];

  useToyWorker(
    QUEUE,
    () => ({ address: kintsugi.env['TEMPORAL_ADDRESS'] ?? '', namespace: kintsugi.client.facts.namespace }),
    bought,
  );

  beforeEach(() => bought.splice(0));

  type Run = WorkflowHandle<typeof toy>;
  const start = (calls: number, more: object = {}): Promise<Run> =>
    kintsugi.client.temporal.workflow.start<typeof toy>('toy', {
      taskQueue: QUEUE,
      workflowId: `toy-${randomUUID().slice(0, 8)}`,
      args: [{ ...RunInput.parse({ ...more }), calls }],
    });

  const until = (run: Run, wanted: (status: RunStatus) => boolean) =>
    untilStatus(() => run.query(statusQuery), wanted);
  const asks = (run: Run) => until(run, ({ pending }) => pending !== undefined);
  const approve = async (run: Run, scope: 'once' | 'kind' = 'once') => {
    const { pending } = await asks(run);
    return run.executeUpdate(answerUpdate, {
      args: [{ hash: pending?.hash ?? '', decision: 'approve', scope }],
    });
  };

  it.each([
    ['between its calls', 12],
    ['while it asks', 8],
  ])('continues as new %s, and nothing is bought twice', async (_, continueAfterEvents) => {
    const run = await start(12, { continueAfterEvents, budget: { tokens: 1_000 } });
    const { pending } = await asks(run);
    await delay(300);
    const later = await asks(run);
    expect(later.pending).toEqual(pending);
    await approve(run);
    expect(await run.result()).toMatchObject({ bought: 12, agreed: 'granted', spent: 84, checkpoints: 2 });
    expect(new Set(bought).size).toBe(12);
    expect(bought).toHaveLength(12);
    const { events } = await run.query(eventsQuery, 0);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((__, index) => index + 1));
    expect(events.filter(({ kind }) => kind === 'asked')).toHaveLength(1);
    expect(await executions(run.workflowId)).toBeGreaterThan(1);
  });

  it('continues as new while it waits for a top-up, and keeps the deadline', async () => {
    const run = await start(3, { continueAfterEvents: 8, budget: { tokens: 22 } });
    const first = await until(run, ({ budget }) => budget?.waiting !== undefined);
    await delay(300);
    const later = await until(run, ({ budget }) => budget?.waiting !== undefined);
    expect(later.budget?.waiting).toEqual(first.budget?.waiting);
    await run.executeUpdate(topUpUpdate, { args: [{ tokens: 100 }] });
    await approve(run);
    expect(await run.result()).toMatchObject({ bought: 3, spent: 21 });
    const { events } = await run.query(eventsQuery, 0);
    expect(events.filter(({ kind }) => kind === 'budget-asked')).toHaveLength(1);
  });

  it('is shown and watched by the command line', async () => {
    const run = await start(1);
    await asks(run);
    const status = await kintsugiCli(kintsugi.env, ['status', run.workflowId]);
    expect(status.stdout).toContain(`${run.workflowId}: waiting for approval`);
    await approve(run);
    await run.result();
    const streamed = await kintsugiCli(kintsugi.env, ['watch', run.workflowId, '--json', '--after', '2']);
    const [result = '', ...told] = streamed.stdout.trimEnd().split('\n').reverse();
    expect(told.reverse().map((line) => (JSON.parse(line) as { sequence: number }).sequence)).toEqual([3, 4]);
    expect(JSON.parse(result)).toMatchObject({ agreed: 'granted' });
    const watched = await kintsugiCli(kintsugi.env, ['watch', run.workflowId]);
    expect(JSON.parse(watched.stdout)).toMatchObject({ agreed: 'granted' });
    expect(watched.code).toBe(0);
  });

  async function executions(workflowId: string): Promise<number> {
    let count = 0;
    for await (const one of kintsugi.client.temporal.workflow.list({ query: `WorkflowId = '${workflowId}'` }))
      count += one.workflowId === workflowId ? 1 : 0;
    return count;
  }
});
