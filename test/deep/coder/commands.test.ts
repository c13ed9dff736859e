import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DirectoryContext } from '../../../src/coder/tools/directory';
import { createCheckRunner } from '../../../src/commands';
import type { RunCheck } from '../../../src/verifier';
import { RunPolicy } from '../../../src/domain/run/policy/run-policy';
import { VerificationSpec } from '../../../src/domain/verification/verification';
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

test('a kept folder that the command removed is removed, and one it did not touch stays', async () => {
  const run = await runOn();
  expect(await run.text('run_command', { command: 'true', keep: ['src', 'nowhere'] })).toContain(
    'Nothing to keep',
  );
  await run.call('run_command', { command: 'rm -r src/gen', keep: ['src/gen'] });
  expect(Object.keys(await run.files())).toEqual(['package.json', 'src/a.js', 'test/a.test.js']);
});

describe('of a rule on the files that a request changes', () => {
  const policyOf = (decision: 'ask' | 'deny', tool?: string): DirectoryContext['policy'] =>
    RunPolicy.parse({
      user: [{ tool, path: 'src/gen/*.json', decision, reason: 'Ann owns it.', match: ['src/gen/a.json'] }],
    });
  const write = (run: ToolRun, keep: string[]) =>
    run.call('run_command', { command: 'echo 1 > src/gen/list.json; echo 1 > src/gen/b.txt', keep });

  test('a denial holds for what a command changed, however it is named', async () => {
    for (const keep of [['src'], ['src/gen/list.json']]) {
      const run = await runOn({ policy: policyOf('deny', 'change') });
      const said = await write(run, keep);
      expect(said.text).toContain('src/gen/list.json is kept as it is by the policy (Ann owns it.)');
      expect([said.ok, said.tree]).toEqual([false, undefined]);
    }
  });

  test('a file that the user must be asked about is not kept by its folder', async () => {
    const run = await runOn({ policy: policyOf('ask') });
    const said = await write(run, ['src']);
    expect(said.text).toContain(
      'src/gen/list.json: the user is asked before it changes (Ann owns it.): name the file in keep, or change it with edit.',
    );
    expect(said.tree).toBeUndefined();
    // The act of this call names the file, so the user was asked.
    expect((await write(run, ['./src/gen/list.json', 'src/gen/b.txt'])).ok).toBe(true);
    expect((await run.files())['src/gen/list.json']).toBe('1\n');
  });

  test('a rule on edits alone is never asked by a command, so the file is not kept', async () => {
    const run = await runOn({ policy: policyOf('ask', 'change') });
    for (const keep of [['src/gen'], ['src/gen/list.json']]) {
      const said = await write(run, keep);
      expect(said.text).toContain('(Ann owns it.): change it with edit.');
      expect(said.tree).toBeUndefined();
    }
    expect((await write(run, ['src/gen/b.txt'])).ok).toBe(true);
  });

  test('a file that the command leaves as it is needs no leave', async () => {
    const run = await runOn({ policy: policyOf('ask') });
    const said = await run.call('run_command', { command: 'echo 1 > src/gen/b.txt', keep: ['src/gen'] });
    expect([said.ok, typeof said.tree]).toEqual([true, 'string']);
  });
});

test('of a command that fails nothing is kept, and the answer says how to keep it', async () => {
  const run = await runOn();
  const command = 'echo 1 > src/gen/list.json; exit 3';
  const said = await run.call('run_command', { command, keep: ['src/gen'] });
  expect(said).toMatchObject({ ok: false, text: expect.stringContaining('exit code 3') as string });
  expect(said.text).toContain('Nothing was kept: the command failed.');
  expect(await run.files()).toEqual(FILES);
  await run.call('run_command', { command: `( ${command} ) || true`, keep: ['src/gen'] });
  expect((await run.files())['src/gen/list.json']).toBe('1\n');
});

