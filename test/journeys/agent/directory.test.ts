import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentRequest } from '../../../src/client';
import { turn } from '../../support/agent-scripts';
import { MEAN, MEAN_PROJECT, MEAN_REQUEST, MEAN_TEST } from '../../support/directory-scripts';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { untilStatus } from '../../support/until';
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
  const linesOf = async (run: { events(): Promise<{ events: readonly { text: string }[] }> }) =>
    (await run.events()).events.map(({ text }) => text).join('\n');
  /** Texts that the model was told as results of its calls. */
  const told = () =>
    kintsugi.model.calls
      .flatMap(({ body }) => body.messages)
      .flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []))
      .join('\n---\n');

  it('reads, edits, mends what the checkers say, tests and finishes; what it made is verified, approved and published', async () => {
    kintsugi.model.script(
      turn(['list', {}], read, ['search', { pattern: 'sum' }]),
      turn(write('src/mean.ts', MEAN.replace('sum(a, b)', "sum(a, 'b')"))),
      turn(['edit', { path: 'src/mean.ts', edits: [{ search: "sum(a, 'b')", replace: 'sum(a, b)' }] }]),
      turn(write('test/mean.test.ts', MEAN_TEST), ['run_tests', { files: ['test/mean.test.ts'] }]),
      turn(['diff', {}]),
      turn(finish),
    );
    const { run, text } = await begin();
    const waiting = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    expect(await text('src/mean.ts')).toBeUndefined();
    expect(told()).toContain("Argument of type 'string' is not assignable");
    await run.answer({ hash: waiting.pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const result = await run.result();
    kintsugi.model.assertComplete();
    expect(result).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    expect(await text('src/mean.ts')).toBe(MEAN);
    expect(await text('test/mean.test.ts')).toBe(MEAN_TEST);
    expect(result.record.codeHistory.map(({ fixReason }) => fixReason).join()).toContain('Adds mean');
    expect(result.notes?.join('\n')).toContain('AGENTS.md');
    const lines = await linesOf(run);
    expect(lines).toMatch(/Turn 1: list, read, search/);
    expect(lines).toMatch(/run_tests: success: 0 failed, 1 passed/);
    const reasons = result.checkpoints.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(['turn 2 of the agent', 'turn 3 of the agent']));
  });

  it('is not believed: what its tests refute is no success', async () => {
    kintsugi.model.script(
      turn(write('src/mean.ts', MEAN.replace('sum(a, b) / 2', 'NaN')), write('test/mean.test.ts', MEAN_TEST)),
      turn(finish),
    );
    const { run, text } = await begin({ approval: LOW, maxAttempts: 1, budget: { tokens: 100_000_000 } });
    kintsugi.model.otherwise(reply('I have no idea.'));
    const result = await run.result();
    expect(result.status).toBe('failed_after_repair');
    expect(await text('src/mean.ts')).toBeUndefined();
  });

  it('is told what the policy denies, and goes on', async () => {
    kintsugi.model.script(
      turn(['run_command', { command: 'curl example.org' }]),
      turn(write('src/mean.ts', MEAN), write('test/mean.test.ts', MEAN_TEST)),
      turn(finish),
    );
    const rule = {
      command: 'curl',
      decision: 'deny' as const,
      reason: 'No downloads.',
      match: ['curl x'],
      notMatch: ['ls'],
    };
    const { run } = await begin({ approval: LOW, policy: { user: [rule], project: [] } });
    expect(await run.result()).toMatchObject({ status: 'completed' });
    expect(told()).toMatch(/Not allowed: .*No downloads/);
  });
});
