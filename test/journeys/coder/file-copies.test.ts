import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { goalContents } from '../../../src/coder/tools/files';
import { asBlob } from '../../support/hashes';
import { FilesRun } from '../../support/file-tools';
import { ManifestWorld } from '../../support/manifest-world';

let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

/** A run on the folders of the disk, as they are. */
async function opened(): Promise<{ run: FilesRun; base: string }> {
  const { tree: base } = await world.capture();
  const { roots, store, workspaces } = world;
  const contents = goalContents(store.blobs, workspaces.openOriginals({ roots, base }));
  const run = new FilesRun({ roots, contents }, store);
  run.tree = base;
  return { run, base };
}

test('a pipe fails to be copied with the reason, and what is copied with it can be published', async () => {
  world.plant([{ path: '0/a.txt', text: 'a' }]);
  spawnSync('mkfifo', [world.at('0/pipe')]);
  const { run, base } = await opened();
  const { items } = await run.call('copy', { items: ['a.txt', 'pipe'], to: 'out' });
  expect(items).toEqual([
    { path: 'a.txt', ok: true, to: 'out/a.txt' },
    {
      path: 'pipe',
      ok: false,
      reason: 'pipe can be moved but not copied. It is no file that can be read.',
    },
  ]);
  expect(await world.publish(asBlob(base), run.tree)).toMatchObject({ status: 'published' });
});

test('a folder with a pipe inside fails to be copied, and can be moved', async () => {
  world.plant([{ path: '0/box/deep/a.txt', text: 'a' }]);
  spawnSync('mkfifo', [world.at('0/box/deep/pipe')]);
  const { run } = await opened();
  const copied = await run.call('copy', { items: ['box'], to: 'out' });
  expect(copied.items).toEqual([
    {
      path: 'box',
      ok: false,
      reason: 'box/deep/pipe can be moved but not copied. It is no file that can be read.',
    },
  ]);
  expect(copied.tree).toBeUndefined();
  const { items } = await run.call('move', { items: ['box'], to: 'out' });
  expect(items).toEqual([{ path: 'box', ok: true, to: 'out/box', folder: true }]);
});

test('a file that was written to since it was listed is left to the publish, which names it', async () => {
  world.plant([{ path: '0/a.txt', text: 'a' }]);
  const { run, base } = await opened();
  appendFileSync(world.at('0/a.txt'), 'more');
  const { items } = await run.call('copy', { items: ['a.txt'], to: 'out' });
  expect(items).toEqual([{ path: 'a.txt', ok: true, to: 'out/a.txt' }]);
  expect(await world.publish(asBlob(base), run.tree)).toMatchObject({ status: 'conflict' });
});
