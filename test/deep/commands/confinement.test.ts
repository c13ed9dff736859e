import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createCheckRunner, type CheckRunnerDeps } from '../../../src/commands';
import { defaultLimits } from '../../../src/commands/limits';
import { linkedFolders, machineView } from '../../../src/commands/machine-view';
import { findTool } from '../../../src/commands/sandboxing';
import type { CheckReport } from '../../../src/domain/verification/verification';
import { createMemoryStore } from '../../support/memory-store';
import { describeIsolated, FOUND_TOOLS, WAYS_TO_RUN } from '../../support/isolation';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const PATH = process.env['PATH'] ?? '';
const store = createMemoryStore();
const linux = process.platform === 'linux' ? describe : describe.skip;

let folder: string;
let project: string;

beforeEach(() => {
  folder = tempFolder('confinement');
  project = join(folder, 'app');
  mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(command: string, more: Partial<CheckRunnerDeps> = {}): Promise<CheckReport> {
  const checkouts = join(folder, 'data', 'checkouts');
  const runner = await createCheckRunner({ ...store, checkouts, path: PATH, tools: FOUND_TOOLS, ...more });
  const task = { dependencies: project, allowUnsandboxed: true };
  const tree = await store.trees.emptyTree();
  return runner(task)(tree, { command, timeoutMs: 30_000 }, new AbortController().signal);
}

describeIsolated('a check under bubblewrap', () => {
  const managed = [
    ['python3', 'Python 3'],
    ['cargo', 'cargo 1'],
    ['rustc', 'rustc 1'],
    ['node', 'v'],
    ['go', 'go version'],
    ['git', 'git version'],
  ].filter(([tool = '']) => findTool(tool, PATH) !== undefined);
  test.each(managed)('can run %s of this machine, whoever installed it', async (tool, said) => {
    const report = await check(`${tool} ${tool === 'go' ? 'version' : '--version'}`);
    expect(report).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(`^${said}`) as string });
  });

  test('sees installations elsewhere that programs of the system are links to', () => {
    plant(folder, [
      {
        path: 'opt/thing/program',
        text: '#!/bin/sh\necho "$(cat $(dirname $(readlink -f $0)))"',
        mode: 0o755,
      },
    ]);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(join(folder, 'opt', 'thing', 'program'), join(bin, 'program'));
    symlinkSync('program', join(bin, 'same'));
    expect(linkedFolders(`${bin}:${folder}/opt`, (place) => place === bin)).toEqual([
      join(folder, 'opt', 'thing'),
    ]);
  });
});

