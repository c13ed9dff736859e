import { realpath } from 'node:fs/promises';
import { JournalFolder } from '../../../src/workspace/publish/publish-journal';
import type { HealHandle } from '../../../src/client';
import { HealInput } from '../../../src/domain/heal/input';
import { HealResult } from '../../../src/domain/heal/result';
import type { RunStatus } from '../../../src/domain/run/status';
import { MAIN_TASK_QUEUE, rollBackRunUpdate, statusQuery } from '../../../src/messages';
import { homePaths } from '../../../src/machine/paths';
import { acquireOwnerLock } from '../../../src/machine/owner-lock';
import type { heal } from '../../../src/workflows';
import { kintsugiCli } from '../../support/cli';
import { timedManifest } from '../../support/manifest';
import { BROKEN_SUM } from '../../support/kintsugi';
import { untilStatus } from '../../support/until';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';
import { asTree } from '../../support/hashes';

describe('a rollback of a run that goes on', () => {
  const kintsugi = useOwnKintsugi({ why: 'it is killed' });
  const project = useProject();

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);
  const source = () => project.read('src/sum.ts');

  const until = (run: HealHandle, wanted: (status: RunStatus) => boolean) =>
    untilStatus(() => run.status(), wanted);

  const asks =
    (other = '') =>
    ({ pending }: RunStatus) =>
      pending !== undefined && pending.hash !== other;

  /** A run that has found a repair and asks whether to publish it. */
  async function repaired(more: object = {}): Promise<{ run: HealHandle; hash: string }> {
    const run = await kintsugi.client.heal({ directory: project.path, ...more });
    return { run, hash: (await until(run, asks())).pending?.hash ?? '' };
  }

  it('goes back and forth although the worker is killed between', async () => {
    const before = timedManifest(project.path);
    const { run, hash } = await repaired({ acceptAmbiguous: true });
    const back = await cli('rollback', run.id, '--to', '0');
    expect(back).toMatchObject({ code: 0, stderr: '' });
    expect(back.stdout).toContain('rolled back to checkpoint 0 and goes on from there');
    const other = await until(run, asks(hash));
    expect(other.checkpoints?.map(({ number, reason }) => [number, reason])).toEqual([
      [0, 'before the run'],
      [1, '`-` should be `+` (src/sum.ts:2)'],
      [2, 'rolled back to checkpoint 0'],
      [3, expect.stringContaining('(src/sum.ts:2)')],
    ]);
    expect(timedManifest(project.path)).toEqual(before);
    // The rollback is a state of its own; going back before it is a rollback of the rollback.
    await kintsugi.kill();
    await kintsugi.start();
    expect(await cli('rollback', run.id, '--to', '1')).toMatchObject({ code: 0 });
    const again = await until(run, asks(other.pending?.hash));
    expect(again.pending?.hash).toBe(hash);
    expect(timedManifest(project.path)).toEqual(before);
    expect(await cli('approve', run.id, '--hash', hash)).toMatchObject({ code: 0 });
    const result = HealResult.parse(await run.result());
    expect(result).toMatchObject({
      status: 'recovered',
      delivery: { status: 'published', files: ['src/sum.ts'] },
      repairs: [{ summary: '`-` should be `+` (src/sum.ts:2)' }],
    });
    expect(await source()).toContain('a + b');
    const report = await cli('report', run.id);
    expect(report.stdout).toContain('The user rolled back to checkpoint 0');
    expect(report.stdout).toContain('The user rolled back to checkpoint 1');
    expect((await cli('checkpoints', run.id)).stdout).toContain('  4  ');
    expect(await cli('rollback', run.id)).toMatchObject({ code: 0 });
    expect(timedManifest(project.path)).toEqual(before);
  });

  it('takes back one change alone, and says where later ones changed the same', async () => {
    const { run, hash } = await repaired({ acceptAmbiguous: true });
    await cli('rollback', run.id, '--to', '0');
    const { pending } = await until(run, asks(hash));
    const conflict = await cli('rollback', run.id, '--only', '1');
    expect(conflict.stdout).toContain('Not rolled back, the run goes on as it was: src/sum.ts (both sides');
    expect(conflict.code).toBe(1);
    expect((await run.status()).pending?.hash).toBe(pending?.hash);
    const done = await cli('rollback', run.id, '--only', '3', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({ id: 3, kind: 'only', number: 3, status: 'done' });
    const { checkpoints } = await run.status();
    expect(checkpoints[4]).toMatchObject({
      reason: 'took back checkpoint 3',
      snapshot: { tree: checkpoints[0]?.snapshot.tree },
    });
    await run.cancel();
  });

  it('goes back to before a fork, which then has nothing to publish', async () => {
    const first = await kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' } });
    await first.result();
    const before = timedManifest(project.path);
    const patch = '--- a/src/sum.ts\n+++ b/src/sum.ts\n@@ -2 +2 @@\n-  return a - b;\n+  return b + a;\n';
    const fork = await kintsugi.client.fork(first.id, {
      checkpoint: '0',
      patch,
      approval: { level: 'MEDIUM' },
    });
    const { pending } = await until(fork, asks());
    expect(await cli('rollback', fork.id, '--to', '0')).toMatchObject({ code: 0 });
    // Before the fork all was well, so there is nothing to publish.
    expect(await fork.result()).toMatchObject({
      status: 'completed',
      delivery: { status: 'nothing-to-publish' },
      forkedFrom: { of: first.id, checkpoint: 0 },
    });
    expect(pending?.files.map(({ path }) => path)).toEqual(['src/sum.ts']);
    expect(timedManifest(project.path)).toEqual(before);
  });

  it('gives up what the run is doing, and a round that was given up does not count', async () => {
    const command = { command: 'sleep 2 && grep -q "return a" src/sum.ts', timeoutMs: 20_000 };
    const { run } = await repaired({ verification: { commands: [command], allowUnsandboxed: true } });
    await cli('rollback', run.id, '--to', '0');
    await until(run, ({ phase }) => phase === 'repairing');
    expect(await cli('rollback', run.id, '--to', '1')).toMatchObject({ code: 0 });
    const status = await until(run, asks());
    expect(status.checkpoints?.map(({ reason }) => reason)).toEqual([
      'before the run',
      '`-` should be `+` (src/sum.ts:2)',
      'rolled back to checkpoint 0',
      'rolled back to checkpoint 1',
    ]);
    await run.answer({ hash: status.pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const result = await run.result();
    expect(result).toMatchObject({ totalAttempts: 2, delivery: { status: 'published' } });
    expect(result.repairHistory).toHaveLength(1);
    expect(await source()).toContain('a + b');
  });

  it.each([
    ['a state that is not there', ['--to', '7'], 'take a number from 0 to 1'],
    ['the state that it is at', ['--to', '1'], 'is at checkpoint 1 already'],
    ['the checkpoint before the first', ['--only', '0'], 'name one from 1'],
    ['nothing', [], 'name a checkpoint with --to or --only'],
    ['both', ['--to', '0', '--only', '1'], 'Use either --to'],
    ['a dry run', ['--to', '0', '--dry-run'], 'leave out --dry-run'],
  ])('refuses %s with one sentence and 2', async (_, flags, sentence) => {
    const { run, hash } = await repaired();
    const { code, stderr } = await cli('rollback', run.id, ...flags);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
    expect(await run.status()).toMatchObject({ pending: { hash }, rollbacks: [] });
    await run.cancel();
  });

  it('refuses a number that another state has by now, and leaves no event', async () => {
    const { run } = await repaired();
    const handle = kintsugi.client.temporal.workflow.getHandle(run.id);
    const request = { kind: 'to' as const, number: 0, tree: asTree('f'.repeat(64)), partial: false };
    await expect(handle.executeUpdate(rollBackRunUpdate, { args: [request] })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('Checkpoint 0 is another one by now') as string },
    });
    const { events = [] } = await handle.fetchHistory();
    expect(events?.some((event) => event.workflowExecutionUpdateAcceptedEventAttributes)).toBe(false);
    await run.cancel();
  });

  it('refuses while the directory is imported', async () => {
    const directory = { hostId: 'elsewhere', hostName: 'elsewhere', realpath: project.path };
    const handle = await kintsugi.client.temporal.workflow.start<typeof heal>('heal', {
      taskQueue: MAIN_TASK_QUEUE,
      workflowId: 'heal-elsewhere',
      args: [HealInput.parse({ directory })],
    });
    const request = { kind: 'to' as const, number: 0, tree: asTree('f'.repeat(64)), partial: false };
    await expect(handle.executeUpdate(rollBackRunUpdate, { args: [request] })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('it is importing the directory') as string },
    });
    await handle.terminate();
  });

  it('refuses while it publishes', async () => {
    const { run, hash } = await repaired();
    const journals = new JournalFolder(homePaths(kintsugi.config.home).journals);
    const directory = await realpath(project.path);
    const lock = await acquireOwnerLock(journals.lockPath(directory), { directory });
    await run.answer({ hash, decision: 'approve', scope: 'once' });
    await until(run, ({ phase }) => phase === 'publishing');
    const { code, stderr } = await cli('rollback', run.id, '--to', '0');
    expect(stderr).toContain('The run is publishing or has ended');
    expect(code).toBe(2);
    await lock.release?.();
    expect(await run.result()).toMatchObject({ delivery: { status: 'published' } });
  });

  it('stops a run that is cancelled while it goes back', async () => {
    const command = { command: 'sleep 3', timeoutMs: 20_000 };
    const { run } = await repaired({ verification: { commands: [command], allowUnsandboxed: true } });
    await cli('rollback', run.id, '--to', '0');
    await run.cancel();
    await expect(run.result()).rejects.toThrow(`The run ${run.id} was cancelled.`);
    expect(await source()).toBe(BROKEN_SUM['src/sum.ts']);
  });

  it('needs a worker, and says so', async () => {
    const { run } = await repaired();
    await kintsugi.kill();
    const { code, stderr } = await cli('rollback', run.id, '--to', '0');
    expect(stderr).toContain('kintsugi up');
    expect(code).toBe(3);
    await kintsugi.start();
    const handle = kintsugi.client.temporal.workflow.getHandle(run.id);
    expect(await handle.query(statusQuery)).toMatchObject({ rollbacks: [] });
    await run.cancel();
  });
});
