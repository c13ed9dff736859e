import { kintsugiCli } from '../../support/cli';
import { Terminal } from '../../support/terminal';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const kintsugi = useKintsugi();

describe('how long a run waits for an answer', () => {
  const project = useProject();
  const cli = (args: string[], env: Record<string, string> = {}) =>
    kintsugiCli({ ...kintsugi.env, ...env }, args);

  const waiting = async (flags: string[], env: Record<string, string> = {}): Promise<string> => {
    const { stdout } = await cli(['heal', project.path, '--json', ...flags], env);
    return (JSON.parse(stdout) as { taskId: string }).taskId;
  };

  it('is a flag, with what silence means, and both are shown', async () => {
    const flags = ['--if-unanswered', 'approve', '--answer-within'];
    const id = await waiting([...flags, '2h']);
    expect((await cli(['status', id])).stdout).toMatch(
      /waiting until 20[\d-]{8} [\d:]{5} UTC, then it counts as approved\n {2}answer with: kintsugi approve/,
    );
    await kintsugi.client.run(id).cancel();
    const silent = kintsugi.client.run(await waiting([...flags, '1s']));
    expect(await silent.result()).toMatchObject({ delivery: { status: 'published' } });
  });

  it('is a setting too, as is who is asked after a while', async () => {
    const env = {
      KINTSUGI_ANSWER_WITHIN: '2h',
      KINTSUGI_REMIND_EVERY: '1s',
      KINTSUGI_DELEGATE: 'Ada',
      KINTSUGI_DELEGATE_AFTER: '1s',
    };
    const id = await waiting([], env);
    const run = kintsugi.client.run(id);
    const status = await untilStatus(
      () => run.status(),
      ({ pending, log }) =>
        pending?.delegate === 'Ada' && log.some((line) => line.startsWith('Still waiting for approval')),
    );
    const { requestedAt = '', deadline = '' } = status.pending ?? {};
    expect(Date.parse(deadline) - Date.parse(requestedAt)).toBe(2 * 3_600_000);
    const { stdout } = await cli(['status', id]);
    expect(stdout).toContain('then it counts as rejected; Ada is asked too');
    expect(stdout).toContain('Nobody has answered: Ada is asked too');
    await run.cancel();
  });

  it('needs a name for the delegate', async () => {
    const { code, stderr } = await cli(['heal', project.path, '--delegate-after', '2h']);
    expect(stderr).toContain('A time for the delegate needs somebody to ask: add --delegate NAME.');
    expect(code).toBe(2);
  });

  it('is kept by a fork, which can change one part of it', async () => {
    const id = await waiting(['--delegate', 'Ada', '--delegate-after', '2h', '--answer-within', '3h']);
    const fork = await cli(['fork', id, '--delegate-after', '1s', '--json']);
    const { taskId } = JSON.parse(fork.stdout) as { taskId: string };
    const status = await untilStatus(
      () => kintsugi.client.run(taskId).status(),
      ({ pending }) => pending?.delegate !== undefined,
    );
    expect(status.pending?.delegate).toBe('Ada');
    for (const one of [id, taskId]) await kintsugi.client.run(one).cancel();
  });
});

describe('a change of files that the user has changed since', () => {
  const project = useProject();
  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);
  const CHANGED =
    'You have changed files of this change since the run began: src/sum.ts (its content changed).';

  it('is told wherever it may be approved, with the command that merges both', async () => {
    const { stdout } = await cli('heal', project.path, '--json');
    const { taskId, pending } = JSON.parse(stdout) as { taskId: string; pending: { hash: string } };
    expect((await cli('status', taskId)).stdout).not.toContain('You have changed');
    await project.write('src/sum.ts', `// Adds.\n${await project.read('src/sum.ts')}`);
    const merge = `merge both with: kintsugi fork ${taskId}`;
    for (const command of ['status', 'watch']) {
      const shown = await cli(command, taskId);
      expect(shown.stdout).toContain(CHANGED);
      expect(shown.stdout).toContain(merge);
    }
    const terminal = Terminal.open(kintsugi.env, ['approve', taskId]);
    await terminal.sees(CHANGED);
    await terminal.sees(merge);
    await terminal.sees('[y,n,d,e,r,l,?]');
    terminal.type('l\r');
    expect(await terminal.exitCode()).toBe(4);
    const approved = await cli('approve', taskId, '--hash', pending.hash, '--no-wait');
    expect(approved.stderr).toContain(CHANGED);
    expect(approved.code).toBe(0);
    const ended = await cli('watch', taskId);
    expect(ended.stdout).toContain('✘ not published: conflict');
    expect(ended.stdout).toContain(`Merge both with kintsugi fork ${taskId}`);
    expect(await cli('fork', taskId, '--approval', 'low')).toMatchObject({ code: 0 });
    expect(await project.read('src/sum.ts')).toContain('// Adds.');
    expect(await project.read('src/sum.ts')).toContain('a + b');
  });
});
