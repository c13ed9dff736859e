import { spawnSync } from 'node:child_process';
import { launcherProject, type LauncherProject } from '../../support/launcher';

let project: LauncherProject;

beforeEach(async () => {
  project = await launcherProject();
});

afterEach(() => project.remove());

const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: project.root,
    encoding: 'utf8',
  });

const setHooks = () => project.node(['scripts/hooks.cjs']).ended;

test('npm run hooks lets git refuse what is no message, and takes the place of a hooks path', async () => {
  git('init', '-q');
  git('config', 'core.hooksPath', '.husky');
  expect(await setHooks()).toMatchObject({ code: 0 });
  expect(git('config', 'core.hooksPath').stdout).toBe('scripts/hooks\n');
  const commit = (message: string) => git('commit', '--allow-empty', '-qm', message);
  expect(commit('Mended some things')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('write "area: what it does"'),
  });
  expect(commit('store: keep large blobs as files')).toMatchObject({ status: 0, stderr: '' });
});

test('npm run hooks says where there is no checkout', async () => {
  expect(await setHooks()).toMatchObject({ code: 2 });
});
