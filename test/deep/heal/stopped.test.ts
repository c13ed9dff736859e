import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { HealHandle } from '../../../src/client';
import { homePaths } from '../../../src/machine/paths';
import { readUpState } from '../../../src/temporal/up-state';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';

/** Far longer than the tests wait: nothing but a stop ends the loop in time. */
const LIMITS = { wallMs: 300_000, turnMs: 300_000, heapMb: 128, outputKb: 256 };

/** A project whose test never ends. */
const ENDLESS = {
  ...BROKEN_SUM,
  'test/sum.test.ts': "it('loops', () => {\n  for (;;);\n});\n",
};

describe('a run whose test loops for ever', () => {
  // One child: what goes on in it would keep all others waiting.
  const kintsugi = useOwnKintsugi({
    why: 'it is stopped and has one sandbox',
    settings: { KINTSUGI_SANDBOX_CHILDREN: '1', KINTSUGI_GRACE_SECONDS: '1' },
  });
  const project = useProject(() => makeProject(ENDLESS));

  /** Processes of the sandbox below the worker that have used the processor for a second or more. */
  async function busyChildren(): Promise<string[]> {
    const { pid = 0 } = (await readUpState(homePaths(kintsugi.config.home).upState)) ?? {};
    const rows = execFileSync('ps', ['-eo', 'ppid=,pid=,times=,args='], { encoding: 'utf8' }).split('\n');
    return rows.filter((row) => {
      const [parent, , seconds] = row.trim().split(/\s+/).map(Number);
      return parent === pid && (seconds ?? 0) >= 1 && row.includes('child.cjs');
    });
  }

  async function looping(): Promise<HealHandle> {
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      verification: { limits: LIMITS },
    });
    for (let tries = 0; tries < 300 && (await busyChildren()).length === 0; tries++) await delay(100);
    expect(await busyChildren()).not.toEqual([]);
    return run;
  }

  it('is stopped by cancelling it, at once, and the next run has its place', async () => {
    const run = await looping();
    await run.cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
    const other = await makeProject(BROKEN_SUM);
    const next = await kintsugi.client.heal({ directory: other.path, approval: { level: 'LOW' } });
    expect(await next.result()).toMatchObject({ status: 'recovered' });
    await other.remove();
  });

  it('does not outlive its worker', async () => {
    const run = await looping();
    const before = await busyChildren();
    await kintsugi.stop();
    for (const row of before)
      expect(() => process.kill(Number(row.trim().split(/\s+/)[1]), 0)).toThrow('ESRCH');
    await kintsugi.start();
    await run.cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
  });
});
