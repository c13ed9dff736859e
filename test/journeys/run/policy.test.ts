import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { Act } from '../../../src/domain/run/policy/act';
import { RunInput } from '../../../src/domain/run/input';
import type { RunStatus } from '../../../src/domain/run/status';
import { answerUpdate, eventsQuery, statusQuery } from '../../../src/messages';
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

  it('are done where it allows them, and refused with the reason where it denies them', async () => {
    const run = await start([
      { tool: 'command', command: 'npm test' },
      { tool: 'delete', paths: ['infra/main.tf'] },
      { tool: 'mcp:clock/now' },
    ]);
    expect(await run.result()).toEqual(['acted', 'denied: Ann deletes those.', 'acted']);
    expect(done).toHaveLength(2);
    const { events } = await run.query(eventsQuery, 0);
    expect(events.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'denied: Denied by the policy: delete infra/main.tf: Ann deletes those.',
    ]);
  });

  it('wait for an answer where it asks, which is bound to the act', async () => {
    const run = await start([
      { tool: 'command', command: 'npm test && git push' },
      { tool: 'mcp:mail/send' },
      { tool: 'mcp:mail/delete' },
    ]);
    const first = await asked(run);
    expect(first).toMatchObject({
      kind: 'command',
      form: 'approval',
      summary: 'command npm test && git push',
      warnings: ["Rule 2 of the user's policy: People push."],
    });
    expect(done).toEqual([]);
    await answer(run, first.hash, 'approve');
    const second = await asked(run, first.hash);
    expect(second).toMatchObject({ kind: 'mcp:mail/send', summary: 'mcp:mail/send' });
    expect(second.warnings).toBeUndefined();
    await expect(answer(run, first.hash, 'approve')).rejects.toThrow();
    await answer(run, second.hash, 'reject');
    const third = await asked(run, second.hash);
    expect(third.kind).toBe('mcp:mail/delete');
    await answer(run, third.hash, 'approve');
    expect(await run.result()).toEqual(['acted', 'denied: not now', 'acted']);
    expect(done).toHaveLength(2);
  });
});
