import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentRequest } from '../../../src/client';
import { itIsolated } from '../../support/isolation';
import { turn } from '../../support/agent-scripts';
import { MEAN, MEAN_PROJECT, MEAN_REQUEST, MEAN_TEST } from '../../support/directory-scripts';
import { makeProject } from '../../support/kintsugi';
import { readLiveText } from '../../../src/machine/live-texts';
import { homePaths } from '../../../src/machine/paths';
import { reply, status, type ScriptedEntry } from '../../support/scripted-model';
import { until, untilStatus } from '../../support/until';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;
const SHOP = { ...MEAN_PROJECT, 'AGENTS.md': 'Write small functions.\n' };

const read: [string, object] = ['read', { path: 'src/sum.ts' }];
const write = (path: string, content: string): [string, object] => ['edit', { path, content }];
const finish: [string, object] = ['finish', { summary: 'Adds mean, and a test of it.' }];

describe('an agent on a directory', () => {
  const kintsugi = useScriptedKintsugi();

  afterEach(() => kintsugi.model.forget());

  const begin = async (more: Partial<AgentRequest> = {}, files: Record<string, string> = SHOP) => {
    const project = await makeProject(files);
    const run = await kintsugi.client.agent({ directory: project.path, request: MEAN_REQUEST, ...more });
    const text = (path: string) => readFile(join(project.path, path), 'utf8').catch(() => undefined);
    return { run, text, path: project.path };
  };
  /** Texts that the model was told as results of its calls. */
  const told = () =>
    kintsugi.model.calls
      .flatMap(({ body }) => body.messages)
      .flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []))
      .join('\n---\n');

  it('may not change what judges the program, and changing nothing is a failure', async () => {
    kintsugi.model.script(
      turn(['read', { path: 'test/sum.test.ts' }]),
      turn(write('test/sum.test.ts', 'it("adds", () => {});\n'), [
        'edit',
        { path: 'package.json', delete: true },
      ]),
      turn(finish),
    );
    const { run } = await begin({ approval: LOW });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'failed', delivery: { status: 'nothing-to-publish' } });
    expect(result.finalError).toMatch(/The agent changed nothing: Adds mean/);
    expect(told()).toMatch(/Nothing was changed:\n- test\/sum\.test\.ts.*is a test/);
  });

  it('that ends before it is done offers what it has to a person, whatever the approval level', async () => {
    kintsugi.model.script(turn(write('src/mean.ts', MEAN)), status(401, { message: 'no such key' }));
    const { run, text } = await begin({ approval: LOW });
    const waiting = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    expect(waiting.pending?.warnings?.join('\n')).toMatch(/The agent was not done.*did not accept the key/s);
    await run.answer({ hash: waiting.pending?.hash ?? '', decision: 'reject', scope: 'once' });
    expect(await run.result()).toMatchObject({ delivery: { status: 'rejected' } });
    expect(await text('src/mean.ts')).toBeUndefined();
  });

  itIsolated('asks the user, runs commands in a copy, and keeps what the call names', async () => {
    kintsugi.model.script(
      turn(['ask_user', { question: 'Which number?', choices: ['1', '2'] }]),
      turn(['run_command', { command: 'echo two > answer.txt; echo no > left.txt', keep: ['answer.txt'] }]),
      turn(['run_tests', {}]),
      turn(finish),
    );
    const { run, text } = await begin({ approval: LOW });
    const asked = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-answer',
    );
    expect(asked.pending).toMatchObject({ summary: 'Which number?', choices: ['1', '2'] });
    await run.answer({ hash: asked.pending?.hash ?? '', text: '2', scope: 'once' });
    expect(await run.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    expect(told()).toContain('2');
    expect(await text('answer.txt')).toBe('two\n');
    expect(await text('left.txt')).toBeUndefined();
  });

  it('is heard while it speaks, on the same machine, and its history holds none of that', async () => {
    const words =
      'I look at the sum first, and then I write the mean of two numbers with a test of it. '.repeat(4);
    kintsugi.model.script({ ...turn(read), content: words, msPerChunk: 20 } as ScriptedEntry, turn(finish));
    const { run } = await begin({ approval: LOW });
    const { firstRunId } = await run.described();
    const live = await until('the model is heard', () =>
      readLiveText(homePaths(kintsugi.config.home).live, firstRunId),
    );
    expect(words).toContain(live.text.slice(0, 20));
    expect(live.effect).toBe('turn-1');
    await run.result();
    expect(await readLiveText(homePaths(kintsugi.config.home).live, firstRunId)).toBeUndefined();
  });

  it('is not believed by an empty test of its own, where no other check verifies the change', async () => {
    const empty = "it('runs', () => expect(true).toBe(true));\n";
    const wrong = 'export function add(a: number, b: number): number {\n  return a - b;\n}\n';
    kintsugi.model.script(turn(write('src/add.ts', wrong), write('src/add.test.ts', empty)), turn(finish));
    const request = { approval: LOW, request: 'Write add', generateTests: false };
    const { run, text } = await begin(request, { 'package.json': '{}\n' });
    kintsugi.model.otherwise(reply('I have no better ones.'));
    const result = await run.result();
    expect(result.status).not.toBe('completed');
    expect(await text('src/add.ts')).toBeUndefined();
  });

  it('goes on where it ends beside a call that failed, or calls nothing', async () => {
    kintsugi.model.script(
      turn(write('src/mean.ts', MEAN), write('test/sum.test.ts', '// no\n'), finish),
      reply('src/mean.ts is there. Next I will write its test.'),
      turn(write('test/mean.test.ts', MEAN_TEST)),
      turn(finish),
    );
    const { run } = await begin({ approval: LOW });
    expect(await run.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    kintsugi.model.assertComplete();
    const sent = kintsugi.model.calls
      .at(-1)
      ?.body.messages.map(({ content }) => content ?? '')
      .join('\n');
    expect(sent).toContain('The work goes on: edit of this turn failed.');
    expect(sent).toContain('You called no tool.');
  });

  it('that falls silent offers what it has to a person', async () => {
    kintsugi.model.script(turn(write('src/mean.ts', MEAN)), reply('So.'), reply('So.'));
    const { run } = await begin({ approval: LOW });
    const waiting = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    expect(waiting.pending?.warnings?.join('\n')).toContain('The agent was not done');
    await run.answer({ hash: waiting.pending?.hash ?? '', decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ delivery: { status: 'published' } });
  });

  it('goes on from the files that the user went back to, and is told', async () => {
    kintsugi.model.script(
      turn(write('src/a.ts', 'export const a = 1;\n')),
      turn(write('src/b.ts', 'export const b = 1;\n')),
      turn(['ask_user', { question: 'Both?' }]),
      turn(write('src/mean.ts', MEAN), write('test/mean.test.ts', MEAN_TEST)),
      turn(finish),
    );
    const { run, text } = await begin({ approval: LOW });
    await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-answer',
    );
    await kintsugi.client.rollBackRunning(run, { to: '1' });
    expect(await run.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    expect(await text('src/a.ts')).toBeDefined();
    expect(await text('src/b.ts')).toBeUndefined();
    expect(await text('src/mean.ts')).toBe(MEAN);
    const sent = kintsugi.model.calls.map(({ body }) => JSON.stringify(body.messages)).join('\n');
    expect(sent).toContain('The user went back to an earlier state of the files');
  });

  it('carries requests of heal out in precision mode', async () => {
    kintsugi.model.script(
      turn(write('src/mean.ts', MEAN), write('test/mean.test.ts', MEAN_TEST)),
      turn(finish),
    );
    const project = await makeProject(SHOP);
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: MEAN_REQUEST,
      mode: 'PRECISION',
      approval: LOW,
    });
    expect(await run.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    kintsugi.model.assertComplete();
  });
});
