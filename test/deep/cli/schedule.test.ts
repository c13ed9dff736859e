import { kintsugiCli } from '../../support/cli';
import { until } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

interface Listed {
  name: string;
  paused: boolean;
  next?: string;
  last: { id: string; outcome?: string } | null;
}

describe('kintsugi schedule', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, ['schedule', ...args]);
  const named = async (name: string): Promise<Listed | undefined> => {
    const listed = JSON.parse((await cli('list', '--json')).stdout) as Listed[];
    return listed.find((one) => one.name === name);
  };

  it('begins runs by the clock, and lists what came of the newest', async () => {
    const night = ['0 2 * * *', 'heal', project.path, '--name', 'nightly', '--approval', 'low'];
    const made = await cli(...night, '--timezone', 'Asia/Seoul');
    expect(made).toMatchObject({ code: 0 });
    // Two in the night of Seoul.
    expect(made.stdout).toMatch(/^Scheduled: nightly, next run at 20\d\d-\d\d-\d\d 17:00 UTC/);
    expect(await named('nightly')).toMatchObject({ paused: false, last: null });
    expect((await cli('run', 'nightly')).stdout).toContain('Begun: nightly');
    await until('the run has healed', async () => (await named('nightly'))?.last?.outcome === 'healed');
    expect(await project.read('src/sum.ts')).toContain('a + b');
    expect((await cli('list')).stdout).toMatch(
      /^nightly +0 2 \* \* \* Asia\/Seoul +next .* nightly-20.*: healed/,
    );
    expect((await cli('remove', 'nightly')).stdout).toContain('Removed: nightly');
    await until('it is gone', async () => (await named('nightly')) === undefined);
  });

  it('lets no run begin while it is paused, and begins one where the clock says so', async () => {
    await cli('* * * * *', 'heal', project.path, '--name', 'paused', '--approval', 'low');
    await cli('pause', 'paused');
    await until('it is listed as paused', async () => (await named('paused'))?.paused === true);
    expect(await named('paused')).not.toHaveProperty('next');
    await cli('resume', 'paused');
    await until(
      'the clock has begun a run',
      async () => (await named('paused'))?.last?.outcome !== undefined,
    );
    await cli('remove', 'paused');
  });

  it('says what is wrong, and how to go on', async () => {
    await cli('0 2 * * *', 'heal', project.path, '--name', 'taken');
    const cases: [string[], string][] = [
      [['0 2 * * *', 'heal', project.path, '--name', 'taken'], 'There is a schedule taken already'],
      [['0 2 * *', 'heal', project.path], 'give five fields (minute, hour, day of the month'],
      [['0 2 * * *', 'heal', project.path, '--name', 'mars', '--timezone', 'Mars/Base'], 'Mars/Base'],
      [['0 2 * * *', 'agent', project.path], 'The request is empty'],
      [['0 2 * * *', 'heal', `${project.path}/nowhere`], 'nowhere'],
      [['pause', 'unknown'], 'There is no schedule unknown: kintsugi schedule list shows them.'],
    ];
    for (const [args, says] of cases) {
      const { code, stderr } = await cli(...args);
      expect(stderr).toContain(says);
      expect(code).toBe(2);
    }
    await cli('remove', 'taken');
  });
});
