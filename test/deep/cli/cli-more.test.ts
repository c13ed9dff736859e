import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HealResult } from '../../../src/domain/heal/result';
import { EXIT } from '../../../src/client';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject, startKintsugi } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('kintsugi', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);

  it('answers a server that does not answer with 3', async () => {
    const env = { ...kintsugi.env, TEMPORAL_ADDRESS: '127.0.0.1:9' };
    const { code, stderr, stdout } = await kintsugiCli(env, ['doctor']);
    expect(stderr + stdout).toContain('127.0.0.1:9');
    expect(code).toBe(3);
  });

  it.each([
    ['an unknown mode', ['heal', '.', '--mode', 'fast'], 'speed, precision'],
    ['too few attempts', ['heal', '.', '--max-attempts', '0'], 'whole number'],
    ['an unknown command', ['mend', '.'], "unknown command 'mend'"],
    ['a request without a model', ['heal', '.', 'make it nicer'], 'KINTSUGI_MODEL'],
    [
      'an unknown run to approve',
      ['approve', 'heal-nothing', '--hash', '12345678'],
      'There is no run heal-nothing',
    ],
  ])('answers %s with one sentence and 2', async (_, args, sentence) => {
    const { code, stderr, stdout } = await cli(...args);
    expect(stderr).toContain(sentence);
    expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  it('detaches, and says how to come back', async () => {
    const { code, stdout } = await cli('heal', project.path, '--detach', '--approval', 'low');
    expect(code).toBe(4);
    const id = /kintsugi watch (\S+)/.exec(stdout)?.[1] ?? '';
    expect(await cli('watch', id)).toMatchObject({ code: 0 });
  });

  it('prints its version', async () => {
    expect(await cli('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  it('lists as many runs as it is told, and refuses what is no number', async () => {
    await cli('heal', project.path, '--dry-run');
    await cli('heal', project.path, '--dry-run');
    expect((await cli('list', '--limit', '1')).stdout.trim().split('\n')).toHaveLength(1);
    for (const limit of ['0', 'x', '-1', '1.5']) {
      const { code, stderr } = await cli('list', '--limit', limit);
      expect(stderr).toContain(`argument '${limit}' is invalid. Give a whole number from 1.`);
      expect(code).toBe(2);
    }
  });

  it('does not say that it cancels a run that has ended', async () => {
    const { stdout } = await cli('heal', project.path, '--dry-run', '--json');
    const { taskId } = JSON.parse(stdout) as { taskId: string };
    const { code, stderr } = await cli('cancel', taskId);
    expect(stderr).toContain(`The run ${taskId} has ended, so there is nothing to cancel.`);
    expect(code).toBe(2);
  });

  it('answers a file in place of a directory', async () => {
    const { code, stderr } = await cli('heal', join(project.path, 'package.json'));
    expect(stderr).toContain('is not a directory');
    expect(code).toBe(2);
  });

  it('answers a bad setting by its name', async () => {
    const { code, stderr } = await kintsugiCli({ ...kintsugi.env, KINTSUGI_PORT: 'high' }, ['list']);
    expect(stderr).toContain('KINTSUGI_PORT is set to "high"');
    expect(code).toBe(2);
  });

  it('answers a chat without a question before it starts anything', async () => {
    const { code, stdout, stderr } = await cli('heal', project.path, '--task', 'chat_reply');
    expect(stderr).toBe('kintsugi: A chat_reply task needs a request: write it after the directory.\n');
    expect([code, stdout]).toEqual([2, '']);
  });

  it('says that precision asks no model where there is none', async () => {
    const { stderr } = await cli('heal', project.path, '--mode', 'precision', '--approval', 'low');
    expect(stderr).toContain('No model looks for repairs');
  });

  it('answers a project with nothing to verify', async () => {
    const empty = await makeProject({ 'README.md': 'nothing' });
    const { code, stderr } = await cli('heal', empty.path);
    expect(stderr).toContain('--check');
    expect(code).toBe(EXIT.unjudged);
    await empty.remove();
  });

  it('says that a green project is green', async () => {
    await writeFile(
      join(project.path, 'src/sum.ts'),
      'export const sum = (a: number, b: number) => a + b;\n',
    );
    const { code, stdout } = await cli('heal', project.path);
    expect(stdout).toContain('done: nothing to repair');
    expect(code).toBe(0);
  });

  it('runs a check command of the project, and labels what it trusts', async () => {
    const args = [
      'heal',
      project.path,
      '--approval',
      'low',
      '--check',
      'grep -q "a + b" src/sum.ts',
      '--allow-unsandboxed',
      '--json',
    ];
    const { code, stdout } = await cli(...args);
    expect(HealResult.parse(JSON.parse(stdout))).toMatchObject({
      status: 'recovered',
      tests: { passed: 2, failed: 0 },
    });
    expect(code).toBe(0);
  });
});

describe('kintsugi without a worker', () => {
  it('says so when an approval is given, and changes nothing', async () => {
    const kintsugi = await startKintsugi({ why: 'it is killed' });
    const project = await makeProject(BROKEN_SUM);
    const { stdout } = await kintsugiCli(kintsugi.env, ['heal', project.path, '--json']);
    const { taskId, pending } = JSON.parse(stdout) as { taskId: string; pending: { hash: string } };
    await kintsugi.kill();
    const { code, stderr } = await kintsugiCli(kintsugi.env, ['approve', taskId, '--hash', pending.hash]);
    expect(stderr).toContain('kintsugi up');
    expect(code).toBe(3);
    // The run has lost nothing: a new worker answers for it.
    await kintsugi.start();
    expect(await kintsugiCli(kintsugi.env, ['approve', taskId, '--hash', pending.hash])).toMatchObject({
      code: 0,
    });
    expect(await kintsugi.client.run(taskId).result()).toMatchObject({ delivery: { status: 'published' } });
    await project.remove();
    await kintsugi.close();
  });
});
