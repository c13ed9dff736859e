import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { Act } from '../../../src/domain/run/policy/act';
import { RunInput } from '../../../src/domain/run/input';
import type { RunStatus } from '../../../src/domain/run/status';
import { answerUpdate, eventsQuery, statusQuery, topUpUpdate } from '../../../src/messages';
import { untilStatus } from '../../support/until';
import type { actInTurn } from '../../support/toys/acting-run';
import { useToyServer } from '../../support/toys/toy-worker';

const policy = {
  user: [
    { tool: 'delete', path: 'infra/**', decision: 'deny', reason: 'Ann deletes those.', match: ['infra/a'] },
    { command: 'git push', decision: 'ask', reason: 'People push.', match: ['git push'] },
    { tool: 'mcp:clock/*', decision: 'allow', reason: 'It reads the time.', match: ['mcp:clock/now'] },
  ],
};

describe('acts of a run that its policy is asked about', () => {
  const done: string[] = [];
  const server = useToyServer('toy-acts', done);

  beforeEach(() => done.splice(0));

  type Run = WorkflowHandle<typeof actInTurn>;
  const start = (acts: Act[], more: object = {}): Promise<Run> =>
    server.client.workflow.start<typeof actInTurn>('actInTurn', {
      taskQueue: 'toy-acts',
      workflowId: `acts-${randomUUID().slice(0, 8)}`,
      args: [{ ...RunInput.parse({ indexed: false, policy, ...more }), acts: acts as never }],
    });

  const until = (run: Run, wanted: (status: RunStatus) => boolean) =>
    untilStatus(() => run.query(statusQuery), wanted);
  const asked = async (run: Run, but = '') => {
    const { pending } = await until(run, (status) => ![undefined, but].includes(status.pending?.hash));
    if (!pending) throw new Error('nothing is asked');
    return pending;
  };
  const answer = (run: Run, hash: string, decision: 'approve' | 'reject') =>
    run.executeUpdate(answerUpdate, { args: [{ hash, decision, scope: 'once', reason: 'not now' }] });

  it('are asked about once, although the run continues as new before and after the answer', async () => {
    const run = await start([{ tool: 'mcp:mail/send' }, { tool: 'mcp:clock/now' }], {
      continueAfterEvents: 4,
      budget: { tokens: 5 },
    });
    const { hash } = await asked(run);
    await answer(run, hash, 'approve');
    await until(run, ({ budget }) => budget?.waiting !== undefined);
    await delay(300);
    await run.executeUpdate(topUpUpdate, { args: [{ tokens: 100 }] });
    expect(await run.result()).toEqual(['acted', 'acted']);
    const { events } = await run.query(eventsQuery, 0);
    expect(events.filter(({ kind }) => kind === 'asked')).toHaveLength(1);
    expect(done).toHaveLength(2);
  });

  it('name who approved a change only where somebody was asked about the newest', async () => {
    const publish = { tool: 'publish', paths: ['a.ts'] };
    const run = await start([publish, { tool: 'mcp:mail/send' }, publish, { tool: 'mcp:mail/delete' }]);
    const approver = async () => (await run.query(statusQuery)).findings?.approver;
    const first = await asked(run);
    await run.executeUpdate(answerUpdate, {
      args: [{ hash: first.hash, decision: 'approve', scope: 'kind', by: `Ada\n# ${'x'.repeat(200)}` }],
    });
    const second = await asked(run, first.hash);
    expect(await approver()).toBe(' by Ada (unproven) with an update that proves nothing of its sender');
    await answer(run, second.hash, 'approve');
    const last = await asked(run, second.hash);
    expect(last.kind).toBe('mcp:mail/delete');
    expect(await approver()).toBeUndefined();
    await answer(run, last.hash, 'approve');
    expect(await run.result()).toEqual(['acted', 'acted', 'acted', 'acted']);
  });

  it('end without the act where nobody answers', async () => {
    const run = await start([{ tool: 'mcp:mail/send' }], { approval: { deadlineMs: 300 } });
    expect(await run.result()).toEqual(['denied: nobody answered in time']);
    expect(done).toEqual([]);
  });

  it('are refused with a run whose policy does not hold its examples', async () => {
    const [rule] = policy.user;
    const broken = { user: [{ ...rule, match: ['src/a'] }] };
    const run = await server.client.workflow.start<typeof actInTurn>('actInTurn', {
      taskQueue: 'toy-acts',
      workflowId: `acts-${randomUUID().slice(0, 8)}`,
      args: [{ ...RunInput.parse({ indexed: false }), policy: broken as never, acts: [] }],
    });
    await expect(run.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('does not match its example "src/a"') as string },
    });
  });
});
