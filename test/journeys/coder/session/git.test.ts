import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
  it('has the changes of the session alone, and leaves what people have staged', async () => {
    write('a.txt', 'two\n');
    write('b.txt', 'mine\n');
    git('add', 'b.txt');
    write('new.txt', 'untracked\n');
    rmSync(join(folder, 'sub/c.txt'));
    const handled = await propose('commit this', ['a.txt', 'sub/c.txt']);
    expect(handled).toMatchObject({ status: 'done', trigger: 'committed', files: ['a.txt', 'sub/c.txt'] });
    const plan = planOf(handled);
    expect(plan).toMatchObject({ branch: 'main', isNewBranch: false, push: false });
    expect(plan.excerpt).toContain('-one\n+two');
    const before = git('rev-parse', 'HEAD');
    const made = await repositories.commit(folder, plan, signal);
    expect(made).toMatchObject({ status: 'committed', notes: ['Hooks of the repository were not run.'] });
    expect(git('rev-parse', 'HEAD~1')).toBe(before);
    expect(git('show', '--name-status', '--format=%an', 'HEAD')).toBe('Ann\n\nM\ta.txt\nD\tsub/c.txt');
    expect(git('status', '--porcelain')).toBe('M  b.txt\n?? new.txt');
    expect(await repositories.commit(folder, plan, signal)).toMatchObject(
      made.status === 'committed' ? { commit: made.commit } : {},
    );
  });

  it('runs no hook, and a look at the repository leaves no object in it', async () => {
    for (const hook of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change']) {
      write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${join(folder, 'ran')}\n`);
      chmodSync(join(folder, '.git/hooks', hook), 0o755);
    }
    write('a.txt', 'two\n');
    const objects = () => readdirSync(join(folder, '.git/objects'), { recursive: true }).length;
    const count = objects();
    const handled = await propose('commit', ['a.txt']);
    expect(objects()).toBe(count);
    expect(await repositories.commit(folder, planOf(handled), signal)).toMatchObject({ status: 'committed' });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});
