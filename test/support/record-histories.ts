import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { rmSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { HealHandle, HealRequest, HealResult } from '../../src/client';
import { rollbackInput } from '../../src/client/rollback';
import type { RunStatus } from '../../src/domain/run/status';
import { MAIN_TASK_QUEUE } from '../../src/messages';
import type { rollback } from '../../src/workflows';
import {
  check,
  coded,
  FAILING_CODE,
  generate,
  GOOD_CODE,
  test as testCode,
  TOTAL_DATA,
  TOTAL_SPEC,
  turn,
} from './agent-scripts';
import { CALC_PROJECT, mulReply, WRONG } from './calc-project';
import { MEAN_PROJECT } from './directory-scripts';
import { BROKEN_SUM, makeProject } from './kintsugi';
import { BROKEN_TEXTS, rewriting, ROMAN, SLUG } from './roman-project';
import { reply, status } from './scripted-model';
import { turnOf } from './session-turns';
import { untilStatus } from './until';
import { useOwnScriptedKintsugi } from './use-kintsugi';

const HISTORIES = join(__dirname, '../fixtures/histories');
const DEADLINE_MS = 120_000;
const LOW = { level: 'LOW' } as const;

const VAIN = "import { add } from './add';\nit('runs', () => { add(1, 2); expect(true).toBe(true); });\n";
const BAD = "import { add } from './add';\nit('adds', () => expect(add(1, 2)).toBe(4));\n";
const ADD = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const written = reply({
  summary: 'Adds add.',
  fileModifications: [{ path: 'src/add.ts', action: 'create', content: ADD, replacements: null }],
});
const tests = (content: string) =>
  reply({ summary: 'Tests add.', tests: [{ path: 'src/add.test.ts', content }] });

jest.setTimeout(2 * DEADLINE_MS);

/** Not a test: `npm run record-histories` heals small projects in the ways that a run can go, and keeps the histories. */
describe('the recorder', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model gives short replies',
    settings: { KINTSUGI_MODEL_REPLY_TOKENS: '300' },
  });
  let project: { path: string; remove(): Promise<void> };

  beforeAll(() => {
    for (const name of readdirSync(HISTORIES).filter((one) => one.endsWith('.gz')))
      rmSync(join(HISTORIES, name));
  });
  afterEach(async () => {
    kintsugi.model.assertComplete();
    await project.remove();
  });

  async function start(files: Record<string, string>, more: Partial<HealRequest>): Promise<HealHandle> {
    project = await makeProject(files);
    return kintsugi.client.heal({ directory: project.path, ...more });
  }

  /** Keeps the history of a run as `temporal workflow show --output json` prints it. */
  async function keep(name: string, id: string, execution?: string): Promise<void> {
    const history = await kintsugi.client.temporal.workflow.getHandle(id, execution).fetchHistory();
    writeFileSync(join(HISTORIES, `${name}.json.gz`), gzipSync(`${historyToJSON(history)}\n`, { level: 9 }));
  }

  async function ended(name: string, run: HealHandle, expected: Partial<HealResult>): Promise<HealResult> {
    const result = await run.result();
    expect(result).toMatchObject(expected);
    await keep(name, run.id);
    return result;
  }

  async function until(run: HealHandle, reached: (status: RunStatus) => boolean): Promise<RunStatus> {
    for (const startedMs = performance.now(); performance.now() - startedMs < DEADLINE_MS; await delay(30)) {
      const status = await run.status();
      if (reached(status)) return status;
    }
    throw new Error('the run did not come to it');
  }

  /** Waits for a question other than `before`, and resolves to its hash. */
  async function asked(run: HealHandle, before = ''): Promise<string> {
    const { pending } = await until(run, (status) => (status.pending?.hash ?? before) !== before);
    return pending?.hash ?? '';
  }

  /** The client removes a dry run of a rollback when it has ended, so this one is started without it. */
  async function planRollback(id: string): Promise<string> {
    const { temporal } = kintsugi.client;
    const input = rollbackInput(await kintsugi.client.ended(id), { dryRun: true });
    const workflowId = `planned-${id}`;
    const planned = await temporal.workflow.execute<typeof rollback>('rollback', {
      taskQueue: MAIN_TASK_QUEUE,
      workflowId,
      args: [{ ...input, version: 1, language: 'en', indexed: true }],
    });
    expect(planned.status).toBe('planned');
    return workflowId;
  }

  const approve = (run: HealHandle, hash: string) => run.answer({ hash, decision: 'approve', scope: 'once' });

  it('keeps a repair, its rollback as a dry run, and a fork of it that is approved', async () => {
    const run = await start(BROKEN_SUM, { approval: LOW });
    await ended('heal-recovered', run, { status: 'recovered' });
    await keep('rollback-planned', await planRollback(run.id));
    const patch = '--- a/src/sum.ts\n+++ b/src/sum.ts\n@@ -2 +2 @@\n-  return a - b;\n+  return b + a;\n';
    const fork = await kintsugi.client.fork(run.id, {
      checkpoint: '0',
      patch,
      approval: { level: 'MEDIUM' },
    });
    await approve(fork, await asked(fork));
    await ended('heal-forked', fork, { status: 'completed' });
    const undone = await kintsugi.client.rollback(fork.id);
    expect(undone.status).toBe('published');
    await keep('rollback-published', undone.id);
  });

  it('keeps the beginning of a run that was started with the path of a folder alone', async () => {
    project = await makeProject(BROKEN_SUM);
    const handle = await kintsugi.client.temporal.workflow.start('heal', {
      taskQueue: MAIN_TASK_QUEUE,
      workflowId: 'started-with-a-path',
      args: [{ directory: project.path }],
    });
    const run = kintsugi.client.run(handle.workflowId);
    await delay(1_000);
    await approve(run, await asked(run));
    expect(await run.result()).toMatchObject({ status: 'recovered' });
    await keep('heal-path', run.id, handle.firstExecutionRunId);
  });

  it('keeps a run whose every action is approved', async () => {
    const run = await start(BROKEN_SUM, { approval: { level: 'HIGH' } });
    const first = await asked(run);
    await approve(run, first);
    await approve(run, await asked(run, first));
    await ended('heal-approved', run, {
      status: 'recovered',
      delivery: { status: 'published', files: ['src/sum.ts'] },
    });
  });

  it('keeps a run that is rolled back while it asks, finds another repair, and goes back to the first', async () => {
    const run = await start(BROKEN_SUM, {});
    const first = await asked(run);
    await kintsugi.client.rollBackRunning(run, { to: '0' });
    const second = await asked(run, first);
    await kintsugi.client.rollBackRunning(run, { to: '1' });
    expect(await asked(run, second)).toBe(first);
    await approve(run, first);
    await ended('heal-rolled-back', run, { status: 'recovered' });
  });

  it('keeps a request that a model carries out wrongly and that is repaired', async () => {
    kintsugi.model.script(reply(mulReply('Adds mul.', WRONG)));
    const run = await start(CALC_PROJECT, { request: 'Add mul', approval: LOW });
    await ended('heal-request', run, { status: 'recovered' });
  });

  it('keeps a run that waits for its budget, is topped up once, and gives up', async () => {
    const budget = { tokens: 1, topUpDeadlineMs: 6_000 };
    const run = await start(BROKEN_TEXTS, { approval: LOW, maxAttempts: 2, budget });
    const { budget: report } = await until(run, (status) => status.budget?.waiting !== undefined);
    kintsugi.model.script(reply(rewriting({ 'src/roman.ts': ROMAN })));
    await run.topUp({ tokens: report?.waiting?.missing.tokens ?? 0 });
    await ended('heal-budget', run, { status: 'failed_after_repair' });
  });

  it('keeps a run whose repairs are a model’s, one in part', async () => {
    kintsugi.model.script(
      reply(rewriting({ 'src/roman.ts': ROMAN })),
      reply(rewriting({ 'src/slug.ts': SLUG })),
    );
    const run = await start(BROKEN_TEXTS, { approval: LOW });
    await ended('heal-two-rounds', run, { status: 'recovered', totalAttempts: 3 });
  });

  it('keeps a request whose generated tests stay weak', async () => {
    kintsugi.model.script(written, tests(VAIN), tests(VAIN.replace('runs', 'runs again')));
    const run = await start({ 'package.json': '{}' }, { request: 'Write add', approval: LOW });
    await ended('heal-weak-tests', run, { status: 'failed' });
  });

  it('keeps a request whose generated test is wrong where a command verifies', async () => {
    kintsugi.model.script(written, tests(BAD));
    const run = await start(
      { 'package.json': '{}' },
      {
        request: 'Write add',
        approval: LOW,
        generateTests: true,
        verification: {
          tests: [],
          commands: [{ command: 'test -s src/add.ts && ! grep -q "toBe(4)" src/add.test.ts' }],
          allowUnsandboxed: true,
        },
      },
    );
    await ended('heal-wrong-test', run, { status: 'completed', quarantinedTests: ['src/add.test.ts'] });
  });

  it('keeps a request that an agent carries out on a directory, with a command and a question', async () => {
    kintsugi.model.script(
      turn(['list', {}], ['read', { path: 'src/sum.ts' }]),
      turn(['run_command', { command: 'echo 1 > one.txt', keep: ['one.txt'] }]),
      turn(['ask_user', { question: 'Is it one?', choices: ['yes', 'no'] }]),
      turn(['run_tests', {}]),
      turn(['finish', { summary: 'Adds one.txt.' }]),
    );
    const run = await start(MEAN_PROJECT, { request: 'Add one.txt', executor: 'tools', approval: LOW });
    const question = await asked(run);
    await run.answer({ hash: question, text: 'yes', scope: 'once' });
    await ended('heal-by-agent', run, { status: 'completed' });
  });

  it('keeps a run of the coding agent with a budget, a limit that resets and a mended error', async () => {
    project = await makeProject({});
    kintsugi.model.script(
      turn(generate()),
      status(429, { code: 'rate_limit_exceeded', retryAfter: '1' }),
      coded(FAILING_CODE),
      turn(check(FAILING_CODE), testCode(FAILING_CODE)),
      turn(['noSuchTool', {}]),
      turn(generate({ previousCode: FAILING_CODE })),
      coded(GOOD_CODE),
      reply('It works.'),
    );
    const run = await kintsugi.client.code({
      executionSpec: TOTAL_SPEC,
      testData: TOTAL_DATA,
      budget: { tokens: 1_000_000 },
    });
    expect(await run.result()).toMatchObject({ status: 'completed', turns: 5 });
    await keep('coding-agent', run.id);
  });

  it('keeps a goal that is planned, thought over, answered, published after each step and taken back in part', async () => {
    project = await makeProject({ 'a.txt': '1', 'b.txt': '2' });
    kintsugi.model.script(
      reply([
        { tool: 'ask', args: { question: 'Which name?', choices: ['c.txt', 'd.txt'] } },
        { tool: 'rename', args: { path: 'x.txt', name: 'c.txt' } },
        { tool: 'delete', args: { items: ['b.txt'] } },
      ]),
      reply({ action: 'retry', args: { path: 'a.txt', name: 'c.txt' }, reason: 'it is a.txt' }),
      reply({ holds: true, reason: 'done' }),
    );
    const run = await kintsugi.client.goal({
      roots: [project.path],
      request: 'call a.txt c.txt, and delete b.txt',
      publish: 'each-step',
    });
    const { pending } = await untilStatus(
      () => run.status(),
      (status) => status.pending?.kind === 'publish',
    );
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const { pending: question } = await untilStatus(
      () => run.status(),
      (status) => status.pending?.form === 'choice',
    );
    await run.answer({ hash: question?.hash ?? '', text: 'c.txt', scope: 'once' });
    const { pending: changed } = await untilStatus(
      () => run.status(),
      (status) => status.pending?.kind === 'publish',
    );
    await run.answer({ hash: changed?.hash ?? '', decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ status: 'completed', published: true });
    await keep('goal-each-step', run.id);
    const { id } = await kintsugi.client.rollback(run.id, { to: '1' });
    await keep('rollback-of-goal', id);
  });

  it('keeps a goal with a plan of the user that repairs a project, and continues as new', async () => {
    project = await makeProject(BROKEN_SUM);
    const writes = Array.from({ length: 12 }, (_, index) => ({
      tool: 'write',
      args: { path: `notes/${index}.txt`, content: String(index) },
    }));
    const run = await kintsugi.client.goal({
      roots: [project.path],
      plan: [{ tool: 'heal', args: { path: '.' } }, ...writes],
      approval: LOW,
      continueAfterEvents: 60,
    });
    expect(await run.result()).toMatchObject({ status: 'completed' });
    await keep('goal-at-end', run.id);
  });

  it('keeps a session with questions, triggers, a change of level and a rewind, across executions', async () => {
    project = await makeProject(BROKEN_SUM);
    const session = await kintsugi.client.session({ directory: project.path, continueAfterEvents: 60 });
    kintsugi.model.otherwise(reply(JSON.stringify({ answer: 'here', trigger: null, reason: 'found' })));
    await turnOf(session, await session.submit({ text: 'where is sum?' }));
    await turnOf(session, await session.trigger('code_complete'));
    await session.setApprovalLevel('LOW');
    await turnOf(session, await session.submit({ text: 'run the tests' }));
    await session.rollBack({ kind: 'to', name: '1' });
    await turnOf(session, await session.submit({ text: 'where is sum?' }));
    await session.close();
    expect(await session.result()).toMatchObject({ status: 'closed' });
    await keep('session', session.id);
  });

  it('keeps a gate that refuses a change, takes another, and answers from its record', async () => {
    project = await makeProject(CALC_PROJECT);
    const gate = await kintsugi.client.gate({ directory: project.path });
    await gate.begun();
    expect(await gate.check()).toMatchObject({ verdict: 'proven' });
    await rm(join(project.path, 'test'), { recursive: true });
    expect(await gate.check()).toMatchObject({ verdict: 'refused' });
    expect(await gate.check()).toMatchObject({ verdict: 'refused', isRecorded: true });
    await gate.end();
    await keep('gate', gate.id);
  });
});
