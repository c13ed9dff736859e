import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launcherProject, type LauncherProject } from '../../support/launcher';

let project: LauncherProject;

beforeEach(async () => {
  project = await launcherProject();
});

afterEach(() => project.remove());

const git = (cwd: string, ...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });

const installHooks = (always = false) =>
  project.node([
    '-p',
    `require('./scripts/lib/hooks.cjs').installHooks(process.cwd(), { always: ${always} })`,
  ]).ended;

test('a checkout whose own hooks are unset refuses what is no message, and takes what is one', async () => {
  git(project.root, 'init', '-q');
  expect((await installHooks()).stdout).toBe('true\n');
  const commit = (message: string) => git(project.root, 'commit', '--allow-empty', '-qm', message);
  expect(commit('Mended some things')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('write "area: what it does"'),
  });
  expect(commit('store: keep large blobs as files')).toMatchObject({ status: 0, stderr: '' });
});

test('hooks that stand in the repository stay in use', async () => {
  git(project.root, 'init', '-q');
  await project.write('.git/hooks/pre-push', '#!/bin/sh\n');
  expect((await installHooks()).stdout).toBe('false\n');
  expect(git(project.root, 'config', 'core.hooksPath').status).toBe(1);
});

test('a hooks path of somebody else stays, unless ours is asked for', async () => {
  git(project.root, 'init', '-q');
  git(project.root, 'config', 'core.hooksPath', '.husky');
  expect((await installHooks()).stdout).toBe('false\n');
  expect(git(project.root, 'config', 'core.hooksPath').stdout).toBe('.husky\n');
  expect((await installHooks(true)).stdout).toBe('true\n');
  expect(git(project.root, 'config', 'core.hooksPath').stdout).toBe('scripts/hooks\n');
});

test('a package within a larger repository, and one outside of any, are left alone', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'kintsugi-outer-'));
  try {
    git(outer, 'init', '-q');
    await mkdir(join(outer, 'inner'));
    const program = `require(${JSON.stringify(join(project.root, 'scripts/lib/hooks.cjs'))}).installHooks(process.cwd())`;
    const inner = spawnSync(process.execPath, ['-p', program], {
      cwd: join(outer, 'inner'),
      encoding: 'utf8',
    });
    expect(inner.stdout).toBe('false\n');
    expect((await installHooks()).stdout).toBe('false\n');
  } finally {
    await rm(outer, { recursive: true, force: true });
  }
});
