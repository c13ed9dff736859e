import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { plant, prints } from '../../../bench/files/tasks';
import { loadConfig } from '../../../src/config';
import { locateTemporalCli } from '../../../src/temporal/embedded/index';
import type { UpState } from '../../../src/temporal/up-state';
import { kintsugiCli } from '../../support/cli';

const FILES = 1_500;

describe('kintsugi rollback whose service is killed', () => {
  it('says that it goes on, brings the service back and ends with the result', async () => {
    const { temporalCli, cache, path } = loadConfig();
    const cli = await locateTemporalCli({ override: temporalCli, cacheDir: cache, path });
    const home = await mkdtemp(join(tmpdir(), 'kintsugi-rollback-'));
    const env = {
      PATH: path,
      HOME: home,
      KINTSUGI_HOME: join(home, 'data'),
      KINTSUGI_TEMPORAL_CLI: cli ?? '',
      KINTSUGI_SANDBOX_CHILDREN: '1',
    };
    const desk = join(home, 'desk');
    const names = Array.from({ length: FILES }, (_, index) => `${index}.txt`);
    await plant(desk, Object.fromEntries(names.map((name) => [`in/${name}`, name])));
    await plant(home, {
      'plan.json': JSON.stringify([{ tool: 'move', args: { items: ['in'], to: 'out' } }]),
    });
    const before = await prints(desk);
    const plan = ['--plan', join(home, 'plan.json'), '--root', desk, '--approval', 'low'];
    const goal = await kintsugiCli(env, ['goal', ...plan]);
    expect(goal.code).toBe(0);
    const up = JSON.parse((await kintsugiCli(env, ['up', '--json'])).stdout) as UpState;
    const rolling = kintsugiCli(env, ['rollback', 'last']);
    await delay(1_200);
    process.kill(up.pid, 'SIGKILL');
    const { code, stdout, stderr } = await rolling;
    expect(stderr).not.toContain('Failed to get');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Rolled back') as string,
    });
    expect(await prints(desk)).toEqual(before);
    expect(await readdir(desk)).toEqual(['in']);
    await kintsugiCli(env, ['down']);
    await rm(home, { recursive: true, force: true });
  }, 150_000);
});
