import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { byRow } from '../../../src/activities/effect';
import { RunInput } from '../../../src/domain/run/input';
import { eventsQuery } from '../../../src/messages';
import { startTimeSkipping } from '../../support/time-skipping';
import { toyActivities } from '../../support/toys/toy-activities';
import type { toy } from '../../support/toys/toy-run';

const QUEUE = 'toy-deadlines';
const DAY_MS = 86_400_000;

/** Set by `global-setup.ts`; empty where it can't be had. */
const PROGRAM = process.env['KINTSUGI_TEST_TIME_SKIPPING'] ?? '';

/** Days pass in milliseconds: the server's clock jumps to the next timer. */
(PROGRAM === '' ? describe.skip : describe)('a question that nobody answers', () => {
  let environment: TestWorkflowEnvironment;
  let worker: Worker;
  let running: Promise<void>;
  const notified: string[] = [];

  beforeAll(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    environment = await startTimeSkipping(PROGRAM);
    worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: QUEUE,
      workflowsPath: require.resolve('../../support/toys/toy-runs'),
      activities: byRow(toyActivities([], notified)),
    });
    running = worker.run();
  });
  afterAll(async () => {
    worker.shutdown();
    await running;
    await environment.teardown();
  });

  /** A run of the toy to its end: its result, its events, and the days that passed. */
  async function played(more: object, calls = 1) {
    const { client } = environment;
    const run = await client.workflow.start<typeof toy>('toy', {
      taskQueue: QUEUE,
      workflowId: `toy-${randomUUID()}`,
      args: [{ ...RunInput.parse(more), calls }],
    });
    const result = await run.result();
    const { startTime, closeTime = startTime } = await run.describe();
    const days = Math.round((closeTime.getTime() - startTime.getTime()) / DAY_MS);
    const { events } = await run.query(eventsQuery, 0);
    return { result, days, kinds: events.map(({ kind }) => kind), texts: events.map(({ text }) => text) };
  }

  it('expires after a week, with a reminder a day, and counts as refused', async () => {
    const run = await played({});
    expect(run).toMatchObject({ days: 7, result: { agreed: 'expired' } });
    expect(run.kinds).toEqual(['bought', 'asked', ...Array<string>(6).fill('reminded'), 'ended']);
  });

  it('counts as approved where the run says so, after the days that it says', async () => {
    const approval = { deadlineMs: 3 * DAY_MS, onExpiry: 'approve' };
    expect(await played({ approval })).toMatchObject({ days: 3, result: { agreed: 'granted' } });
  });

  it('is asked of the delegate too, once, after the days that the run says', async () => {
    const run = await played({ approval: { delegate: { to: 'Ada', afterMs: 2 * DAY_MS } } });
    expect(run.texts.filter((text) => text.includes('Ada is asked too'))).toHaveLength(1);
    expect(run.kinds.indexOf('delegated')).toBe(3);
  });

  it('is told to people elsewhere, again with each reminder and to the delegate, and a refused notice is said', async () => {
    const delegate = { to: 'Ada', afterMs: 2.5 * DAY_MS };
    const run = await played({
      approval: { notify: ['webhook', 'slack'], deadlineMs: 4 * DAY_MS, delegate },
    });
    expect(notified).toEqual(['asked', 'reminded', 'reminded', 'delegated', 'reminded']);
    expect(run.texts.filter((text) => text === 'People were told by webhook')).toHaveLength(5);
    const refused = run.texts.filter((text) => text === 'Nobody was told by Slack: Slack has no such room.');
    expect(refused).toHaveLength(5);
    expect(run).toMatchObject({ days: 4, result: { agreed: 'expired' } });
  });

  it('for a top-up ends the run after a day, with what it has', async () => {
    const run = await played({ budget: { tokens: 22 } }, 5);
    expect(run).toMatchObject({ days: 1, result: { bought: 2, spent: 14 } });
  });
});
