import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { until } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('runs in lists, and by their names', () => {
  const kintsugi = useKintsugi();
  const project = useProject();
  const other = useProject(() => makeProject(BROKEN_SUM));

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);
  const LOW = { approval: { level: 'LOW' } } as const;

  const healed = async (directory = project.path): Promise<string> => {
    const run = await kintsugi.client.heal({ directory, ...LOW });
    await run.result();
    return run.id;
  };
  const asking = async (directory = project.path): Promise<string> => {
    const run = await kintsugi.client.heal({ directory });
    await until('the run asks', async () => (await run.status()).pending !== undefined);
    return run.id;
  };
  const ids = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await cli('list', '--json', ...args);
    return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
  };

  it('lists the newest run first, whichever ended last, in columns', async () => {
    const first = await asking();
    const second = await healed(other.path);
    expect((await ids('--limit', '2'))[0]).toBe(second);
    expect(await ids('--limit', '2')).toEqual([second, first]);
    const { stdout } = await cli('list', '--limit', '2');
    const [top = '', bottom = ''] = stdout.split('\n');
    expect(top).toMatch(/ {2}heal {2}healed +20\d\d/);
    expect(bottom).toMatch(/ {2}heal {2}waiting for approval {2}20\d\d/);
    expect(top.indexOf(other.path)).toBe(bottom.indexOf(project.path));
    await kintsugi.client.run(first).cancel();
  });

  it('filters by what waits, what failed and the directory', async () => {
    const waits = await asking();
    const good = await healed(other.path);
    const bad = await kintsugi.client.heal({
      directory: project.path,
      verification: { tests: [], commands: [{ command: 'grep -q nothing-like-this src/sum.ts' }] },
      maxAttempts: 1,
      ...LOW,
    });
    await bad.result();
    await until('the list knows the end', async () => (await ids('--failed')).includes(bad.id));
    expect(await ids('--awaiting')).toContain(waits);
    expect(await ids('--awaiting')).not.toContain(good);
    expect(await ids('--failed')).not.toContain(good);
    expect(await ids('--failed')).not.toContain(waits);
    expect(await ids(other.path)).toEqual([good]);
    expect(await ids(project.path, '--awaiting')).toEqual([waits]);
    const none = await cli('list', '/no/such/folder');
    expect(none).toMatchObject({ code: 0, stdout: 'No run is like that: kintsugi list shows all.\n' });
    await kintsugi.client.run(waits).cancel();
  });

  it('takes the beginning of an id or of its last part, and last, for a run', async () => {
    const older = await healed(other.path);
    const id = await asking();
    const tail = id.slice(id.lastIndexOf('-') + 1);
    for (const name of [id, id.slice(0, -3), tail.slice(0, 6), 'last']) {
      const { stdout, code } = await cli('status', name);
      expect(stdout).toContain(`${id}: `);
      expect(code).toBe(0);
    }
    const { pending } = await kintsugi.client.run(id).status();
    const approved = await cli('approve', 'last', '--hash', pending?.hash ?? '', '--no-wait');
    expect(approved).toMatchObject({ code: 0 });
    expect((await cli('watch', 'last')).stdout).toContain('Published to');
    expect((await cli('checkpoints', 'last')).stdout).toContain('before the run');
    const ambiguous = await cli('report', 'heal-kintsugi-project-');
    expect(ambiguous.stderr).toMatch(/is the beginning of \d+ runs: .*Give more of it\./);
    expect(ambiguous.stderr).toContain(id);
    expect(ambiguous.code).toBe(2);
    expect((await cli('diff', older)).stdout).toContain('+  return a + b;');
  });

  it('shows every open run without an id, each with the command that goes on with it', async () => {
    const ended = await healed(other.path);
    const id = await asking();
    const { stdout, code } = await cli('status');
    expect(stdout).toContain(`${id}  heal  waiting for approval`);
    expect(stdout).toContain(`  kintsugi status ${id}`);
    expect((await cli('status', id)).stdout).toContain(`kintsugi approve ${id} --hash `);
    expect(stdout).not.toContain(ended);
    expect(code).toBe(0);
    await kintsugi.client.run(id).cancel();
    await until('no run is open', async () => (await cli('status')).stdout.startsWith('No run is open'));
  });

  it('shows rollbacks as it shows other runs', async () => {
    const id = await healed();
    const { stdout } = await cli('rollback', id, '--json');
    const { id: rollback } = JSON.parse(stdout) as { id: string };
    expect((await cli('status', rollback)).stdout).toMatch(/: rolled back\n {2}Rolled back: src\/sum.ts/);
    expect((await cli('diff', rollback)).stdout).toContain('+  return a - b;');
    const report = await cli('report', rollback);
    expect(report.stdout).toContain(`✔ rolled back: ${id}`);
    expect(report.stdout).toContain('-  return a + b;');
    expect(report.code).toBe(0);
    expect((await cli('watch', 'last')).stdout).toBe(report.stdout);
    expect(await cli('approve', rollback)).toMatchObject({ code: 2 });
    expect((await cli('list', '--limit', '1')).stdout).toMatch(/ {2}rollback {2}rolled back {2}/);
    expect((await cli('rollback', rollback)).stdout).toContain('Rolled back: src/sum.ts');
    expect(await project.read('src/sum.ts')).toContain('a + b');
  });

  it('lists no run of a dry run of a rollback', async () => {
    const id = await healed();
    const before = await ids();
    const { stdout, code } = await cli('rollback', id, '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'planned', of: id });
    expect(JSON.parse(stdout)).not.toHaveProperty('id');
    expect(code).toBe(0);
    expect(await ids()).toEqual(before);
    // The server removes it within a minute; until then it is not listed.
    const planned = await kintsugi.client.rollback(id, { dryRun: true });
    expect(planned.status).toBe('planned');
    expect(await ids()).not.toContain(planned.id);
  });

  it('shows what a dry run found', async () => {
    await cli('heal', project.path, '--dry-run');
    expect((await cli('status', 'last')).stdout).toContain(': dry run');
    expect((await cli('diff', 'last')).stdout).toContain('+  return a + b;');
    const report = await cli('report', 'last');
    expect(report.stdout).toContain('Dry run, nothing was written. It would publish: src/sum.ts.');
    expect(report.code).toBe(0);
  });
});
