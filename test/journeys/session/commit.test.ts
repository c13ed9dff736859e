import { execFileSync } from 'node:child_process';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

describe('a session in a git repository', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(BROKEN_SUM));

  it('commits the fix that it made, once people have approved it', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: project.path, encoding: 'utf8' }).trim();
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ann');
    git('config', 'user.email', 'ann@example.org');
    git('add', '.');
    git('commit', '-qm', 'First');
    const session = await kintsugi.client.session({ directory: project.path });
    const approve = async (text: string, mode: 'debug' | 'git_workflow', kind: string) => {
      const { number } = await session.submit({ text, mode });
      expect(await session.turn(number, 60_000)).toEqual({ asked: true });
      const { pending } = await session.status();
      expect(pending).toMatchObject({ kind });
      await session.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
      for (;;) {
        const end = await session.turn(number, 60_000);
        if ('turn' in end) return end.turn;
      }
    };
    await approve('fix the failing test of sum', 'debug', 'publish');
    const turn = await approve('commit this', 'git_workflow', 'commit');
    expect(turn).toMatchObject({ status: 'done', modes: ['git_workflow'] });
    expect(git('log', '--format=%s')).toBe('fix the failing test of sum\nFirst');
    expect(git('status', '--porcelain')).toBe('');
    const { context } = await session.ask('context');
    expect(context).toMatchObject({ pendingChanges: [], stagedFiles: ['src/sum.ts'] });
    expect(await session.ask('mode')).toBe('idle');
    await session.close();
  }, 120_000);
});
