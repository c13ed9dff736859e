import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createCheckRunner, type CheckRunnerDeps } from '../../../src/commands';
import { defaultLimits } from '../../../src/commands/limits';
import type { CheckReport } from '../../../src/domain/verification/verification';
import { createMemoryStore } from '../../support/memory-store';
import { describeIsolated, FOUND_TOOLS } from '../../support/isolation';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const PATH = process.env['PATH'] ?? '';
const store = createMemoryStore();

let folder: string;
let project: string;

beforeEach(() => {
  folder = tempFolder('confinement');
  project = join(folder, 'app');
  mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(
  command: string,
  more: Partial<CheckRunnerDeps> = {},
  rights: { allowUserns?: boolean } = {},
): Promise<CheckReport> {
  const checkouts = join(folder, 'data', 'checkouts');
  const runner = await createCheckRunner({ ...store, checkouts, path: PATH, tools: FOUND_TOOLS, ...more });
  const task = { dependencies: project, allowUnsandboxed: true, ...rights };
  const tree = await store.trees.emptyTree();
  return runner(task)(tree, { command, timeoutMs: 30_000 }, new AbortController().signal);
}

describeIsolated('a check under bubblewrap', () => {
  test.each([
    '/etc/shadow',
    '/etc/gshadow',
    '/etc/ssh',
    '/etc/sudoers',
    '/etc/ssl/private',
    '/etc/npmrc',
    '/etc/environment',
    '/boot',
    '/srv',
    '/var/log',
    '/var/lib',
    '/run/systemd',
    '/sys/class',
    '/sys/fs',
    '/proc/1/root/etc/shadow',
    join(homedir(), '.ssh'),
    join(homedir(), '.npmrc'),
    join(homedir(), '.gitconfig'),
    join(homedir(), '.config'),
  ])('sees nothing at %s', async (place) => {
    const { stdout } = await check(`ls -d ${place}; cat ${place}; ls -A ${place}`);
    expect(stdout).toBe('');
  });

  test('sees no other project, and none of the data of this one', async () => {
    plant(folder, [
      { path: 'other/secret', text: 'theirs' },
      { path: 'data/store/store.db', text: 'ours' },
    ]);
    const { stdout } = await check(
      `cat ${folder}/other/secret ${folder}/data/store/store.db; find /root /home /tmp /var /run /opt -maxdepth 5 -name store.db; find ${folder}`,
    );
    expect(stdout.trim().split('\n')).toEqual([folder, '.']);
  });

  test('can write to its own folders only', async () => {
    // A home below /tmp lies in the check's own /tmp.
    const home = homedir().startsWith('/tmp/') ? [] : [homedir()];
    const places = ['/', '/etc', '/usr', '/usr/src', '/dev', '/run', '/sys', '/var', ...home];
    const { stdout } = await check(
      `for f in ${places.join(' ')} . /tmp /var/tmp $HOME /dev/shm; do touch "$f/mark" 2>/dev/null && echo "$f"; done; true`,
    );
    expect(stdout.trim().split('\n')).toEqual(['.', '/tmp', '/var/tmp', '/tmp/home', '/dev/shm']);
    expect(existsSync(join(homedir(), 'mark'))).toBe(false);
  });
});

describeIsolated('a fork bomb under bubblewrap', () => {
  test('is ended with all that it started', async () => {
    const limits = defaultLimits({ processes: 60 });
    const report = await check('bomb() { bomb | bomb & }; bomb; sleep 20', { limits });
    expect(report).toMatchObject({ end: 'processes', exitCode: null });
  });
});

describeIsolated('of the kernel a check under bubblewrap', () => {
  const probe = (call: string) =>
    `python3 -c "import ctypes; c = ctypes.CDLL(None, use_errno=True); print(c.syscall(${call}), ctypes.get_errno())"`;

  test('gets no namespaces of users, unless its run allows them', async () => {
    expect(await check('unshare -U true')).toMatchObject({ exitCode: 1 });
    expect(await check('unshare -U true', {}, { allowUserns: true })).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ['keyrings', '250, 0, -3, 0', '219, 0, -3, 0'],
    ['programs', '321, 0, 0, 0', '280, 0, 0, 0'],
    ['counters', '298, 0, 0, -1, -1, 0', '241, 0, 0, -1, -1, 0'],
    ['faults of memory', '323, 0', '282, 0'],
    ['rings of calls', '425, 1, 0', '425, 1, 0'],
  ])('gets no %s', async (_, x64, arm64) => {
    const { stdout } = await check(probe(process.arch === 'x64' ? x64 : arm64));
    expect(stdout.trim()).toBe('-1 38');
  });
});
