import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { explainDirectory } from '../../../src/workspace/capture/explain';
import { importDirectory } from '../../../src/workspace/capture/import';
import { Explanation } from '../../../src/domain/files/explanation';
import type { HeavyRules } from '../../../src/domain/files/heavy-rules';
import { createMemoryStore } from '../../support/memory-store';
import { plant } from '../../support/plant-tree';
import { timedManifest } from '../../support/manifest';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
let root: string;

beforeEach(() => {
  folder = tempFolder('explain');
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The explanation, having compared it with a real capture by the same rules. */
async function explained(heavyFolders?: HeavyRules): Promise<Explanation> {
  const exclude = [join(root, 'kintsugi-data')];
  const told = await explainDirectory({ directory: root, exclude, heavyFolders });
  const captured = await importDirectory({ ...createMemoryStore(), exclude }, root, { heavyFolders });
  expect(told.tree).toBe(captured.tree);
  const { files, links, bytes } = told.captured;
  expect([files + links, bytes]).toEqual([captured.fileCount, captured.byteCount]);
  const left = [...told.heavy, ...told.skipped].filter(
    (one) => !('kind' in one) || one.kind !== 'unfinished',
  );
  expect(left.map(({ path }) => path).sort()).toEqual(captured.skipped.map(({ path }) => path).sort());
  return Explanation.parse(JSON.parse(JSON.stringify(told)));
}

test('counts files, bytes, links and empty folders as a capture does', async () => {
  plant(root, [
    { path: 'a', text: '12345' },
    { path: 'b/c', text: '67' },
    { path: 'b/link', link: 'c' },
    { path: 'dangling', link: 'nowhere' },
    { path: 'empty/deep', dir: true },
    { path: 'only-heavy/node_modules/p/index.js', text: 'x' },
    { path: 'large', bytes: Buffer.alloc(5 * 1024 * 1024, 'x') },
  ]);
  const before = timedManifest(root);
  expect((await explained()).captured).toEqual({
    files: 3,
    bytes: 7 + 5 * 1024 * 1024,
    links: 2,
    folders: 4,
    emptyFolders: 2,
  });
  expect(timedManifest(root)).toEqual(before);
});

test('an empty directory has nothing in it, and is no empty folder of its own', async () => {
  expect(await explained()).toMatchObject({
    captured: { files: 0, bytes: 0, links: 0, folders: 0, emptyFolders: 0 },
    heavy: [],
    skipped: [],
    oddNames: [],
  });
});

test('names each heavy folder with its rule, where the rule comes from, and what a checkout has', async () => {
  plant(root, [
    { path: 'package.json', text: '{}' },
    { path: 'dist/x.js', text: '' },
    { path: 'out/x.js', text: '' },
    { path: 'data/x', text: '' },
    { path: 'packages/p/node_modules/q/x', text: '' },
    { path: 'packages/p/__pycache__/x', text: '' },
  ]);
  const builtIn = await explained();
  expect(builtIn.heavy.map(({ path, rule }) => [path, rule.name, rule.from, rule.inCheckout])).toEqual([
    ['dist/', 'dist', 'built-in', 'an empty folder of its own'],
    ['out/', 'out', 'built-in', 'an empty folder of its own'],
    ['packages/p/__pycache__/', '__pycache__', 'built-in', 'nothing'],
    [
      'packages/p/node_modules/',
      'node_modules',
      'built-in',
      'yours, read-only, or a copy of it where bubblewrap is missing',
    ],
  ]);
  const changed = await explained({ add: ['data'], capture: ['dist', 'unknown'] });
  expect(changed.heavy.map(({ path, rule }) => [path, rule.from])).toEqual([
    ['data/', 'KINTSUGI_HEAVY_FOLDERS'],
    ['out/', 'built-in'],
    ['packages/p/__pycache__/', 'built-in'],
    ['packages/p/node_modules/', 'built-in'],
  ]);
  expect(changed.notInForce).toEqual([
    { name: 'dist', by: 'KINTSUGI_CAPTURE_FOLDERS', rule: 'build output' },
    { name: 'unknown', by: 'KINTSUGI_CAPTURE_FOLDERS' },
  ]);
  expect(changed.rules.map(({ name }) => name)).not.toContain('dist');
  expect(changed.rules).toContainEqual(
    expect.objectContaining({ name: 'target', beside: ['Cargo.toml', 'pom.xml', 'build.sbt'] }),
  );
});

test('lists what cannot be captured: sockets, FIFOs, data of Kintsugi, what a publish left', async () => {
  plant(root, [
    { path: 'kintsugi-data/store', text: '' },
    { path: '.kintsugi-0123456789abcdef-1.tmp', text: '' },
    { path: 'kept', text: '' },
  ]);
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const server = createServer().listen(join(root, 'socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { skipped, captured } = await explained();
    expect(captured.files).toBe(1);
    expect(skipped).toEqual([
      {
        path: '.kintsugi-0123456789abcdef-1.tmp',
        kind: 'unfinished',
        reason: 'it is left over from a publish',
      },
      { path: 'kintsugi-data/', kind: 'own-data', reason: 'it is the data of Kintsugi' },
      { path: 'pipe', kind: 'special', reason: 'it is a FIFO' },
      { path: 'socket', kind: 'special', reason: 'it is a socket' },
    ]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test('lists every one, also where a capture lists only the first', async () => {
  plant(
    root,
    Array.from({ length: 30 }, (_, index) => ({ path: `p${index}/node_modules/x`, text: '' })),
  );
  const told = await explainDirectory({ directory: root, exclude: [] });
  expect(told.heavy).toHaveLength(30);
});

test('lists what may not be read', async () => {
  plant(root, [
    { path: 'closed/x', text: '' },
    { path: 'open/secret', text: '', mode: 0o600 },
    { path: 'open/plain', text: '1' },
  ]);
  chmodSync(join(root, 'closed'), 0o700);
  chmodSync(folder, 0o755);
  // The superuser may read everything; for this test it is somebody else.
  const superuser = process.geteuid?.() === 0;
  if (superuser) process.seteuid?.(65_534);
  else for (const path of ['closed', 'open/secret']) chmodSync(join(root, path), 0);
  try {
    const told = await explainDirectory({ directory: root, exclude: [] });
    expect(told.captured).toMatchObject({ files: 1, folders: 1 });
    expect(told.skipped).toEqual([
      { path: 'closed', kind: 'unreadable', reason: 'it cannot be read: permission denied' },
      { path: 'open/secret', kind: 'unreadable', reason: 'it cannot be read: permission denied' },
    ]);
  } finally {
    if (superuser) process.seteuid?.(0);
    else chmodSync(join(root, 'closed'), 0o700);
  }
});

test('names what may give trouble elsewhere, and captures it', async () => {
  plant(root, [
    { path: 'src/Page.ts', text: '' },
    { path: 'src/page.ts', text: '' },
    { path: 'src/aux.ts', text: '' },
    { path: 'src/fine.ts', text: '' },
  ]);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]), '');
  const { captured, oddNames } = await explained();
  expect(captured.files).toBe(5);
  expect(oddNames).toEqual([
    { path: 'caf\udce9', reason: 'its name is not valid UTF-8' },
    { path: 'src/Page.ts', reason: expect.stringContaining('"page.ts"') as string },
    { path: 'src/aux.ts', reason: expect.stringContaining('device on Windows') as string },
    { path: 'src/page.ts', reason: expect.stringContaining('"Page.ts"') as string },
  ]);
});

test('refuses what belongs to git, as a capture does', async () => {
  plant(root, [{ path: '.git/hooks/x', text: '' }]);
  for (const path of ['.git', '.git/hooks'])
    for (const use of [
      () => explainDirectory({ directory: join(root, path), exclude: [] }),
      () => importDirectory(createMemoryStore(), join(root, path)),
    ])
      await expect(use()).rejects.toThrow('belongs to git itself; name the folder of the project.');
});
