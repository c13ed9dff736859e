import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FilesContext } from '../../../src/coder/tools/files';
import { createCheckRunner, createFolderCommands } from '../../../src/commands';
import { identityOf } from '../../../src/store';
import { createMemoryStore } from '../../support/memory-store';
import { USABLE_TOOLS } from '../../support/isolation';
import { FilesRun, type FolderTexts } from '../../support/file-tools';
import { tempFolder } from '../../support/temp-folder';

const folder = tempFolder('file-commands');
const store = createMemoryStore();
let runCommand: FilesContext['runCommand'];

beforeAll(async () => {
  const checks = await createCheckRunner({
    ...store,
    checkouts: join(folder, 'checkouts'),
    path: process.env['PATH'] ?? '',
    tools: USABLE_TOOLS,
    limits: { processes: 64, memoryBytes: 8e9, diskBytes: 100e6 },
  });
  runCommand = createFolderCommands({ blobs: store.blobs, checks }, { allowUnsandboxed: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files of a disk: name of the identity → bytes. Those without bytes can't be read. */
const DISK: Record<string, string | undefined> = { '1': 'one\n', '2': 'two\n', '3': undefined };

function identity(ino: bigint): string {
  return identityOf({ dev: 7n, ino, mtimeNs: 1n, birthtimeNs: 1n });
}

async function runOn(texts: FolderTexts, identities: Record<string, bigint> = {}): Promise<FilesRun> {
  const run = await FilesRun.on(
    texts,
    {
      ...store,
      runCommand,
      contents: {
        read: (entry) => {
          if (entry.type === 'file') return store.blobs.load(entry.hash);
          const name = Object.keys(DISK).find((ino) => identity(BigInt(ino)) === entry.hash) ?? '';
          const bytes = DISK[name];
          return Promise.resolve(
            bytes === undefined ? { problem: ['noFile' as const, entry.name] as const } : Buffer.from(bytes),
          );
        },
      },
    },
    store,
  );
  await run.plantIdentities(
    new Map(Object.entries(identities).map(([path, ino]) => [path, identity(ino)])),
    4,
  );
  return run;
}

test('what a command writes in a folder becomes part of the tree, and nothing else', async () => {
  const run = await runOn({
    'in/a.txt': 'A\n',
    'in/old': 'x',
    'in/dist/b': 'B',
    'in/package.json': '{}',
    'out/c': 'C',
  });
  const command = 'cat a.txt > new.txt; rm old; echo 2 >> dist/b; mkdir empty; ls ..';
  const { items, text, problem } = await run.call('run', { command, path: 'in' });
  expect(problem).toBeUndefined();
  expect(items).toEqual([
    { path: 'in/dist/b', ok: true, reason: 'The command changed it.' },
    { path: 'in/new.txt', ok: true, reason: 'The command made it.' },
  ]);
  expect(text).toContain('Deleted 1 file: in/old.');
  expect(await run.texts()).toEqual({
    'in/': null,
    'in/a.txt': 'A\n',
    'in/dist/': null,
    'in/dist/b': 'B2\n',
    'in/empty/': null,
    'in/new.txt': 'A\n',
    'in/package.json': '{}',
    'out/': null,
    'out/c': 'C',
  });
});

test('files of the disk that a command reads, moves or leaves alone stay files of the disk', async () => {
  const run = await runOn({}, { 'one.txt': 1n, 'sub/two.txt': 2n });
  const { items } = await run.call('run', { command: 'mv one.txt sub/first.txt; cat sub/* > all.txt' });
  expect(items.map(({ path }) => path)).toEqual(['all.txt', 'sub/first.txt']);
  expect(await run.texts()).toEqual({
    'all.txt': 'one\ntwo\n',
    'sub/': null,
    'sub/first.txt': `identity ${identity(1n)}`,
    'sub/two.txt': `identity ${identity(2n)}`,
  });
});

test('a file that changes is a file of the tree, and a copy of one too', async () => {
  const run = await runOn({}, { 'one.txt': 1n, 'two.txt': 2n });
  await run.call('run', { command: 'echo more >> one.txt; cp two.txt copy.txt' });
  expect(await run.texts()).toEqual({
    'one.txt': 'one\nmore\n',
    'two.txt': `identity ${identity(2n)}`,
    'copy.txt': 'two\n',
  });
});

test('what a command cannot be shown is not lost, even where it deletes all', async () => {
  const run = await runOn({ 'in/.git/HEAD': 'ref', 'in/a': 'A' }, { 'in/deep/closed.txt': 3n });
  const { text } = await run.call('run', { command: 'ls -A; rm -rf ./*', path: 'in' });
  expect(text).toContain('closed.txt is no file that can be read.');
  expect(text).not.toContain('.git');
  expect(await run.texts()).toEqual({
    'in/': null,
    'in/.git/': null,
    'in/.git/HEAD': 'ref',
    'in/deep/': null,
    'in/deep/closed.txt': `identity ${identity(3n)}`,
  });
});

test('nothing of a command that fails is kept', async () => {
  const run = await runOn({ 'a.txt': 'A' });
  const before = run.tree;
  const { problem, items, text } = await run.call('run', {
    command: 'echo half > b.txt; echo oops >&2; exit 3',
  });
  expect(problem).toBe('The command ended with exit code 3, so nothing of what it wrote is kept.');
  expect(items).toEqual([{ path: '.', ok: false, reason: problem }]);
  expect(text).toContain('oops');
  expect(run.tree).toBe(before);
});

test('a long output keeps its beginning and its end', async () => {
  const run = await runOn({});
  const { text } = await run.call('run', { command: 'seq 1 20000' });
  expect(text.length).toBeLessThan(10_000);
  expect(text).toContain('\n20000');
  expect(text).toContain('characters are left out');
});

test('a folder that is too large is a problem before anything is read', async () => {
  const run = await runOn({});
  await run.plantIdentities(new Map([['film', identity(1n)]]), 2 * 1024 ** 3);
  const { problem } = await run.call('run', { command: 'true' });
  expect(problem).toContain('. holds 1 file of 2.1 GB');
});

test('a run without commands says so', async () => {
  const run = await FilesRun.on({ a: '' });
  expect((await run.call('run', { command: 'true' })).problem).toContain('has no commands');
  expect((await run.call('run', { command: 'true', path: 'a' })).problem).toContain('a is a file');
});
