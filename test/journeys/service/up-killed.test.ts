import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HealResult } from '../../../src/domain/heal/result';
import type { UpState } from '../../../src/temporal/up-state';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { ownService } from '../../support/own-service';

describe('server and worker killed together', () => {
  it('are started again by heal, which follows the run to its end', async () => {
    const { home, env } = await ownService('up', 2);
    const project = await makeProject(BROKEN_SUM);
    const up = JSON.parse((await kintsugiCli(env, ['up', '--json'])).stdout) as UpState;
    // Long enough to be killed in; a repaired program is checked at once.
    const check = "grep -q 'a + b' src/sum.ts || sleep 3";
    const args = ['--approval', 'low', '--check', check, '--allow-unsandboxed', '--json'];
    const healing = kintsugiCli(env, ['heal', project.path, ...args]);
    // The check runs in a checkout.
    const checkouts = join(env.KINTSUGI_HOME, 'checkouts', 'open');
    const isChecking = async () => (await readdir(checkouts).catch(() => [])).length > 0;
    while (!(await isChecking())) await delay(50);
    await delay(500);
    process.kill(up.pid, 'SIGKILL');
    const { code, stdout } = await healing;
    expect(HealResult.parse(JSON.parse(stdout))).toMatchObject({ status: 'recovered', totalAttempts: 2 });
    expect(code).toBe(0);
    expect((await kintsugiCli(env, ['down'])).stdout).toContain('Kintsugi is down.');
    await project.remove();
    await rm(home, { recursive: true, force: true });
  });
});