test('all that is kept is inspected, however many files there are', async () => {
  const looked: string[] = [];
  const run = await runOn({
    inspect: (change) => {
      looked.push(...change.changes.map(({ path }) => path));
      const objections = [{ path: 'src/gen/z.ts', message: { form: 'z.ts would judge.', values: [] } }];
      return Promise.resolve({ objections, signs: [] });
    },
  });
  const command = 'for n in $(seq 1 70); do echo $n > src/gen/$n.txt; done; echo 1 > src/gen/z.ts';
  const said = await run.call('run_command', { command, keep: ['src'] });
  expect(looked).toHaveLength(71);
  expect(looked).toContain('src/gen/z.ts');
  expect(said.text).toContain('z.ts would judge.');
  expect(said.tree).toBeUndefined();
});

test('errors are looked for in every kept file', async () => {
  const run = await runOn();
  const command =
    'for n in $(seq 1 70); do echo "{}" > src/gen/$n.json; done; echo "export const n: number = true;" > src/z.ts';
  expect(await run.text('run_command', { command, keep: ['src'] })).toContain('src/z.ts:1:14 TS2322');
});

test('links, pipes and odd names that a command leaves are not followed and not taken over', async () => {
  const run = await runOn();
  const command =
    'ln -s /etc src/gen/etc; ln -sf ../../package.json src/gen/list.json; mkfifo src/gen/pipe; printf x > "$(printf \'src/gen/a\\nb.txt\')"';
  const said = await run.text('run_command', { command, keep: ['src/gen'] });
  expect(said).toContain('src/gen/etc is a link: it was not taken over.');
  expect(said).toContain('src/gen/pipe is no regular file');
  const files = await run.files();
  expect(files['src/gen/list.json']).toBe('["a"]\n');
  expect(files['src/gen/a\nb.txt']).toBe('x');
});

test('a file that is too large is not taken over', async () => {
  const run = await runOn();
  const said = await run.call('run_command', {
    command: 'head -c 6000000 /dev/zero > src/gen/big.bin',
    keep: ['src/gen'],
  });
  expect(said.text).toContain('a file of more than');
  expect(said.tree).toBeUndefined();
});

test('of a command that was stopped nothing is kept: it may be half of a file', async () => {
  const run = await runOn();
  const said = await run.call('run_command', {
    command: 'echo half > src/gen/list.json; sleep 60',
    keep: ['src/gen'],
    seconds: 1,
  });
  expect(said.text).toContain('Nothing was kept: the command was stopped.');
  expect(said.tree).toBeUndefined();
});

test('a declared check is run by its name, and no other command', async () => {
  const spec = VerificationSpec.parse({ commands: [{ command: 'node -e "console.log(6 * 7)"' }] });
  const run = await runOn({ spec });
  expect(await run.call('run_check', { name: 'node -e "console.log(6 * 7)"' })).toMatchObject({
    ok: true,
    text: 'exit code 0\n42',
  });
  expect(await run.text('run_check', { name: 'rm -r src' })).toContain('There is no check "rm -r src"');
});

test('a long output is cut and read by its name', async () => {
  const run = await runOn();
  const { text, stored } = await run.call('run_command', { command: 'seq 1 20000' });
  expect(text.length).toBeLessThanOrEqual(10_000);
  expect(await run.text('read', { path: `result:${stored?.[0]}`, from: 10_001, to: 10_001 })).toContain(
    '10001 | 10000',
  );
});

describeIsolated('under bubblewrap', () => {
  test('a command that forks without end, or hangs, is stopped and told', async () => {
    const run = await runOn();
    const bomb = await run.call('run_command', { command: 'f() { f | f & }; f; sleep 20', seconds: 15 });
    expect(bomb.ok).toBe(false);
    const hang = await run.call('run_command', { command: 'sleep 100 & sleep 100', seconds: 1 });
    expect(hang).toMatchObject({ ok: false });
    expect(hang.text).toContain('did not end within 1 s');
    expect(await run.files()).toEqual(FILES);
  });
});
