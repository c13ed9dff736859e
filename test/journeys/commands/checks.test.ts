import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { createBenches, createCheckRunner, type CheckTask, type CommandTools } from '../../../src/commands';
import { importDirectory } from '../../../src/workspace/capture/import';
import { createMemoryStore } from '../../support/memory-store';
import { describeIsolated, DIRECT, FOUND_TOOLS, WAYS_TO_RUN } from '../../support/isolation';
import { asTree } from '../../support/hashes';
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
  test('runs on the tree, with the dependencies of the directory', async () => {
    const command = `node -e "console.log(require('dep'), require('@s/p'), require('absolute'))" && node_modules/.bin/tool && ls -A`;
    const report = await check(command, tools);
    expect(report.stderr).toBe('');
    expect(report.stdout).toBe(
      'dep candidate candidate\ntool\ndist\nnode_modules\npackage-lock.json\npackage.json\npackages\n',
    );
    expect(report).toMatchObject({ end: 'completed', exitCode: 0 });
  });

  test('finds links among the dependencies in each of the commands of a bench', async () => {
    const open = createBenches({ ...store, checkouts, path: PATH, tools });
    const bench = await open({ dependencies: root, allowUnsandboxed: true })(asTree(tree), never);
    if (typeof bench === 'string') throw new Error(bench);
    try {
      const look = { command: `node -p "require('absolute')"`, timeoutMs: 20_000 };
      for (const turn of ['first', 'second'])
        expect([turn, (await bench.run(look, never)).stdout]).toEqual([turn, 'candidate\n']);
    } finally {
      await bench.dispose();
    }
  });

  test('writes nothing into the directory, whatever it does', async () => {
    const before = manifest(root);
    await check(
      'echo x > dist/new; echo x > packages/p/index.js; echo x > node_modules/dep/index.js; echo x > node_modules/@s/p/index.js; ' +
        `echo x > node_modules/absolute/index.js; rm -rf node_modules/dep; chmod -R a-w . 2>/dev/null; true`,
      tools,
    );
    expect(manifest(root)).toEqual(before);
    const again = await check(`node -e "console.log(require('dep'), require('@s/p'))"`, tools);
    expect(again.stdout).toBe('dep candidate\n');
  });
});

describe('without bubblewrap', () => {
  test('a check is refused, unless that is allowed', async () => {
    const report = await check('touch ran', DIRECT, { allowUnsandboxed: false });
    expect(report).toMatchObject({
      end: 'not-run',
      notRun: DIRECT.missing,
      tests: [{ status: 'failed', failure: { message: 'not looked for' } }],
    });
  });
});

describeIsolated('under bubblewrap', () => {
  test('there is no network, no other process, and no home of anybody', async () => {
    writeFileSync(join(folder, 'secret'), 'secret');
    const report = await check(
      `cat ${join(folder, 'secret')}; node -e "fetch('http://127.0.0.1:9/').catch((e) => console.log(e.cause.code))"; ls /proc | grep -c '^[0-9]'; ls -A ~ | wc -l; touch /usr/x`,
      FOUND_TOOLS,
    );
    expect(report.stdout).not.toContain('secret');
    expect(Number(report.stdout.split('\n')[1])).toBeLessThan(10);
    expect(report.stderr).toMatch(/Read-only file system/);
  });

  test('a command that hangs is ended with all it started', async () => {
    const runner = await createCheckRunner({ ...store, checkouts, path: PATH, tools: FOUND_TOOLS });
    const report = await runner({ allowUnsandboxed: false })(
      asTree(tree),
      { command: 'sleep 300 & setsid sleep 300 & wait', timeoutMs: 500 },
      never,
    );
    expect(report.end).toBe('timeout');
  });
});
