import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { plant, prints } from '../../../bench/files/tasks';
import type { UpState } from '../../../src/temporal/up-state';
import { kintsugiCli } from '../../support/cli';
import { ownService } from '../../support/own-service';

const FILES = 1_500;

describe('kintsugi rollback whose service is killed', () => {
  it('says that it goes on, brings the service back and ends with the result', async () => {
    const { home, env } = await ownService('rollback', 1);
    const desk = join(home, 'desk');
    const names = Array.from({ length: FILES }, (_, index) => `${index}.txt`);
    await plant(desk, Object.fromEntries(names.map((name) => [`in/${name}`, name])));
    const file = join(home, 'plan.json');
    const steps = [
      { tool: 'find', args: { path: 'in', name: '*.txt' } },
      { tool: 'move', args: { items: { fromStep: 1 }, to: 'out' } },
    ];
    await writeFile(file, JSON.stringify(steps));
    const before = await prints(desk);
    const plan = ['--plan', file, desk, '--approval', 'low'];
    const goal = await kintsugiCli(env, ['goal', ...plan]);
    expect(goal.code).toBe(0);
    const up = JSON.parse((await kintsugiCli(env, ['up', '--json'])).stdout) as UpState;
    const rolling = kintsugiCli(env, ['rollback', 'last']);
    const isUnderWay = async () => {
      const left = (await readdir(join(desk, 'out')).catch(() => [])).length;
      return left > 0 && left < FILES;
    };
    let isCaught = false;
    for (let waited = 0; waited < 20_000 && !isCaught; waited += 2) {
      await delay(2);
      isCaught = await isUnderWay();
    }
    expect(isCaught).toBe(true);
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
  });
});
