import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommitPlan } from '../../../../src/domain/session/commit-plan';
import type { FileChange } from '../../../../src/domain/files/workspace';
import type { Handled } from '../../../../src/domain/session/handling';
import { createRepositories } from '../../../../src/workspace/git';
import { SessionCommandBench } from '../../../support/session-command-bench';
import { tempFolder } from '../../../support/temp-folder';

const bench = new SessionCommandBench();
const path = process.env['PATH'] ?? '';
const repositories = createRepositories({
  ...{ blobs: bench.store.blobs, path, redact: (text) => text },
  pullRequestCommand: 'echo "opened $KINTSUGI_BRANCH: $KINTSUGI_TITLE"',
});
const { signal } = new AbortController();
let folder: string;

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const changed = (...paths: string[]): FileChange[] =>
  paths.map((one) => ({ path: one, change: 'modified', addedLines: 1, removedLines: 1 }));

async function propose(text: string, paths: string[], branch?: string): Promise<Handled> {
  const repository = await repositories.look(folder, { paths, branch, signal });
  return bench.handle('git_workflow', {
    text,
    files: {},
    context: { pendingChanges: changed(...paths) },
    repository,
  });
}

function planOf({ commit }: Handled): CommitPlan {
  if (!commit) throw new Error('no commit is proposed');
  return commit;
}

beforeEach(() => {
  folder = tempFolder('session-git');
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.org');
  write('a.txt', 'one\n');
  write('b.txt', 'one\n');
  write('sub/c.txt', 'one\n');
  git('add', '.');
  git('commit', '-qm', 'First');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => bench.close());

describe('a commit of a session', () => {
  it.each([
    ['filter.x.clean', 'touch RAN; cat'],
    ['core.sshCommand', 'touch RAN'],
    ['credential.helper', '!touch RAN'],
  ])('is refused where the repository itself sets %s, which git would start', async (name, command) => {
    git('config', name, command.replace('RAN', join(folder, 'ran')));
    write('.gitattributes', '* filter=x\n');
    write('a.txt', 'two\n');
    const handled = await propose('commit this and push', ['a.txt']);
    expect(handled.commit).toBeUndefined();
    expect(handled.answer).toContain(name.toLowerCase());
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('is refused where the files or the branch changed since it was approved', async () => {
    write('a.txt', 'two\n');
    const plan = planOf(await propose('commit', ['a.txt']));
    write('a.txt', 'three\n');
    expect(await repositories.commit(folder, plan, signal)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('files changed') as string,
    });
    write('a.txt', 'two\n');
    git('commit', '-q', '--allow-empty', '-m', 'Other');
    expect(await repositories.commit(folder, plan, signal)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('moved on') as string,
    });
    expect(git('log', '--format=%s')).toBe('Other\nFirst');
  });

  it('begins a branch that the request names, with its message, and keeps what is staged twice', async () => {
    write('a.txt', 'staged\n');
    git('add', 'a.txt');
    write('a.txt', 'two\n');
    const text = '`feature/x` 브랜치에 메시지 "Add two" 로 커밋해줘';
    const handled = await propose(text, ['a.txt'], 'feature/x');
    expect(handled.warnings).toHaveLength(1);
    const plan = planOf(handled);
    expect(plan).toMatchObject({ branch: 'feature/x', isNewBranch: true, message: 'Add two\n' });
    expect(await repositories.commit(folder, plan, signal)).toMatchObject({ status: 'committed' });
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe('feature/x');
    expect(git('show', 'HEAD:a.txt')).toBe('two');
    expect(git('show', ':a.txt')).toBe('staged');
    expect(git('rev-parse', 'main')).toBe(git('rev-parse', 'HEAD~1'));
    git('checkout', '-q', '-f', 'main');
    write('a.txt', 'three\n');
    expect(await propose('commit', ['a.txt'], 'feature/x')).toMatchObject({ status: 'lacking' });
  });

  it('is pushed, and a pull request opened, where people ask for that', async () => {
    const remote = tempFolder('session-remote');
    execFileSync('git', ['init', '-q', '--bare', remote]);
    git('remote', 'add', 'origin', remote);
    write('a.txt', 'two\n');
    const plan = planOf(await propose('commit and open a pull request', ['a.txt']));
    expect(plan).toMatchObject({ push: true, pullRequest: true, isNewBranch: true });
    const made = await repositories.commit(folder, plan, signal);
    expect(made).toMatchObject({ status: 'committed' });
    expect(made.status === 'committed' && made.notes.join('\n')).toContain(
      `Pull request: opened ${plan.branch}: Change a.txt`,
    );
    expect(execFileSync('git', ['-C', remote, 'rev-parse', plan.branch], { encoding: 'utf8' }).trim()).toBe(
      git('rev-parse', 'HEAD'),
    );
    rmSync(remote, { recursive: true, force: true });
  });

  it('is not proposed in the middle of a merge, outside of a repository, or without changes', async () => {
    expect((await propose('commit', [])).answer).toContain('nothing to commit');
    expect((await propose('commit', ['a.txt'])).answer).toContain('nothing to commit');
    write('.git/MERGE_HEAD', `${git('rev-parse', 'HEAD')}\n`);
    expect(await propose('commit', ['a.txt'])).toMatchObject({
      status: 'lacking',
      trigger: 'conflict_found',
    });
    rmSync(join(folder, '.git'), { recursive: true });
    expect(await propose('commit', ['a.txt'])).toMatchObject({
      status: 'lacking',
      answer: expect.stringContaining('no git repository') as string,
    });
  });

  it('is the first of a repository without one, and leaves out what its rules ignore', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ann');
    git('config', 'user.email', 'ann@example.org');
    write('.gitignore', 'b.txt\n');
    const plan = planOf(await propose('commit', ['a.txt', 'b.txt']));
    expect(plan.parent).toBeUndefined();
    expect(await repositories.commit(folder, plan, signal)).toMatchObject({ status: 'committed' });
    expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt');
  });
});
