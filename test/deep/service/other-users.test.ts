import { randomUUID } from 'node:crypto';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { homePaths } from '../../../src/machine/paths';
import { connectTo } from '../../../src/temporal';
import { readUpState } from '../../../src/temporal/up-state';
import { useOwnKintsugi } from '../../support/use-kintsugi';

/** Whoever reaches the port of the embedded server, with a client that has no secret of the data folder. */
describe('somebody else on the machine', () => {
  const kintsugi = useOwnKintsugi({ why: 'its server is the embedded one', own: true });
  let other: Client;
  let address = '';

  beforeAll(async () => {
    const { namespace } = kintsugi.client.facts;
    ({ address = '' } = (await readUpState(homePaths(kintsugi.config.home).upState)) ?? {});
    other = new Client({ connection: await connectTo({ connection: { address }, namespace }), namespace });
  });
  afterAll(() => other.connection.close());

  const ending = (run: WorkflowHandle): Promise<string> =>
    run.result().then(
      () => 'ended well',
      (error: { cause?: { cause?: Error; message: string } }) =>
        error.cause?.cause?.message ?? error.cause?.message ?? 'without a cause',
    );

  it('may not ask for an activity by a workflow of their own', async () => {
    const worker = await Worker.create({
      connection: await NativeConnection.connect({ address }),
      namespace: kintsugi.client.facts.namespace,
      taskQueue: 'foreign',
      workflowsPath: require.resolve('./foreign-workflows'),
    });
    const workflowId = `foreign-${randomUUID()}`;
    const asked = worker.runUntil(async () => {
      const run = await other.workflow.start('foreign', { taskQueue: 'foreign', workflowId, args: [{}] });
      return ending(run);
    });
    expect(await asked).toContain('The activity was not asked for by Kintsugi.');
  });
});
