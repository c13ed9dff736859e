import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { homePaths } from '../../../src/machine/paths';
import { connectTo } from '../../../src/temporal';
import { readUpState } from '../../../src/temporal/up-state';
import type { HealInput } from '../../../src/domain/heal/input';
import type { RunStatus } from '../../../src/domain/run/status';
import { MAIN_TASK_QUEUE } from '../../../src/messages';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { tempFolder } from '../../support/temp-folder';
import { untilStatus } from '../../support/until';
import { useOwnKintsugi } from '../../support/use-kintsugi';

const KEPT = tempFolder('only-folders');

const hasPending = ({ pending }: RunStatus): boolean => pending !== undefined;

/** Whoever reaches the port of the embedded server, with a client that has no secret of the data folder. */
describe('somebody else on the machine', () => {
  const kintsugi = useOwnKintsugi({
    why: 'its server is the embedded one',
    own: true,
    settings: { KINTSUGI_ONLY_FOLDERS: KEPT },
  });
  let other: Client;
  let address = '';
  let path: string;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    ({ path, remove } = await makeProject(BROKEN_SUM));
    const { namespace } = kintsugi.client.facts;
    ({ address = '' } = (await readUpState(homePaths(kintsugi.config.home).upState)) ?? {});
    other = new Client({ connection: await connectTo({ connection: { address }, namespace }), namespace });
  });
  afterAll(async () => {
    await other.connection.close();
    await remove();
  });

  type Input = Partial<Record<keyof HealInput, unknown>>;
  async function start(input: Input, directory = path): Promise<WorkflowHandle> {
    const { hostId, hostName } = kintsugi.client.facts;
    const realpath = realpathSync(directory);
    const args = [{ version: 1, directory: { realpath, hostId, hostName }, ...input }];
    const workflowId = `other-${randomUUID()}`;
    return other.workflow.start('heal', { taskQueue: MAIN_TASK_QUEUE, workflowId, args });
  }
  const ending = (run: WorkflowHandle): Promise<string> =>
    run.result().then(
      () => 'ended well',
      (error: { cause?: { cause?: Error; message: string } }) =>
        error.cause?.cause?.message ?? error.cause?.message ?? 'without a cause',
    );

  const REFUSED: [string, Input, string][] = [
    [
      'run commands unisolated',
      { verification: { allowUnsandboxed: true } },
      'run commands with less isolation',
    ],
    [
      'let commands make namespaces',
      { verification: { allowUserns: true } },
      'run commands with less isolation',
    ],
    ['publish unasked', { approval: { level: 'LOW' } }, 'publish what nobody has approved'],
    ['publish by silence', { approval: { onExpiry: 'approve' } }, 'publish what nobody has approved'],
    ['open a folder that the owner has not', {}, `open ${'<path>'}`],
  ];
  it.each(REFUSED)('may not %s', async (_, input, reason) => {
    expect(await ending(await start(input))).toContain(
      `The run was not started by Kintsugi's own client, so it may not ${reason.replace('<path>', realpathSync(path))}`,
    );
  });

  it('may not write into the proof that they are the owner', async () => {
    const proof = Buffer.from('cAAAAAAAAAAAAAAAA');
    const { hostId, hostName } = kintsugi.client.facts;
    const directory = { realpath: realpathSync(path), hostId, hostName };
    const data = Buffer.from(JSON.stringify({ version: 1, directory, approval: { level: 'LOW' } }));
    const forged = {
      metadata: { encoding: Buffer.from('json/plain'), proof, writer: Buffer.from('client') },
      data,
    };
    const { namespace } = kintsugi.client.facts;
    const workflowId = `forged-${randomUUID()}`;
    await other.workflowService.startWorkflowExecution({
      ...{ namespace, workflowId, requestId: workflowId, workflowType: { name: 'heal' } },
      ...{ taskQueue: { name: MAIN_TASK_QUEUE }, input: { payloads: [forged] } },
    });
    expect(await ending(other.workflow.getHandle(workflowId))).toContain('publish what nobody has approved');
  });

  it('may not start over with an input of the owner and a state of their own', async () => {
    const own = await kintsugi.client.heal({ directory: path, approval: { level: 'LOW' }, dryRun: true });
    await own.result();
    const { events } = await other.workflow.getHandle(own.id).fetchHistory();
    const [signed] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    const state = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{}') };
    const { namespace } = kintsugi.client.facts;
    const workflowId = `again-${randomUUID()}`;
    await other.workflowService.startWorkflowExecution({
      ...{ namespace, workflowId, requestId: workflowId, workflowType: { name: 'heal' } },
      ...{ taskQueue: { name: MAIN_TASK_QUEUE }, input: { payloads: [signed ?? {}, state] } },
    });
    expect(await ending(other.workflow.getHandle(workflowId))).toContain('begins with its input alone');
  });

  it('may open a folder that KINTSUGI_ONLY_FOLDERS names, and nothing beside it', async () => {
    const inside = join(KEPT, 'project');
    mkdirSync(inside, { recursive: true });
    expect(await ending(await start({}, inside))).toBe('ended well');
    expect(await ending(await start({}, join(KEPT, '..')))).toContain('so it may not open');
    const byPath = async (given: object): Promise<string> => {
      const workflowId = `path-${randomUUID()}`;
      return ending(
        await other.workflow.start('heal', { taskQueue: MAIN_TASK_QUEUE, workflowId, args: [given] }),
      );
    };
    expect(await byPath({ directory: realpathSync(inside) })).toBe('ended well');
    expect(await byPath({ directory: realpathSync(join(KEPT, '..')) })).toContain('so it may not open');
    const unasked = { directory: realpathSync(inside), approval: { level: 'LOW' } };
    expect(await byPath(unasked)).toContain('publish what nobody has approved');
  });

  it('may answer, and the result says that nothing proves who it was', async () => {
    const run = await kintsugi.client.heal({ directory: path, approval: { level: 'MEDIUM' } });
    const { pending } = await untilStatus(() => run.status(), hasPending);
    const args: [object] = [{ hash: pending?.hash, decision: 'approve', by: 'the owner', via: 'terminal' }];
    await other.workflow.getHandle(run.id).executeUpdate('answer', { args });
    const { delivery } = await run.result();
    expect(delivery).toMatchObject({
      ...{ status: 'published', by: 'the owner (unproven)', via: 'unproven-update' },
    });
  });

  it('may start a run in a folder that the owner has opened: it asks before it publishes', async () => {
    await writeFile(join(path, 'src/sum.ts'), BROKEN_SUM['src/sum.ts']);
    const run = await start({});
    const asked = await untilStatus(() => kintsugi.client.run(run.workflowId).status(), hasPending);
    expect(asked.pending?.kind).toBe('publish');
    await run.terminate();
    const rules = await start({ policy: { user: [], project: [] } });
    expect(await ending(rules)).toContain('so it may not have a policy other than yours');
  });

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

  it('is told apart from the owner', async () => {
    const again = await makeProject(BROKEN_SUM);
    const run = await kintsugi.client.heal({ directory: again.path });
    const { pending } = await untilStatus(() => run.status(), hasPending);
    await run.answer({
      hash: pending?.hash ?? '',
      decision: 'approve',
      scope: 'once',
      by: 'Ann',
      via: 'command',
    });
    expect((await run.result()).delivery).toMatchObject({ by: 'Ann (unproven)', via: 'command' });
    await again.remove();
  });
});
