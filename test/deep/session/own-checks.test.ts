import { CHECKED_SUM, TODO_SUM } from '../../support/checked-project';
import { itIsolated } from '../../support/isolation';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { untilStatus } from '../../support/until';
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

  itIsolated('runs the tests of a language that the sandbox does not know', async () => {
    await project.write('package.json', JSON.stringify({ scripts: { test: 'sh check.sh' } }));
    const turn = await asked('run the tests');
    expect(turn).toMatchObject({ status: 'done', tests: { passed: 1, failed: 0, allPassed: true } });
    expect(turn.transitions.at(-1)).toMatchObject({ trigger: 'tests_passed' });
    await project.write('src/sum.js', TODO_SUM);
    const { answer } = await asked('run the tests');
    expect(answer).toMatch(/^0 passed, 1 failed\n- npm test \(src\/sum\.js:1\)/);
  });

  itIsolated(
    'judges what a person edits while approving by the same command, and names the edit',
    async () => {
      const session = await kintsugi.client.session({ directory: project.path });
      const message = await session.submit({ text: 'fix the failing test of sum', mode: 'debug' });
      await session.turn(message.number);
      const { pending: first } = await session.status();
      await session.answer({
        ...{ hash: first?.hash ?? '', decision: 'approve', scope: 'once', by: 'Ann' },
        edits: [{ action: 'modify', path: 'src/sum.js', content: TODO_SUM }],
      });
      const { pending: second } = await untilStatus(
        () => session.status(),
        ({ pending }) => pending !== undefined && pending.hash !== first?.hash,
      );
      expect(second?.warnings).toEqual([
        expect.stringMatching(/^As you edited it, 1 test fails: .*npm test fails: src\/sum\.js:1/s),
      ]);
      expect(await project.read('src/sum.js')).toBe(CHECKED_SUM['src/sum.js']);
      await session.answer({
        ...{ hash: second?.hash ?? '', decision: 'approve', scope: 'once', by: 'Ann' },
        edits: [{ action: 'modify', path: 'src/sum.js', content: TODO_SUM.replace(' // TODO', '') }],
      });
      const turn = await turnOf(session, message);
      expect(turn).toMatchObject({ status: 'done', published: ['src/sum.js'], tests: { allPassed: true } });
      expect(turn.answer).toContain(
        'Ann (unproven) edited this while approving: src/sum.js.\n1 passed, 0 failed',
      );
      await session.close();
    },
  );
});

describe('a session that asks nothing', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(BROKEN_SUM));

  it('runs no tests by itself unless that is set', async () => {
    const session = await kintsugi.client.session({ directory: project.path, approval: { level: 'LOW' } });
    const turn = await turnOf(
      session,
      await session.submit({ text: 'fix the failing test of sum', auto: 5 }),
    );
    expect(turn.modes).toEqual(['debug', 'test']);
    expect(turn.answer).toContain('automatic tests are off');
    await session.close();
  });
});
