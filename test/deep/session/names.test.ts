import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';

describe('names of sessions', () => {
  const kintsugi = useOwnKintsugi({ why: 'no session has been there before' });
  const project = useProject(() => makeProject(BROKEN_SUM));

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);

  it('are last and beginnings of ids, whatever other runs there are, those of its own among them', async () => {
    const none = await cli('ask', 'where is sum?', '--session', 'last');
    expect(none.stderr).toContain('There is no session yet: start one with kintsugi chat DIR.');
    const session = await kintsugi.client.session({
      directory: project.path,
      approval: { level: 'LOW' },
    });
    await turnOf(session, await session.submit({ text: 'the test of sum fails, fix the error' }));
    const parts = (await kintsugi.client.list()).filter(({ parent }) => parent === session.id);
    expect(parts.map(({ kind }) => kind)).toEqual(['heal']);
    expect(await kintsugi.client.idOf('last')).toBe(session.id);
    const heal = await kintsugi.client.heal({ directory: project.path, dryRun: true });
    await heal.result();
    expect(await kintsugi.client.idOf('last')).toBe(heal.id);
    const beginning = session.id.slice(0, -2);
    for (const name of ['last', beginning]) {
      const asked = await cli('ask', 'where is sum?', '--json', '--session', name);
      expect(JSON.parse(asked.stdout)).toMatchObject({ session: session.id });
    }
    const { stdout } = await cli('status', beginning, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ id: session.id });
    const wrong = await cli('ask', 'where is sum?', '--session', heal.id);
    expect(wrong.stderr).toContain('is a heal run: name a session');
    await session.close();
  });
});
