import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_TASK_QUEUE } from '../../../src/messages';
import { HealInput } from '../../../src/domain/heal/input';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

describe('a run whose directory is on another machine', () => {
  const kintsugi = useKintsugi();

  it('says that it waits for that machine, naming it, and can be cancelled', async () => {
    const project = await makeProject({});
    const directory = { hostId: randomUUID(), hostName: 'another-machine', realpath: project.path };
    const handle = await kintsugi.client.temporal.workflow.start('heal', {
      taskQueue: MAIN_TASK_QUEUE,
      workflowId: `heal-${randomUUID()}`,
      args: [HealInput.parse({ directory })],
    });
    const run = kintsugi.client.run(handle.workflowId);
    for (let tries = 0; tries < 450 && (await run.status()).phase !== 'waiting-for-host'; tries += 1)
      await delay(100);
    expect(await run.status()).toMatchObject({
      phase: 'waiting-for-host',
      detail: expect.stringContaining('another-machine') as string,
    });
    await run.cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
    await project.remove();
  });
});
