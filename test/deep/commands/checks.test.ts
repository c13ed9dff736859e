import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { createCheckRunner, type CheckTask, type CommandTools } from '../../../src/commands';
import { prepareCheckout, sweepCheckouts } from '../../../src/commands/checkout';
import { MARKER } from '../../../src/commands/environment';
import { markedProcesses } from '../../../src/commands/process-group';
import { importDirectory } from '../../../src/workspace/capture/import';
import { createMemoryStore } from '../../support/memory-store';
import { ownIdentity } from '../../../src/machine/process-identity';
import { describeIsolated, DIRECT, FOUND_TOOLS, WAYS_TO_RUN } from '../../support/isolation';
import { asTree } from '../../support/hashes';
import { ended } from '../../support/child';
import { manifest } from '../../support/manifest';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const PATH = process.env['PATH'] ?? '';
const store = createMemoryStore();
const never = new AbortController().signal;

let folder: string;
let root: string;
let checkouts: string;
let tree: BlobHash;

beforeEach(async () => {
  folder = tempFolder('checks');
  root = join(folder, 'app');
  checkouts = join(folder, 'data', 'checkouts');
  plant(root, [
    { path: 'package.json', text: '{}' },
    { path: 'package-lock.json', text: '{}' },
    { path: 'packages/p/index.js', text: "module.exports = 'original';" },
    { path: 'node_modules/dep/index.js', text: "module.exports = 'dep';" },
    { path: 'node_modules/.bin/tool', text: '#!/bin/sh\necho tool', mode: 0o755 },
    { path: 'node_modules/@s/p', link: '../../packages/p' },
    { path: 'dist/built.js', text: 'built' },
    { path: '.git/HEAD', text: '' },
  ]);
  symlinkSync(join(root, 'packages', 'p'), join(root, 'node_modules', 'absolute'));
  // The candidate: what the original is not.
  const captured = (await importDirectory(store, root)).tree;
  const candidate = join(folder, 'candidate');
  plant(candidate, [
    { path: 'packages/p/index.js', text: "module.exports = 'candidate';" },
    { path: 'package.json', text: '{}' },
    { path: 'package-lock.json', text: '{}' },
  ]);
  tree = (await importDirectory(store, candidate)).tree;
  expect(tree).not.toBe(captured);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openFolders = (): string[] => readdirSync(join(checkouts, 'open'));
const copies = (): string[] => {
  const shelves = join(checkouts, 'dependencies');
  return existsSync(shelves)
    ? readdirSync(shelves).flatMap((shelf) => readdirSync(join(shelves, shelf)))
    : [];
};

async function check(command: string, tools: CommandTools, task: Partial<CheckTask> = {}) {
  const runner = await createCheckRunner({ ...store, checkouts, path: PATH, tools });
  const report = await runner({ dependencies: root, allowUnsandboxed: true, ...task })(
    asTree(tree),
    { command, timeoutMs: 20_000 },
    never,
  );
  expect(openFolders()).toEqual([]);
  return report;
}

// Where bubblewrap is absent, what it does is tested by its arguments alone.
describe.each(WAYS_TO_RUN)('a check %s', (_, tools) => {
  test('tools may keep files of their own among the dependencies, and nobody sees them again', async () => {
    plant(root, [{ path: 'node_modules/.cache/old', text: 'old' }]);
    const before = manifest(root);
    const command =
      'mkdir node_modules/.vite-temp && echo x > node_modules/.vite-temp/x && mkdir -p node_modules/.cache && ' +
      'echo x > node_modules/.cache/x && ls -A node_modules';
    for (let round = 0; round < 2; round += 1) {
      const report = await check(command, tools);
      expect(report).toMatchObject({ stderr: '', exitCode: 0 });
      expect(report.stdout.split('\n')).toEqual(
        expect.arrayContaining(['.bin', '.cache', '.vite-temp', '@s', 'absolute', 'dep']),
      );
    }
    expect(manifest(root)).toEqual(before);
  });

  test('a folder of very many dependencies is there too', async () => {
    plant(
      root,
      Array.from({ length: 700 }, (_, index) => ({ path: `node_modules/m${index}/x`, text: '' })),
    );
    const report = await check('ls node_modules | wc -l; cat node_modules/dep/index.js', tools);
    expect(report.stdout).toBe("703\nmodule.exports = 'dep';");
  });

  test('has a home and a temporary folder of its own, which are gone afterwards', async () => {
    const report = await check(
      'echo x > $HOME/file && echo x > $TMPDIR/file && ls $HOME && ls -d $TMPDIR/home',
      tools,
    );
    expect(report).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('file') as string });
  });

  test('without the directory has no dependencies', async () => {
    expect((await check('ls', tools, { dependencies: undefined })).stdout).toBe(
      'package-lock.json\npackage.json\npackages\n',
    );
  });
});

