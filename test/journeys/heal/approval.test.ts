import { setTimeout as delay } from 'node:timers/promises';
import type { Question, HealHandle } from '../../../src/client';
import { answerSignal } from '../../../src/messages';
import { useKintsugi, useProject } from '../../support/use-kintsugi';
import { until } from '../../support/until';

describe('approval', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  const source = () => project.read('src/sum.ts');

  async function start(more: object = {}): Promise<HealHandle> {
    return kintsugi.client.heal({ directory: project.path, ...more });
  }

  const pending = (run: HealHandle, other = ''): Promise<Question> =>
    until('the run has asked', async () => {
      const { pending: asked } = await run.status();
      return asked?.hash !== other && asked;
    });

  it('is asked before publishing by default, and publishes what was approved', async () => {
    const run = await start();
    const asked = await pending(run);
    expect(asked).toMatchObject({ kind: 'publish', files: [{ path: 'src/sum.ts' }] });
    expect(await source()).toContain('a - b');
    await run.answer({ hash: asked.hash.slice(0, 12), decision: 'approve', scope: 'once', by: 'Ada' });
    expect(await run.result()).toMatchObject({
      status: 'recovered',
      delivery: { status: 'published', by: 'Ada (unproven)' },
    });
    expect(await source()).toContain('a + b');
  });

  it('refuses an answer to another change, and goes on waiting', async () => {
    const run = await start();
    const asked = await pending(run);
    await expect(run.answer({ hash: '0'.repeat(64), decision: 'approve', scope: 'once' })).rejects.toThrow(
      'look at the present change',
    );
    expect((await run.status()).pending?.hash).toBe(asked.hash);
    await run.answer({ hash: asked.hash, decision: 'reject', reason: 'not now', scope: 'once' });
    expect(await run.result()).toMatchObject({ delivery: { status: 'rejected', reason: 'not now' } });
    expect(await source()).toContain('a - b');
  });

  it('is not asked again for a change that was rejected, by the next run on the folder', async () => {
    const first = await start();
    const { hash } = await pending(first);
    await first.answer({ hash, decision: 'reject', reason: 'keep the minus', scope: 'once' });
    const { tree } = await first.result();
    const next = await (await start({ dryRun: true })).result();
    expect(next.notes).toContainEqual(
      expect.stringMatching(/^Rejected before, so not offered again.*keep the minus/),
    );
    expect(next.tree).not.toBe(tree);
  });

  it('refuses an answer where nothing is asked', async () => {
    const run = await start({ approval: { level: 'LOW' } });
    await run.result();
    await expect(run.answer({ hash: '0'.repeat(64), decision: 'approve', scope: 'once' })).rejects.toThrow(
      'has ended',
    );
  });

  it('takes a signal of one object, and shows a stale one', async () => {
    const run = await start();
    const asked = await pending(run);
    const handle = kintsugi.client.temporal.workflow.getHandle(run.id);
    await handle.signal(answerSignal, { hash: 'f'.repeat(64), decision: 'approve', scope: 'once' });
    for (let tries = 0; tries < 200 && !(await run.status()).refusedAnswer; tries += 1) await delay(30);
    expect((await run.status()).refusedAnswer).toContain('look at the present change');
    const { events } = await run.events();
    expect(events.at(-1)).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('A signal was refused: '),
    });
    await handle.signal(answerSignal, { hash: asked.hash, decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ delivery: { status: 'published', via: 'signal' } });
  });

  it('expires into a rejection that keeps the result', async () => {
    const run = await start({ approval: { level: 'MEDIUM', deadlineMs: 300 } });
    expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'expired' } });
    expect(await source()).toContain('a - b');
  });

  it('does not overwrite what the user changed meanwhile', async () => {
    const run = await start();
    const asked = await pending(run);
    const mine = 'export const sum = (a: number, b: number) => a - b; // mine\n';
    await project.write('src/sum.ts', mine);
    await run.answer({ hash: asked.hash, decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({
      delivery: { status: 'conflict', conflicts: [{ path: 'src/sum.ts' }] },
    });
    expect(await source()).toBe(mine);
  });

  it('leaves nothing half-done when it is cancelled', async () => {
    const run = await start();
    await pending(run);
    await run.cancel();
    await expect(run.result()).rejects.toThrow(`The run ${run.id} was cancelled.`);
    expect(await source()).toContain('a - b');
  });
});
