import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { SESSION_MESSAGES } from '../../../src/domain/session/messages';
import { MAIN_TASK_QUEUE } from '../../../src/messages';
import fc from '../../support/fast-check';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { untilStatus } from '../../support/until';
import { useKintsugi } from '../../support/use-kintsugi';

const SIGNALS = 1_000;
const UPDATES = 600;
const STARTS = 400;
/** Messages under way at the same time. */
const AT_A_TIME = 20;

const KINDS = ['heal', 'goal', 'session', 'codingAgent', 'rollback'];
/** Of these an empty one is right for `close`, after which the session would take no more. */
const NAMES = [
  'answer',
  'revoke',
  'topUp',
  'rollBackRun',
  ...Object.values(SESSION_MESSAGES).filter((name) => name !== SESSION_MESSAGES.close),
];
const SIGNAL_NAMES = ['answerSignal', 'topUpSignal', 'answer', '__temporal', ''];
/** Fields that some message has, so that what is drawn comes as far as the schemas of their values. */
const FIELDS = [
  ...['hash', 'decision', 'text', 'by', 'via', 'edits', 'scope', 'kind', 'tokens', 'usd', 'to', 'id', 'mode'],
  ...[
    'directory',
    'realpath',
    'hostId',
    'version',
    'approval',
    'level',
    'policy',
    'verification',
    'commands',
  ],
  ...[
    'roots',
    'plan',
    'request',
    'heavyFolders',
    'budget',
    'language',
    '__proto__',
    'constructor',
    'toString',
  ],
];

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    'approve',
    'LOW',
    '0'.repeat(8),
    '\u0000',
    '\ud800',
    -1,
    1e308,
    2 ** 53,
  ),
  fc.string({ maxLength: 200, unit: 'binary' }),
  fc.integer(),
);
const { value: drawn } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: false },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 8 }),
  ),
}));
const bytes = fc.oneof(
  drawn.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  drawn.map((value) => Buffer.from((JSON.stringify(value) ?? '').slice(0, -1))),
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc.constant(Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)),
);
const payload = fc.record({
  metadata: fc.oneof(
    fc.constant({ encoding: Buffer.from('json/plain') }),
    fc.record({
      encoding: fc.constantFrom(
        ...['json/plain', 'binary/null', 'binary/plain', 'json/protobuf', 'none'].map(Buffer.from),
      ),
      proof: fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array)),
      writer: fc.constant(Buffer.from('client')),
    }),
    fc.constant({}),
  ),
  data: bytes,
});
const payloads = fc.array(payload, { maxLength: 3 });

describe('messages that nobody should send', () => {
  const kintsugi = useKintsugi();

  it(`${SIGNALS + UPDATES + STARTS} of them fail no workflow task, and the run goes on`, async () => {
    const { client } = kintsugi;
    const { workflowService } = client.temporal;
    const { namespace } = client.facts;
    const project = await makeProject(BROKEN_SUM);
    const run = await client.heal({ directory: project.path });
    await untilStatus(
      () => run.status(),
      ({ pending }) => pending !== undefined,
    );
    const session = await client.session({ directory: project.path });
    const targets = [run.id, session.id];

    const drawMany = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] => fc.sample(arbitrary, count);
    const signals = drawMany(
      fc.tuple(fc.constantFrom(...targets), fc.constantFrom(...SIGNAL_NAMES), payloads),
      SIGNALS,
    );
    await inTurn(signals, async ([workflowId, signalName, given]) => {
      const workflowExecution = { workflowId };
      await quietly(
        workflowService.signalWorkflowExecution({
          ...{ namespace, workflowExecution, signalName },
          input: { payloads: given },
        }),
      );
    });
    const updates = drawMany(
      fc.tuple(fc.constantFrom(...targets), fc.constantFrom(...NAMES, 'no such name'), payloads),
      UPDATES,
    );
    await inTurn(updates, async ([workflowId, name, given]) => {
      const request = { meta: { updateId: randomUUID() }, input: { name, args: { payloads: given } } };
      const waitPolicy = { lifecycleStage: 3 };
      await quietly(
        workflowService.updateWorkflowExecution({
          namespace,
          workflowExecution: { workflowId },
          request,
          waitPolicy,
        }),
      );
    });
    const started: string[] = [];
    const starts = drawMany(fc.tuple(fc.constantFrom(...KINDS, 'no such kind'), payloads), STARTS);
    await inTurn(starts, async ([kind, given]) => {
      const workflowId = `fuzz-${randomUUID()}`;
      started.push(workflowId);
      await quietly(
        workflowService.startWorkflowExecution({
          ...{ namespace, workflowId, requestId: workflowId, workflowType: { name: kind } },
          ...{ taskQueue: { name: MAIN_TASK_QUEUE }, input: { payloads: given } },
        }),
      );
    });

    const { pending } = await run.status();
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    expect((await run.result()).delivery.status).toBe('published');
    await session.close();
    const failed: string[] = [];
    await inTurn([...targets, ...started], async (id) => {
      for (const cause of await failedTasks(client.temporal.workflow.getHandle(id)))
        failed.push(`${id}: ${cause}`);
    });
    expect(failed).toEqual([]);
    await project.remove();
  });
});

/** What the server refuses by itself never reaches a run. */
async function quietly(call: Promise<unknown>): Promise<void> {
  await call.catch(() => undefined);
}

async function inTurn<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await act(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

/** Why tasks of a run failed; none where there is no such run. */
async function failedTasks(run: WorkflowHandle): Promise<string[]> {
  const history = await run.fetchHistory().catch(() => undefined);
  return (history?.events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
    failed ? [`${failed.cause}: ${failed.failure?.message ?? ''}`] : [],
  );
}