describe('without bubblewrap', () => {
  test('a copy of dependencies is used again, until a command writes into it or the install changes', async () => {
    await check('true', DIRECT);
    const [first] = copies();
    expect(copies()).toHaveLength(1);
    await check('mkdir -p node_modules/.cache && echo x > node_modules/.cache/x', DIRECT);
    expect(copies().map((name) => name.split('.')[1])).toEqual([first?.split('.')[1]]);
    await check('echo x >> node_modules/dep/index.js', DIRECT);
    expect(copies()).toEqual([]);
    await check('true', DIRECT);
    expect(copies()).toHaveLength(1);
    writeFileSync(join(root, 'package-lock.json'), '{"new":1}');
    plant(root, [{ path: 'node_modules/other/index.js', text: "module.exports = 'other';" }]);
    expect((await check(`node -p "require('other')"`, DIRECT)).stdout).toBe('other\n');
    expect(readdirSync(join(checkouts, 'dependencies'))).toHaveLength(1);
  });

  test.each([
    ['removes its dependencies', 'rm -rf node_modules; false'],
    ['puts a file in their place', 'rm -rf node_modules; touch node_modules; false'],
  ])('a command that %s is reported, and leaves nothing', async (_, command) => {
    expect(await check(command, DIRECT)).toMatchObject({ end: 'completed', exitCode: 1 });
    expect(copies()).toEqual([]);
    expect((await check(`node -p "require('dep')"`, DIRECT)).stdout).toBe('dep\n');
  });

  test('what a command links its dependencies to is not cleared', async () => {
    const victim = join(folder, 'victim');
    plant(victim, [{ path: '.cache/mine', text: '' }]);
    await check(`rm -rf node_modules; ln -s ${victim} node_modules`, DIRECT);
    plant(root, [{ path: 'packages/p/node_modules/q/index.js', text: '' }]);
    plant(victim, [{ path: 'node_modules/.cache/mine', text: '' }]);
    await check(`rm -rf packages/p; ln -s ${victim} packages/p`, DIRECT);
    expect(existsSync(join(victim, '.cache', 'mine'))).toBe(true);
    expect(existsSync(join(victim, 'node_modules', '.cache', 'mine'))).toBe(true);
  });

  test('two checks at once have a copy each', async () => {
    const runner = await createCheckRunner({ ...store, checkouts, path: PATH, tools: DIRECT, slots: 2 });
    const command = `echo $PPID$$ > node_modules/dep/mine; sleep 0.3; cat node_modules/dep/mine; ls node_modules/dep | wc -l`;
    const run = () =>
      runner({ dependencies: root, allowUnsandboxed: true })(
        asTree(tree),
        { command, timeoutMs: 20_000 },
        never,
      );
    const [a, b] = await Promise.all([run(), run()]);
    expect(a.stdout).not.toBe(b.stdout);
  });

  test('an abort ends the command and removes the checkout', async () => {
    const runner = await createCheckRunner({ ...store, checkouts, path: PATH, tools: DIRECT });
    const stop = new AbortController();
    const running = runner({ allowUnsandboxed: true })(
      asTree(tree),
      { command: 'sleep 300', timeoutMs: 60_000 },
      stop.signal,
    );
    while (openFolders().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error('stop'));
    await expect(running).rejects.toThrow('stop');
    expect(openFolders()).toEqual([]);
  });
});

describeIsolated('under bubblewrap', () => {
  test('npx of what is not installed finds out at once', async () => {
    const report = await check(
      'echo "retries: $npm_config_fetch_retries"; npx no-such-kintsugi-tool',
      FOUND_TOOLS,
    );
    expect(report.stdout).toContain('retries: 0');
    expect(report).toMatchObject({ end: 'completed', stderr: expect.stringMatching(/npm|npx/) });
    expect(report.exitCode).not.toBe(0);
  });

  test('paths are those of the directory, and are shown from its root', async () => {
    const report = await check(
      'pwd; echo "$PWD/src/a.ts"; test -e ' + join(root, 'packages/p/index.js'),
      FOUND_TOOLS,
    );
    expect(report).toMatchObject({ stdout: '.\n./src/a.ts\n', exitCode: 0 });
  });

  test('a sandbox that cannot be set up is told apart from a command that fails', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    const broken = join(folder, 'bwrap');
    writeFileSync(broken, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n');
    chmodSync(broken, 0o755);
    const report = await check('true', { bwrap: broken });
    expect(report).toMatchObject({
      end: 'not-run',
      tests: [
        { failure: { errorName: 'SandboxFailed', message: expect.stringContaining('namespace') as string } },
      ],
    });
  });
});

describe('checkouts', () => {
  test('of killed processes are swept with what still runs of them; those of living ones stay', async () => {
    const dead = join(checkouts, 'open', 'dead');
    mkdirSync(join(dead, 'work', 'closed'), { recursive: true });
    writeFileSync(join(dead, 'owner.json'), JSON.stringify({ ...ownIdentity(), startTime: '1' }));
    chmodSync(join(dead, 'work', 'closed'), 0o500);
    const left = spawn('sleep', ['300'], { env: { PATH, [MARKER]: 'dead' }, stdio: 'ignore' });
    const [young, old] = ['young', 'old'].map((name) => join(checkouts, 'open', name)) as [string, string];
    for (const path of [young, old]) mkdirSync(path);
    utimesSync(old, new Date(), new Date(Date.now() - 3_700_000));
    const living = await prepareCheckout(
      { ...store, checkouts },
      { tree: asTree(tree), dependencies: 'copy', signal: never },
    );
    expect((await sweepCheckouts(checkouts)).sort()).toEqual(['dead', 'old']);
    await ended(left);
    if (process.platform === 'linux') expect(markedProcesses('dead')).toEqual([]);
    expect(openFolders().sort()).toEqual([living.id, 'young'].sort());
    expect(readFileSync(join(living.work, 'packages/p/index.js'), 'utf8')).toContain('candidate');
    await living.dispose();
    expect(openFolders()).toEqual(['young']);
  });
});
