import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManifestWorld } from '../../../support/manifest-world';
import type { TreeFile } from '../../../../src/store/types';
import { createMemoryStore } from '../../../support/memory-store';
import { captureManifest } from '../../../../src/workspace/manifest/capture-manifest';

let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

async function listed(): Promise<Map<string, TreeFile>> {
  const { tree } = await world.capture();
  const files = await world.store.trees.list(tree, { dirs: true });
  return new Map(files.map((file) => [file.path, file]));
}

test('a manifest lists files by identity, links by target, and folders, each root under its number', async () => {
  world.plant([
    { path: '0/a "b"\n🙂.txt', text: 'abc', mode: 0o640 },
    { path: '0/empty', dir: true },
    { path: '1/link', link: '/nowhere' },
  ]);
  const files = await listed();
  expect([...files].map(([path, { type, size, mode }]) => [path, type, size, mode])).toEqual([
    ['0', 'dir', 0, 0o755],
    ['0/a "b"\n🙂.txt', 'identity', 3, 0o640],
    ['0/empty', 'dir', 0, 0o755],
    ['1', 'dir', 0, 0o755],
    ['1/link', 'link', 0, 0],
  ]);
  expect(await world.capture()).toMatchObject({ entries: 3, bytes: 3, unreadable: [] });
});

test('an identity survives a rename, and ends with a change of the file or of its bytes', async () => {
  world.plant([{ path: '0/a', text: 'abc' }]);
  const before = (await listed()).get('0/a')?.hash;
  renameSync(world.at('0/a'), world.at('1/b'));
  expect((await listed()).get('1/b')?.hash).toBe(before);
  writeFileSync(world.at('1/b'), 'abd');
  const written = (await listed()).get('1/b')?.hash;
  expect(written).not.toBe(before);
  rmSync(world.at('1/b'));
  writeFileSync(world.at('1/b'), 'abd');
  expect((await listed()).get('1/b')?.hash).not.toBe(written);
});

test('hard links have one identity', async () => {
  world.plant([{ path: '0/a', text: 'abc' }]);
  linkSync(world.at('0/a'), world.at('0/b'));
  const files = await listed();
  expect(files.get('0/a')?.hash).toBe(files.get('0/b')?.hash);
});

test('names that are no UTF-8 are listed and come back as they are', async () => {
  world.plant([]);
  const name = Buffer.from('caf\xe9', 'latin1');
  writeFileSync(Buffer.concat([Buffer.from(`${world.roots[0] ?? ''}/`), name]), 'x');
  const { tree } = await world.capture();
  expect((await world.store.trees.list(tree)).map(({ path }) => path)).toEqual(['0/caf\udce9']);
});

test('a FIFO and a socket are known by identity, and nobody waits for them', async () => {
  world.plant([]);
  expect(spawnSync('mkfifo', [world.at('0/pipe')]).status).toBe(0);
  expect((await listed()).get('0/pipe')?.type).toBe('identity');
});

test("Kintsugi's own data, kept files and files of unfinished publishes are left out", async () => {
  world.plant([
    { path: '0/.kintsugi-kept-1000/run/x', text: 'x' },
    { path: '0/.kintsugi-0123456789abcdef-1.tmp', text: 'x' },
    { path: '0/own/store', text: 'x' },
    { path: '0/mine', text: 'x' },
  ]);
  const { blobs } = world.store;
  const exclude = [world.at('0/own')];
  const { tree } = await captureManifest({ blobs, exclude }, { roots: world.roots });
  expect((await world.store.trees.list(tree)).map(({ path }) => path)).toEqual(['0/mine']);
});

test('a root that is missing, a file, or inside of another is refused with the way out', async () => {
  world.plant([
    { path: '0/file', text: 'x' },
    { path: '0/sub', dir: true },
  ]);
  const capture = (...roots: string[]) => world.workspaces.captureManifest({ roots });
  await expect(capture(join(world.folder, 'none'))).rejects.toThrow('There is no folder');
  await expect(capture(world.at('0/file'))).rejects.toThrow('is a file; name the folder that holds it');
  await expect(capture(world.roots[0] ?? '', world.at('0/sub'))).rejects.toThrow('name only one of the two');
  await expect(capture(world.roots[0] ?? '', world.roots[0] ?? '')).rejects.toThrow(
    'name only one of the two',
  );
});

test('files that come and go while they are listed cost nothing but their entries', async () => {
  world.plant(Array.from({ length: 300 }, (_, index) => ({ path: `0/f${index % 30}/${index}`, text: 'x' })));
  const store = createMemoryStore();
  const capture = captureManifest({ blobs: store.blobs, exclude: [] }, { roots: world.roots });
  for (let index = 0; index < 30; index += 3) rmSync(world.at(`0/f${index}`), { recursive: true });
  writeFileSync(world.at('0/f1/new'), 'x');
  const { tree } = await capture;
  expect((await store.trees.list(tree)).length).toBeGreaterThanOrEqual(200);
});

test('sparse files of 50 GB are listed without reading a byte of them', async () => {
  world.plant([]);
  for (let folder = 0; folder < 10; folder += 1) mkdirSync(world.at(`0/${folder}`));
  for (let index = 0; index < 1_000; index += 1) {
    const path = world.at(`0/${index % 10}/film ${index}.mkv`);
    writeFileSync(path, '');
    truncateSync(path, 50_000_000);
  }
  const { entries, bytes } = await world.capture();
  expect({ entries, bytes }).toEqual({ entries: 1_010, bytes: 50_000_000_000 });
});
