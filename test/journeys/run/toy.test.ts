import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { RunInput } from '../../../src/domain/run/input';
import type { RunStatus } from '../../../src/domain/run/status';
import {
  answerUpdate,
  eventsQuery,
  revokeUpdate,
  rollBackRunUpdate,
  statusQuery,
  topUpUpdate,
} from '../../../src/messages';
import { useKintsugi } from '../../support/use-kintsugi';
import { untilStatus } from '../../support/until';
import type { toy } from '../../support/toys/toy-run';
import { useToyWorker } from '../../support/toys/toy-worker';
import { asTree } from '../../support/hashes';

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

  it('has a status, a question, checkpoints, clocks, events and a budget', async () => {
    const run = await start(2, { budget: { tokens: 100 } });
    const { phase, detail, checkpoints, budget } = await asks(run);
    expect([phase, detail]).toEqual(['awaiting-approval', 'agree to what was bought']);
    expect(checkpoints.map(({ number, reason }) => `${number} ${reason}`)).toEqual([
      '0 before the run',
      '1 everything is bought',
    ]);
    expect(budget?.spent.tokens).toBe(14);
    await approve(run);
    expect(await run.result()).toEqual({
      calls: 2,
      bought: 2,
      agreed: 'granted',
      back: 0,
      checkpoints: 2,
      clocks: ['buying'],
      spent: 14,
    });
    const { events } = await run.query(eventsQuery, 0);
    expect(events.map(({ sequence, kind }) => `${sequence} ${kind}`)).toEqual([
      '1 bought',
      '2 bought',
      '3 asked',
      '4 answered',
      '5 ended',
    ]);
    expect((await run.query(eventsQuery, 3)).events.map(({ sequence }) => sequence)).toEqual([4, 5]);
  });

  it('waits for a top-up, keeps a grant, gives it back, and is rolled back', async () => {
    const run = await start(3, { budget: { tokens: 22 } });
    const waiting = await until(run, ({ budget }) => budget?.waiting !== undefined);
    expect([waiting.phase, waiting.budget?.waiting?.what]).toEqual(['waiting-for-budget', 'buy 3']);
    await run.executeUpdate(topUpUpdate, { args: [{ tokens: 100 }] });
    const { checkpoints } = await asks(run);
    const first = checkpoints[0];
    await run.executeUpdate(rollBackRunUpdate, {
      args: [{ kind: 'to', number: 0, tree: first?.snapshot.tree ?? asTree(''), partial: false }],
    });
    await until(run, ({ rollbacks, pending }) => rollbacks[0]?.status === 'done' && pending !== undefined);
    await expect(run.executeUpdate(revokeUpdate, { args: [{ kind: 'publish' }] })).rejects.toMatchObject({
      cause: { message: 'Nothing is granted in this run, so there is nothing to take back.' },
    });
    await approve(run, 'kind');
    expect(await run.result()).toMatchObject({ bought: 3, back: 1, agreed: 'granted' });
  });

  it('ends at its time limit, and where nobody answers', async () => {
    expect(await (await start(100_000, { timeLimitMs: 1_000 })).result()).toMatchObject({
      agreed: 'out of time',
    });
    const silent = await start(1, { approval: { deadlineMs: 300 } });
    expect(await silent.result()).toMatchObject({ agreed: 'expired' });
  });
});
