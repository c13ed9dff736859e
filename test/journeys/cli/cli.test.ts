import { HealResult } from '../../../src/domain/heal/result';
import { kintsugiCli } from '../../support/cli';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('kintsugi', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);

  /** Id of a run that waits for approval. */
  async function waiting(): Promise<string> {
    const run = await kintsugi.client.heal({ directory: project.path });
    await untilStatus(
      () => run.status(),
      ({ pending }) => pending !== undefined,
    );
    return run.id;
  }

  it('heals, says what was wrong and what changed, and exits with 0', async () => {
    const { code, stdout } = await cli('heal', project.path, '--approval', 'low');
    expect(stdout).toContain('✔ healed: ');
    expect(stdout).toContain('-  return a - b;');
    expect(stdout).toContain('+  return a + b;');
    expect(stdout).toContain('test/sum.test.ts > adds (now passes)');
    expect(code).toBe(0);
  });

  it('prints the typed result and nothing else with --json', async () => {
    const { code, stdout, stderr } = await cli('heal', project.path, '--approval', 'low', '--json');
    expect(HealResult.parse(JSON.parse(stdout))).toMatchObject({ status: 'recovered', totalAttempts: 2 });
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('waits for approval with 4 where no terminal is there, and goes on when it is given', async () => {
    const waiting = await cli('heal', project.path, '--json');
    expect(waiting.code).toBe(4);
    const { taskId, pending } = JSON.parse(waiting.stdout) as { taskId: string; pending: { hash: string } };
    const diff = await cli('diff', taskId);
    expect(diff.stdout).toContain('+  return a + b;');
    const list = await cli('list');
    expect(list.stdout).toContain('waiting for approval');
    const stale = await cli('approve', taskId, '--hash', '0123456789abcdef');
    expect(stale).toMatchObject({ code: 2 });
    expect(stale.stderr).toContain('look at the present change');
    expect(await cli('approve', taskId, '--hash', pending.hash)).toMatchObject({ code: 0 });
    const watched = await cli('watch', taskId);
    expect(watched.stdout).toContain('Published to');
    expect(watched.code).toBe(0);
    expect(await project.read('src/sum.ts')).toContain('a + b');
    const report = (await cli('report', taskId)).stdout;
    expect(report).toContain('repair 1');
    expect(report).toMatch(/asked: mutation; the (?:only green one|likeliest green change)/);
    expect((await cli('rollback', taskId)).stdout).toContain('Rolled back: src/sum.ts');
    expect(await project.read('src/sum.ts')).toContain('a - b');
  });

  it('tells two runs on one folder of each other', async () => {
    const first = await waiting();
    const { stderr } = await cli('heal', project.path);
    const [second] = (await kintsugi.client.list({ directory: project.path, open: true })).map(
      ({ id }) => id,
    );
    expect(stderr).toMatch(
      new RegExp(`Works on this folder as well: ${first} since .* \\(waiting for approval\\)`),
    );
    expect((await cli('status', first)).stdout).toContain(`Works on this folder as well: ${second} since`);
    for (const id of [first, second]) await kintsugi.client.run(id ?? '').cancel();
  });

  it('exits with 1 where it is rejected', async () => {
    const taskId = await waiting();
    await cli('reject', taskId, '--reason', 'not like this');
    const { code, stdout } = await cli('watch', taskId);
    expect(stdout).toMatch(/rejected by \S+ \(unproven\) with a command \(not like this\)/);
    expect(code).toBe(1);
  });

  it('exits with 5 where the run is cancelled', async () => {
    const taskId = await waiting();
    await cli('cancel', taskId);
    const { code, stderr } = await cli('watch', taskId);
    expect(stderr).toContain(`The run ${taskId} was cancelled.`);
    expect(code).toBe(5);
  });

  it.each([
    ['an unknown directory', ['heal', '/no/such/folder'], 'There is no directory /no/such/folder'],
    ['an unknown flag', ['heal', '.', '--fast'], "unknown option '--fast'"],
    ['an unknown run', ['status', 'heal-nothing'], 'There is no run heal-nothing'],
  ])('answers %s with one sentence and 2', async (_, args, sentence) => {
    const { code, stderr, stdout } = await cli(...args);
    expect(stderr).toContain(sentence);
    expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  it.each(['heal', 'explain'])('answers a folder without tests with 7: %s', async (command) => {
    const { code, stderr, stdout } = await cli(command, 'docs');
    expect(`${stdout}${stderr}`).toMatch(/No tests (?:were )?found in /);
    expect(code).toBe(7);
  });

  it('answers with 3 where it knows no Web UI to link to', async () => {
    const { code, stderr } = await cli('ui', project.path, '--links');
    expect(stderr).toContain('Kintsugi knows no Web UI that can list its runs');
    expect(code).toBe(3);
  });

  it('answers a Temporal CLI that is none with 3', async () => {
    const { code, stderr } = await kintsugiCli(
      {
        ...kintsugi.env,
        TEMPORAL_ADDRESS: '',
        KINTSUGI_HOME: project.path,
        KINTSUGI_TEMPORAL_CLI: '/no/such',
      },
      ['up'],
    );
    expect(stderr).toContain('KINTSUGI_TEMPORAL_CLI is set to "/no/such", which is no program');
    expect(code).toBe(3);
  });
});
