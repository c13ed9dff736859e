import { turn } from '../../support/agent-scripts';
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
