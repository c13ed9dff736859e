import type { HealHandle } from '../../../src/client';
import { HealResult } from '../../../src/domain/heal/result';
import type { RunStatus } from '../../../src/domain/run/status';
import { kintsugiCli } from '../../support/cli';
import { timedManifest } from '../../support/manifest';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('a rollback of a run that goes on', () => {
  const kintsugi = useKintsugi();
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

  // Of the repairs that are left, none is sure: an ambiguous one is asked about like any other.
  it('goes back, finds another repair, and can go forth again; the directory sees only the end', async () => {
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
    expect(await cli('rollback', run.id, '--to', '1')).toMatchObject({ code: 0 });
    const again = await until(run, asks(other.pending?.hash));
    expect(again.pending?.hash).toBe(hash);
    expect(timedManifest(project.path)).toEqual(before);
    expect(await cli('approve', run.id, '--hash', hash, '--no-wait')).toMatchObject({ code: 0 });
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
});
