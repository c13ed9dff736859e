import type { RunHandle } from '../../../src/client';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { readHistory, type HistoryEvent } from '../../support/run-history';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

/** Text of a payload of an event. */
function textOf(payload: { data?: Uint8Array | null } | null | undefined): string {
  return payload?.data ? (JSON.parse(Buffer.from(payload.data).toString()) as string) : '';
}

function started(events: readonly HistoryEvent[]): { summary: string; details: string } {
  const { summary, details } = events[0]?.userMetadata ?? {};
  return { summary: textOf(summary), details: textOf(details) };
}

const timersOf = (events: readonly HistoryEvent[]) =>
  events
    .filter((event) => event.timerStartedEventAttributes)
    .map((event) => textOf(event.userMetadata?.summary));

describe('the page of a run in the Web UI', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(BROKEN_SUM));

  const historyOf = async (run: { id: string }) =>
    (await readHistory(kintsugi.client.temporal, run.id)).events;

  async function detailsOf({ id }: { id: string }): Promise<string> {
    const handle = kintsugi.client.temporal.workflow.getHandle(id);
    return (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
  }

  /** Approves what a run asks about. */
  async function approve(run: RunHandle<unknown>): Promise<void> {
    const { pending } = await untilStatus(
      () => run.status(),
      (status) => status.pending !== undefined,
    );
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once', by: 'Ada' });
  }

  it('says what a repair is for, and what its timer waits for', async () => {
    const run = await kintsugi.client.heal({ directory: project.path, approval: { level: 'MEDIUM' } });
    await approve(run);
    await run.result();
    const events = await historyOf(run);
    expect(started(events).summary).toMatch(/^heal .*: make its tests pass$/);
    expect(started(events).details).toContain('- **check**: the tests that the project has');
    expect(timersOf(events)).toEqual([
      expect.stringMatching(/^waiting for an answer, then a reminder: publish 1 changed file/),
    ]);
  });

  it('tells of a goal what its plan does, who approved it and how to undo it', async () => {
    const plan = [{ tool: 'make_folder' as const, args: { path: 'papers' } }];
    const run = await kintsugi.client.goal({ roots: [project.path], plan, approval: { level: 'MEDIUM' } });
    await approve(run);
    await run.result();
    const events = await historyOf(run);
    expect(started(events).summary).toBe('goal: carry out a plan: make folder');
    const details = await detailsOf(run);
    expect(details).toContain('- 1 of 1 step is done, and your folders are changed.');
    expect(details).toContain('- **approved** by Ada (unproven)');
    expect(details).toContain(`- **undo**: \`kintsugi rollback ${run.id}\``);
  });

  it('tells of a session how to go back while it goes on, and what it changed once it is closed', async () => {
    const session = await kintsugi.client.session({ directory: project.path });
    const { number } = await session.submit({ text: 'fix the failing test of sum', mode: 'debug' });
    await approve(session);
    while (!('turn' in (await session.turn(number, 60_000))));
    expect(await detailsOf(session)).toContain(`- **undo**: \`kintsugi rollback ${session.id} --to 0\``);
    await session.close();
    await session.result();
    const details = await detailsOf(session);
    expect(details).toContain('- it was closed, after 1 turn; changed: src/sum.ts');
    expect(details).toContain('- **approved** by Ada (unproven)');
    expect(details).not.toContain('undo');
  });
});
