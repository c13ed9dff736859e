import { execFileSync } from 'node:child_process';
import type { SessionHandle } from '../../../src/client/session-handle';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('a session in a git repository', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(BROKEN_SUM));

  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: project.path, encoding: 'utf8' }).trim();

  function begin(): void {
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ann');
    git('config', 'user.email', 'ann@example.org');
    git('add', '.');
    git('commit', '-qm', 'First');
  }

  const approve = async (
    session: SessionHandle,
    text: string,
    mode: 'debug' | 'git_workflow',
    kind: string,
  ) => {
    const { number } = await session.submit({ text, mode });
    expect(await session.turn(number, 60_000)).toEqual({ asked: true });
    const { pending } = await session.status();
    expect(pending).toMatchObject({ kind });
    await session.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    for (;;) {
      const end = await session.turn(number, 60_000);
      if ('turn' in end) return { turn: end.turn, pending };
    }
  };

  it('commits the fix that it made, once people have approved it', async () => {
    begin();
    const session = await kintsugi.client.session({ directory: project.path });
    await approve(session, 'fix the failing test of sum', 'debug', 'publish');
    const { turn } = await approve(session, 'commit this', 'git_workflow', 'commit');
    expect(turn).toMatchObject({ status: 'done', modes: ['git_workflow'] });
    expect(git('log', '--format=%s')).toBe('fix the failing test of sum\nFirst');
    expect(git('status', '--porcelain')).toBe('');
    const { context } = await session.ask('context');
    expect(context).toMatchObject({ pendingChanges: [], stagedFiles: ['src/sum.ts'] });
    expect(await session.ask('mode')).toBe('idle');
    await session.close();
  });

  it('commits what people changed themselves where they ask for that, secrets left out', async () => {
    await project.write('.gitignore', 'left.log\n');
    begin();
    await project.write('src/sum.ts', '// Mine.\n');
    await project.write('src/new.ts', 'export const one = 1;\n');
    await project.write('left.log', 'noise\n');
    await project.write('.env', 'TOKEN=secret\n');
    const session = await kintsugi.client.session({ directory: project.path });
    const none = await turnOf(session, await session.submit({ text: 'commit', mode: 'git_workflow' }));
    expect(none.answer).toContain('Ask to commit my changes');
    const { turn, pending } = await approve(session, 'commit my changes', 'git_workflow', 'commit');
    expect(pending?.diffExcerpt).toContain('+// Mine.');
    expect(pending?.warnings).toEqual(['Left out, since these hold secrets by their names: .env.']);
    expect(turn).toMatchObject({ status: 'done', modes: ['git_workflow'] });
    expect(git('log', '-1', '--format=%s', '--name-only').split('\n')).toEqual([
      'Change src/new.ts and 1 more file',
      '',
      'src/new.ts',
      'src/sum.ts',
    ]);
    expect(git('status', '--porcelain')).toBe('?? .env');
    await session.close();
  });
});
