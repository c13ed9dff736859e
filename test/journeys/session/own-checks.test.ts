import { execFileSync } from 'node:child_process';
import { CHECKED_SUM, TODO_SUM } from '../../support/checked-project';
import { itIsolated } from '../../support/isolation';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('a session about a project with a test command of its own', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(CHECKED_SUM));

  const asked = async (text: string) => {
    const session = await kintsugi.client.session({ directory: project.path });
    const turn = await turnOf(session, await session.submit({ text }));
    await session.close();
    return turn;
  };

  itIsolated('says which of its tests and commands fail', async () => {
    const turn = await asked('run the tests');
    expect(turn.answer).toMatch(/^0 passed, 1 failed\n- .*adds \(test\/sum\.test\.js:4\): /);
    expect(turn.transitions.at(-1)).toMatchObject({ trigger: 'test_failed' });
    await project.write('src/sum.js', TODO_SUM);
    const { answer, transitions, tests } = await asked('run the tests');
    expect(answer).toContain('a TODO is left');
    expect(transitions.at(-1)).toMatchObject({ trigger: 'test_failed' });
    expect(tests).toMatchObject({ allPassed: false });
    const verified = await asked('verify that everything works');
    expect(verified.answer).toContain('a TODO is left');
    expect(verified.transitions.at(-1)).toMatchObject({ trigger: 'verification_failed' });
  });
});

describe('a session about a project without tests', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject({ 'src/one.js': 'exports.one = 1;\n' }));

  it.each([
    ['run the tests', 'test'],
    ['verify that everything works', 'verification'],
  ])('calls no test no success, and names the way out (%s)', async (text, mode) => {
    const session = await kintsugi.client.session({ directory: project.path });
    const turn = await turnOf(session, await session.submit({ text, auto: 1 }));
    expect(turn).toMatchObject({ status: 'failed', modes: [mode] });
    expect(turn.answer).toMatch(/^No tests were found in .*--check "npm test"/);
    expect(turn.transitions.at(-1)).toMatchObject({ trigger: 'tests_missing', to: 'implementation' });
    expect((await session.ask('context')).flags.test_passed).toBe(false);
    await session.close();
  });
});

describe('a session that asks nothing', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(BROKEN_SUM));

  it('commits nothing by itself, and what people ask for', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: project.path, encoding: 'utf8' }).trim();
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ann');
    git('config', 'user.email', 'ann@example.org');
    git('add', '.');
    git('commit', '-qm', 'First');
    const session = await kintsugi.client.session({
      directory: project.path,
      approval: { level: 'LOW' },
      autoTest: true,
    });
    const turn = await turnOf(
      session,
      await session.submit({ text: 'fix the failing test of sum', auto: 5 }),
    );
    expect(turn).toMatchObject({ modes: ['debug', 'test', 'qa'], published: ['src/sum.ts'] });
    expect(turn.answer).toContain('Nothing is committed by itself');
    expect(git('log', '--format=%s')).toBe('First');
    expect(await session.ask('mode')).toBe('qa');
    await turnOf(session, await session.submit({ text: 'commit this' }));
    expect(git('log', '--format=%s')).not.toBe('First');
    await session.close();
  });
});
