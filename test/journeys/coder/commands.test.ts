import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DirectoryContext } from '../../../src/coder/tools/directory';
import { createCheckRunner } from '../../../src/commands';
import type { RunCheck } from '../../../src/verifier';
import { describeIsolated, USABLE_TOOLS } from '../../support/isolation';
import { ToolBench, type ToolRun } from '../../support/directory-tools';
import { tempFolder } from '../../support/temp-folder';

const FILES = {
  'package.json': '{ "name": "gen" }\n',
  'src/a.js': 'module.exports = 1;\n',
  'src/gen/list.json': '["a"]\n',
  'test/a.test.js': "test('a', () => expect(require('../src/a')).toBe(1));\n",
};

const bench = new ToolBench();
const folder = tempFolder('tool-commands');
let runCheck: RunCheck;

beforeAll(async () => {
  const checks = await createCheckRunner({
    ...bench.store,
    checkouts: join(folder, 'checkouts'),
    path: process.env['PATH'] ?? '',
    tools: USABLE_TOOLS,
    limits: { processes: 64, memoryBytes: 8e9, diskBytes: 100e6 },
  });
  runCheck = checks({ allowUnsandboxed: true });
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

function runOn(given: Partial<Omit<DirectoryContext, 'seen'>> = {}): Promise<ToolRun> {
  return bench.run(FILES, { runCheck, ...given });
}

test('a command runs on a copy, and what it writes is thrown away', async () => {
  const run = await runOn();
  const said = await run.call('run_command', {
    command: 'cat src/a.js; echo 2 > src/a.js; echo oops >&2; exit 3',
  });
  expect(said).toMatchObject({ ok: false, text: 'exit code 3\nmodule.exports = 1;\noops' });
  expect(await run.files()).toEqual(FILES);
});

test('of what a command writes the named paths become part of the tree, as a change that is shown', async () => {
  const run = await runOn();
  const command = [
    'echo \'["a", "b"]\' > src/gen/list.json',
    'echo "export const made = 1;" > src/gen/made.ts',
    'echo x > src/other.js',
    'chmod +x src/a.js',
  ].join('; ');
  const said = await run.text('run_command', { command, keep: ['./src/gen/'] });
  expect(said).toContain(
    'Kept:\n2 files changed:\nmodified src/gen/list.json (+1 -1)\nadded src/gen/made.ts (+1 -0)',
  );
  expect(said).toContain('+["a", "b"]');
  expect(said).toContain('No new syntax or type errors.');
  expect(await run.files()).toEqual({
    ...FILES,
    'src/gen/list.json': '["a", "b"]\n',
    'src/gen/made.ts': 'export const made = 1;\n',
  });
});

test('tests, settings and paths outside are not kept, and then nothing is', async () => {
  const run = await runOn();
  const write =
    "echo '//' >> test/a.test.js; echo '//' >> package.json; echo 2 > src/a.js; mkdir -p node_modules/x; echo 1 > node_modules/x/index.js";
  for (const keep of [
    ['src', 'test'],
    ['package.json', 'src'],
    ['../x', 'src'],
    ['/tmp', 'src'],
    ['node_modules/x', 'src'],
    ['.', 'src'],
  ]) {
    const said = await run.call('run_command', { command: write, keep });
    expect([keep, said.ok, said.tree]).toEqual([keep, false, undefined]);
    expect(said.text).toContain('Nothing was kept:');
  }
  expect(await run.files()).toEqual(FILES);
});

test('what the policy denies is not kept', async () => {
  const rule = {
    path: 'src/gen/**',
    decision: 'deny' as const,
    reason: 'generated',
    match: ['src/gen/a'],
    notMatch: [],
  };
  const run = await runOn({ policy: { user: [rule], project: [] } as unknown as DirectoryContext['policy'] });
  const said = await run.call('run_command', { command: 'echo 1 > src/gen/list.json', keep: ['src'] });
  expect(said.text).toContain('is kept as it is by the policy (generated)');
  expect(said.tree).toBeUndefined();
});

describeIsolated('under bubblewrap', () => {
  test('a command has no network, and writes nowhere else', async () => {
    const run = await runOn();
    const outside = join(folder, 'outside');
    const script = "require('net').connect(80, '1.1.1.1').on('error', (e) => console.log(e.code))";
    const said = await run.text('run_command', { command: `echo x > ${outside}; node -e "${script}"` });
    expect(said).toMatch(/ENETUNREACH|EPERM|ECONNREFUSED/);
    expect(existsSync(outside)).toBe(false);
  });
});
