import { setTimeout as delay } from 'node:timers/promises';
import { homePaths } from '../../../src/machine/paths';
import { readUpState } from '../../../src/temporal';
import { makeProject, startKintsugi } from '../../support/kintsugi';
import { until } from '../../support/until';

/** Pauses that never fall into step with heartbeats that are sent every 8 s. */
const PAUSES = 10;
const AT_WORK_MS = 2_000;
const PAUSE_MS = 5_000;

test('a worker that a busy machine holds up for 5 s, again and again, is not taken for dead', async () => {
  const kintsugi = await startKintsugi({ why: 'it is paused' });
  const project = await makeProject({ 'a.txt': 'a' });
  try {
    const commands = [{ command: 'sleep 200', timeoutMs: 300_000 }];
    const run = await kintsugi.client.heal({
      directory: project.path,
      verification: { commands, allowUnsandboxed: true },
    });
    const verifying = async () =>
      (await run.pendingWork()).find(({ activity }) => activity.startsWith('verifyTree'));
    await until('the check is at work', verifying);
    const { pid } = (await readUpState(homePaths(kintsugi.config.home).upState)) ?? {};
    for (let pause = 0; pid !== undefined && pause < PAUSES; pause += 1) {
      await delay(AT_WORK_MS);
      process.kill(pid, 'SIGSTOP');
      await delay(PAUSE_MS);
      process.kill(pid, 'SIGCONT');
    }
    expect(pid).toBeDefined();
    expect(await verifying()).toMatchObject({ attempt: 1 });
    await run.cancel();
  } finally {
    await project.remove();
    await kintsugi.close();
  }
});