describeIsolated('folders of tool managers', () => {
  const homes = (): Record<string, string> => ({
    PYENV_ROOT: join(folder, 'home', '.pyenv'),
    CARGO_HOME: join(folder, 'home', '.cargo'),
    NVM_DIR: join(folder, 'home', '.nvm'),
    VOLTA_HOME: join(folder, 'home', '.volta'),
  });
  beforeEach(() =>
    plant(join(folder, 'home'), [
      { path: '.pyenv/shims/tool', text: '#!/bin/sh\nexec "$PYENV_ROOT/versions/1/bin/tool"', mode: 0o755 },
      { path: '.pyenv/versions/1/bin/tool', text: '#!/bin/sh\necho managed', mode: 0o755 },
      { path: '.pyenv/.git/config', text: 'token' },
      { path: '.cargo/bin/cargo-thing', text: '#!/bin/sh\necho thing', mode: 0o755 },
      { path: '.cargo/credentials.toml', text: 'token' },
      { path: '.cargo/config.toml', text: 'token' },
      { path: '.cargo/registry/cache/one.crate', text: 'crate' },
      { path: '.nvm/versions/node/v1/bin/x', text: '#!/bin/sh\necho x', mode: 0o755 },
      { path: '.nvm/.npmrc', text: 'token' },
      { path: '.volta/bin/volta-shim', text: '#!/bin/sh\necho volta', mode: 0o755 },
      { path: '.volta/hooks.json', text: 'token' },
      { path: '.npmrc', text: 'token' },
      { path: '.ssh/id', text: 'token' },
    ]),
  );
  const path = (): string => {
    const home = join(folder, 'home');
    return [`${home}/.pyenv/shims`, `${home}/.cargo/bin`, `${home}/.volta`, `${home}/.volta/bin`, PATH].join(
      ':',
    );
  };

  test('are found by the variables of the user, with the tools in them and their versions', async () => {
    const report = await check('tool && cargo-thing && volta-shim && $NVM_DIR/versions/node/v1/bin/x', {
      toolHomes: homes(),
      path: path(),
    });
    expect(report).toMatchObject({ stdout: 'managed\nthing\nvolta\nx\n', stderr: '', exitCode: 0 });
  });

  test('show neither credentials nor settings, by whatever name the search path calls them', async () => {
    const { stdout } = await check(
      `find ${folder}/home $HOME -type f; grep -rl token ${folder}/home $HOME; cat ${folder}/home/.cargo/credentials.toml`,
      { toolHomes: homes(), path: `${path()}:${folder}/home/.cargo:${folder}/home/.nvm` },
    );
    expect(stdout).toContain('cargo-thing');
    expect(stdout).not.toMatch(/token|credentials|config|npmrc|hooks|\.git|\.ssh/);
  });

  test('packages that cargo has got are there for it, in a folder it may write to', async () => {
    const { stdout } = await check('ls ~/.cargo/registry/cache; touch ~/.cargo/mark && ls ~/.cargo', {
      toolHomes: homes(),
    });
    expect(stdout).toBe('one.crate\nmark\nregistry\n');
  });

  test('a variable that names a home, or all of the machine, shows nothing', () => {
    for (const root of [homedir(), '/', '/home', '/root', '/tmp']) {
      const { tools: shown } = machineView({
        path: '',
        toolHomes: { PYENV_ROOT: root, CARGO_HOME: root },
        data: join(folder, 'data'),
      });
      expect(shown.filter(({ target }) => [`${root}/bin`, '/bin'].includes(target))).toEqual([]);
    }
  });

  test('below a place that is shown, the rest of one is empty', () => {
    const { system } = machineView({
      path: '',
      toolHomes: { CARGO_HOME: '/usr/lib' },
      data: '/usr/share/kintsugi-data',
      home: '/nowhere',
    });
    expect(system.emptyFolders).toContain('/usr/share/kintsugi-data');
  });
});

linux.each(WAYS_TO_RUN)('a check %s that takes too much ends as a failed one', (_, found) => {
  const limits = defaultLimits({ processes: 60, memoryBytes: 300e6, diskBytes: 50e6 });
  const failed = (report: CheckReport) => report.tests[0]?.failure;

  test('of processes', async () => {
    const crowd = 'i=0; while [ $i -lt 200 ]; do sleep 60 & i=$((i+1)); done; wait';
    const report = await check(crowd, { tools: found, limits });
    expect(report).toMatchObject({ end: 'processes', exitCode: null });
    expect(failed(report)).toMatchObject({
      errorName: 'ProcessLimitError',
      message: expect.stringMatching(/more than 60 processes.*KINTSUGI_CHECK_PROCESSES/) as string,
    });
  });

  test('of memory: one process, or many together', async () => {
    const hog = `node -e "const all = []; setInterval(() => all.push(Buffer.alloc(20e6, 1)), 5)"`;
    const small = `node -e "globalThis.kept = Buffer.alloc(120e6, 1); setInterval(() => 0, 1000)"`;
    for (const command of [hog, `${small} & ${small} & ${small} & wait`]) {
      const report = await check(command, { tools: found, limits });
      expect(report).toMatchObject({ end: 'memory', exitCode: null });
      expect(failed(report)?.message).toMatch(/more than 300 MB of memory.*KINTSUGI_CHECK_MEMORY/);
    }
  });

  test('of one file', async () => {
    const report = await check('head -c 100000000 /dev/zero > large; echo "code $?"; stat -c %s large', {
      tools: found,
      limits,
    });
    expect(report.stdout).toMatch(/^code [1-9]\d*\n50000\d{3}\n$/);
  });

  test('of the disk, in many files', async () => {
    const write =
      'i=0; while [ $i -lt 400 ]; do head -c 1000000 /dev/urandom > f$i; i=$((i+1)); done; sync; sleep 10';
    const report = await check(write, { tools: found, limits });
    expect(report).toMatchObject({ end: 'disk', exitCode: null });
    expect(failed(report)?.message).toMatch(/filled the disk by more than 50 MB.*KINTSUGI_CHECK_DISK/);
  });

  test('an honest one is let alone', async () => {
    expect(await check('node -e "Buffer.alloc(50e6, 1)"; echo fine', { tools: found, limits })).toMatchObject(
      {
        end: 'completed',
        stdout: 'fine\n',
      },
    );
  });
});
