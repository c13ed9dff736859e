import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const LOGIN = {
  ...BROKEN_SUM,
  'src/auth/login.ts': [
    '/** Signs a user in with name and password. */',
    'export function login(name: string, password: string): boolean {',
    "  return name !== '' && password.length > 8;",
    '}',
    '',
  ].join('\n'),
  'src/user.ts': 'export class User {\n  constructor(readonly email: string) {}\n}\n',
};

describe('a session without a model', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(LOGIN));

  it.each([
    ['en', 'where is the login?'],
    ['ko', '로그인 기능 어디 있어?'],
    ['zh', '登录功能在哪里？'],
  ] as const)('finds the files of the login (%s)', async (language, text) => {
    const session = await kintsugi.client.session({ directory: project.path, language });
    const turn = await turnOf(session, await session.submit({ text }));
    expect(turn.answer).toContain('src/auth/login.ts');
    expect(turn).toMatchObject({ status: 'done', modes: ['context_navigation'], published: [] });
    expect(turn.transitions.map(({ from, to, trigger }) => `${from} ${trigger} ${to}`)).toEqual([
      'idle search_intent context_navigation',
      'context_navigation target_found implementation',
    ]);
    expect(await session.ask('mode')).toBe('implementation');
    expect((await session.ask('context')).context.currentFiles).toContain('src/auth/login.ts');
    await session.close();
    expect(await session.result()).toMatchObject({ status: 'closed', turnCount: 1, mode: 'implementation' });
  });

  it('mends an error after approval, tests it, and takes all of it back by a rewind, which leaves what people wrote', async () => {
    const session = await kintsugi.client.session({ directory: project.path, autoTest: true });
    const before = await project.read('src/sum.ts');
    const asked = await session.submit({ text: 'the test of sum fails, fix the error', auto: 1 });
    expect(await session.turn(asked.number)).toEqual({ asked: true });
    const { pending } = await session.status();
    expect(pending).toMatchObject({ kind: 'publish', files: [{ path: 'src/sum.ts' }] });
    expect(await project.read('src/sum.ts')).toBe(before);
    await session.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const turn = await turnOf(session, asked);
    expect(turn).toMatchObject({ status: 'done', modes: ['debug', 'test'], published: ['src/sum.ts'] });
    expect(turn.transitions.map(({ trigger }) => trigger)).toEqual([
      'error_intent',
      'fix_applied',
      'tests_passed',
    ]);
    expect(await project.read('src/sum.ts')).toContain('a + b');
    expect((await session.ask('context')).flags).toMatchObject({
      test_passed: true,
      has_pending_changes: true,
    });
    await project.write('src/notes.txt', 'mine');
    await turnOf(session, await session.submit({ text: 'where is the class User?' }));
    await session.rollBack({ kind: 'to', name: '0' });
    await untilStatus(
      () => session.status(),
      ({ checkpoints }) => checkpoints.length === 4,
    );
    expect(await project.read('src/sum.ts')).toBe(before);
    expect(await project.read('src/notes.txt')).toBe('mine');
    expect(await session.ask('mode')).toBe('idle');
    expect((await session.ask('turns')).turns).toEqual([]);
    await session.close();
  });

  it('tests a change as people edited it, and asks once more where the edit breaks it', async () => {
    const session = await kintsugi.client.session({ directory: project.path });
    const asked = await session.submit({ text: 'fix the failing test of sum', mode: 'debug' });
    await session.turn(asked.number);
    const { pending: first } = await session.status();
    const broken = 'export function sum(a: number, b: number): number {\n  return a * b;\n}\n';
    await session.answer({
      hash: first?.hash ?? '',
      decision: 'approve',
      scope: 'once',
      edits: [{ action: 'modify', path: 'src/sum.ts', content: broken }],
    });
    const { pending: second } = await untilStatus(
      () => session.status(),
      ({ pending }) => pending !== undefined && pending.hash !== first?.hash,
    );
    expect(second?.warnings).toEqual([expect.stringMatching(/^As you edited it, 1 test fails: .*1 failed/s)]);
    expect(await project.read('src/sum.ts')).toBe(BROKEN_SUM['src/sum.ts']);
    await session.answer({ hash: second?.hash ?? '', decision: 'approve', scope: 'once' });
    expect(await turnOf(session, asked)).toMatchObject({ status: 'done', published: ['src/sum.ts'] });
    expect(await project.read('src/sum.ts')).toBe(broken);
    await session.close();
  });

  it('goes back to navigation with the reason where people say no', async () => {
    const session = await kintsugi.client.session({ directory: project.path });
    const asked = await session.submit({ text: 'fix the failing test of sum', mode: 'debug' });
    await session.turn(asked.number);
    const { pending } = await session.status();
    await session.answer({
      hash: pending?.hash ?? '',
      decision: 'reject',
      reason: 'too clever',
      scope: 'once',
    });
    const turn = await turnOf(session, asked);
    expect(turn).toMatchObject({ status: 'rejected', published: [] });
    expect(await session.ask('mode')).toBe('context_navigation');
    expect((await session.ask('context')).context.rejections).toEqual([
      { mode: 'debug', reason: 'too clever' },
    ]);
    await session.close();
  });
});
