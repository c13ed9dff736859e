import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { turn } from '../../support/agent-scripts';
import { Trajectory } from '../../support/atif';
import { kintsugiCli } from '../../support/cli';
import { MEAN, MEAN_PROJECT, MEAN_REQUEST, MEAN_TEST } from '../../support/directory-scripts';
import { makeProject } from '../../support/kintsugi';
import { useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

describe('kintsugi agent', () => {
  const kintsugi = useScriptedKintsugi();
  const project = useProject(() => makeProject(MEAN_PROJECT));
  const agent = (...args: string[]) => kintsugiCli(kintsugi.env, ['agent', project.path, ...args]);

  it('carries a request out, asks with its choices, and goes on with the answer', async () => {
    kintsugi.model.script(
      turn(['ask_user', { question: 'Round it?', choices: ['up', 'down'] }]),
      turn(
        ['edit', { path: 'src/mean.ts', content: MEAN }],
        ['edit', { path: 'test/mean.test.ts', content: MEAN_TEST }],
      ),
      turn(['finish', { summary: 'Adds mean.' }]),
    );
    const asked = await agent(MEAN_REQUEST, '--approval', 'low');
    expect(asked.stdout).toMatch(
      /Round it\?\nThe run waits for an answer until .*\n {2}choice: {2}up\n {2}choice: {2}down\n/,
    );
    expect(asked.code).toBe(4);
    const [run] = await kintsugi.client.list({ limit: 1 });
    expect(run?.kind).toBe('agent');
    const answered = await kintsugiCli(kintsugi.env, ['answer', run?.id ?? '', 'up']);
    expect(answered.code).toBe(0);
    const watched = await kintsugiCli(kintsugi.env, ['watch', run?.id ?? '']);
    expect(watched.stdout).toContain('Published to');
    expect(watched.code).toBe(0);
    expect(await project.read('src/mean.ts')).toBe(MEAN);

    const [patch, atif] = ['run.patch', 'run.json'].map((name) => `${project.path}.${name}`) as [
      string,
      string,
    ];
    const report = (...flags: string[]) => kintsugiCli(kintsugi.env, ['report', run?.id ?? '', ...flags]);
    expect((await report('--patch', patch, '--atif', atif)).code).toBe(0);
    const lost = await report('--html', `${project.path}.nowhere/x.html`);
    expect([lost.code, lost.stderr]).toEqual([
      2,
      expect.stringMatching(
        /x\.html cannot be written, since its folder does not exist: name another path\./,
      ),
    ]);
    execFileSync('git', ['apply', '--reverse', patch], { cwd: project.path });
    expect(existsSync(`${project.path}/src/mean.ts`)).toBe(false);
    const { steps, agent: told } = Trajectory.parse(JSON.parse(readFileSync(atif, 'utf8')));
    expect([told.name, steps[0]]).toEqual([
      'kintsugi heal',
      { step_id: 1, source: 'user', message: MEAN_REQUEST },
    ]);
    const turns = steps.filter(({ source }) => source === 'agent');
    expect(turns.map(({ tool_calls: calls = [] }) => calls.map((call) => call.function_name))).toEqual([
      ['ask_user'],
      ['edit', 'edit'],
      ['finish'],
    ]);
    expect(turns[0]?.observation?.results[0]?.content).toContain('up');
    expect(turns[1]?.tool_calls?.[0]?.arguments).toMatchObject({ path: 'src/mean.ts' });
    for (const file of [patch, atif]) rmSync(file);
  });

  it('says in one sentence what it lacks', async () => {
    const empty = await agent(' ');
    expect(empty).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^[^\n]*say what the agent is to do/) as string,
    });
    const none = await kintsugiCli({ ...kintsugi.env, KINTSUGI_MODEL: '' }, ['agent', project.path, 'x']);
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^[^\n]*An agent needs a model/) as string,
    });
  });
});
