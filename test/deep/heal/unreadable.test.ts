import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Payload } from '@temporalio/common';
import type { HealHandle } from '../../../src/client';
import { MAIN_TASK_QUEUE } from '../../../src/messages';
import { readHistory } from '../../support/run-history';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const bytes = (text: string) => Buffer.from(text);
const payload = (encoding: string | undefined, data: string | undefined): Payload => ({
  metadata: encoding === undefined ? {} : { encoding: bytes(encoding) },
  data: data === undefined ? undefined : bytes(data),
});

/** Payloads that Temporal's own converter cannot decode, and some that it can, but no schema takes. */
const UNREADABLE: [name: string, given: Payload[]][] = [
  ['an unknown encoding', [payload('binary/encrypted', '\u0000\u0001')]],
  ['no encoding', [payload(undefined, '{}')]],
  ['JSON that is none', [payload('json/plain', '{"hash": ')]],
  ['JSON without data', [payload('json/plain', undefined)]],
  ['a message of protobuf', [payload('binary/protobuf', 'x')]],
  ['an encoding that is no text', [{ metadata: { encoding: Buffer.from([0xff, 0xfe]) }, data: bytes('x') }]],
  ['plain bytes', [payload('binary/plain', 'approve')]],
  ['nothing', []],
  ['null', [payload('json/plain', 'null')]],
  ['arrays within arrays', [payload('json/plain', '['.repeat(20_000) + ']'.repeat(20_000))]],
  ['a readable and an unreadable one', [payload('json/plain', '{}'), payload('binary/encrypted', 'x')]],
];

describe('payloads that cannot be read', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  const facts = () => ({
    namespace: kintsugi.client.facts.namespace,
    service: kintsugi.client.temporal.connection.workflowService,
  });

  async function waiting(): Promise<HealHandle> {
    const run = await kintsugi.client.heal({ directory: project.path });
    for (let tries = 0; tries < 600 && !(await run.status()).pending; tries += 1) await delay(30);
    return run;
  }

  /** The status of a run once it shows why it refused what was sent. */
  const refused = (run: HealHandle, text: string) =>
    untilStatus(
      () => run.status(),
      ({ refusedAnswer }) => refusedAnswer?.includes(text) ?? false,
    );

  function signal(workflowId: string, signalName: string, payloads: Payload[]) {
    const { namespace, service } = facts();
    const workflowExecution = { workflowId };
    return service.signalWorkflowExecution({
      namespace,
      workflowExecution,
      signalName,
      input: { payloads },
      identity: 'test',
      requestId: randomUUID(),
    });
  }

  /** Names of the events of a run that tell of a failed workflow task. */
  async function failedTasks(id: string) {
    const { events } = await readHistory(kintsugi.client.temporal, id);
    return events.filter((event) => event.workflowTaskFailedEventAttributes);
  }

  it('as signals are refused in a sentence, and the run is answered and goes on', async () => {
    const run = await waiting();
    for (const [, given] of UNREADABLE)
      for (const name of ['aSignalThatNobodyKnows', 'answerSignal', 'topUpSignal'])
        await signal(run.id, name, given);
    const status = await refused(run, 'A signal was not understood: it takes ');
    expect(status.refusedAnswer).toMatch(/^A signal was not understood: it takes .* The signal /);
    await run.answer({ hash: status.pending?.hash ?? '', decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(await failedTasks(run.id)).toEqual([]);
  });

  it.each([
    ['a short hash', 'answerSignal', { hash: '12ab', decision: 'approve' }, 'at least its first 8 digits'],
    [
      'a misspelt field',
      'answerSignal',
      { hash: '12345678', decison: 'approve' },
      'look at the present change',
    ],
    [
      'a misspelt name',
      'answerSginal',
      {},
      'There is no signal answerSginal: send answerSignal or topUpSignal.',
    ],
  ])(
    'as a signal with %s are answered where people look, the current details',
    async (_, name, sent, text) => {
      const run = await waiting();
      await signal(run.id, name, [payload('json/plain', JSON.stringify(sent))]);
      await refused(run, text);
      const handle = kintsugi.client.temporal.workflow.getHandle(run.id);
      const shown: { currentDetails?: string } = await handle.query('__temporal_workflow_metadata');
      expect(shown.currentDetails).toContain(text);
      await run.cancel();
    },
  );

  it.each(UNREADABLE)('as a signal of %s leave the run to be cancelled', async (_, given) => {
    const run = await waiting();
    await signal(run.id, 'answerSignal', given);
    await run.cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
    expect(await failedTasks(run.id)).toEqual([]);
  });

  it('as updates are refused at once', async () => {
    const run = await waiting();
    const { namespace, service } = facts();
    for (const [, given] of UNREADABLE) {
      for (const name of ['answer', 'topUp', 'rollBackRun']) {
        const { outcome } = await service.updateWorkflowExecution({
          namespace,
          workflowExecution: { workflowId: run.id },
          request: { meta: { updateId: randomUUID() }, input: { name, args: { payloads: given } } },
          waitPolicy: { lifecycleStage: 3 },
        });
        expect(outcome?.failure?.message).toMatch(
          /^The (answer|top-up|rollback) (is not valid|cannot be decoded)/,
        );
      }
    }
    await run.answer({
      hash: (await run.status()).pending?.hash ?? '',
      decision: 'reject',
      scope: 'once',
    });
    expect(await run.result()).toMatchObject({ delivery: { status: 'rejected' } });
    expect(await failedTasks(run.id)).toEqual([]);
  });

  it('as arguments of a query change nothing', async () => {
    const run = await waiting();
    const { namespace, service } = facts();
    for (const [, given] of UNREADABLE) {
      const { queryResult } = await service.queryWorkflow({
        namespace,
        execution: { workflowId: run.id },
        query: { queryType: 'status', queryArgs: { payloads: given } },
      });
      expect(queryResult?.payloads).toHaveLength(1);
    }
    await run.cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
  });

  it.each(['heal', 'rollback'])('as input end a %s run at once, with one sentence', async (type) => {
    const { namespace, service } = facts();
    for (const [, given] of UNREADABLE) {
      const workflowId = `unreadable-${randomUUID()}`;
      await service.startWorkflowExecution({
        namespace,
        workflowId,
        workflowType: { name: type },
        taskQueue: { name: MAIN_TASK_QUEUE },
        input: { payloads: given },
        memo: { fields: { directory: payload('binary/encrypted', 'x') } },
        requestId: randomUUID(),
      });
      const ended = kintsugi.client.temporal.workflow.getHandle(workflowId).result();
      await expect(ended).rejects.toMatchObject({
        cause: {
          type: 'BadInput',
          message: expect.stringMatching(
            /^The input of the run (is not valid: .+|cannot be decoded: .+)\.$|^A run begins with its input alone: /,
          ),
        },
      });
      expect(await failedTasks(workflowId)).toEqual([]);
    }
    expect((await kintsugi.client.list({ limit: 100 })).length).toBeGreaterThanOrEqual(UNREADABLE.length);
  });
});
