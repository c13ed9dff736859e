import { spawnSync } from 'node:child_process';
import { appendFileSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import type { TreeEntry } from '../../../../src/store/types';
import { ManifestWorld } from '../../../support/manifest-world';
import { asBlob } from '../../../support/hashes';

let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

async function openAt(path: string) {
  const { tree } = await world.capture();
  const entry = (await world.store.trees.find(tree, path)) as TreeEntry;
  return { entry, originals: world.workspaces.openOriginals({ roots: world.roots, base: tree }) };
}

const limit = 1_000;

test('an original is read from where the base has it', async () => {
  world.plant([
    { path: '1/sub/a "b"', text: 'bytes' },
    { path: '0/empty', text: '' },
  ]);
  const { originals, entry } = await openAt('1/sub/a "b"');
  expect(await originals.read(entry, { limit })).toEqual(Buffer.from('bytes'));
  expect(await originals.pathOf(entry)).toBe(world.at('1/sub/a "b"'));
  const empty = await openAt('0/empty');
  expect(await empty.originals.read(empty.entry, { limit })).toEqual(Buffer.alloc(0));
});

test('a file that was written to, replaced, moved or deleted gives a problem and never other bytes', async () => {
  for (const [change, problem] of [
    [() => appendFileSync(world.at('0/a'), 'more'), 'changed'],
    [() => world.write('0/a', 'other'), 'changed'],
    [() => renameSync(world.at('0/a'), world.at('0/b')), 'gone'],
    [() => rmSync(world.at('0/a')), 'gone'],
    [
      () => {
        renameSync(world.at('0/a'), world.at('0/b'));
        symlinkSync('b', world.at('0/a'));
      },
      'changed',
    ],
  ] as const) {
    world.plant([{ path: '0/a', text: 'bytes' }]);
    const { originals, entry } = await openAt('0/a');
    change();
    expect(await originals.read(entry, { limit })).toMatchObject({ problem });
  }
});

test('a file that is written to while it is read gives a problem at the end', async () => {
  world.plant([{ path: '0/a', text: '' }]);
  truncateSync(world.at('0/a'), 3_000_000);
  const { originals, entry } = await openAt('0/a');
  const read = async () => {
    for await (const chunk of originals.stream(entry)) appendFileSync(world.at('0/a'), chunk.subarray(0, 1));
  };
  await expect(read()).rejects.toMatchObject({ problem: 'changed' });
});

test('a large file, and what is no file, are named as such', async () => {
  world.plant([{ path: '0/a', text: 'bytes' }]);
  spawnSync('mkfifo', [world.at('0/pipe')]);
  const file = await openAt('0/a');
  expect(await file.originals.read(file.entry, { limit: 2 })).toMatchObject({ problem: 'too-large' });
  const pipe = await openAt('0/pipe');
  expect(await pipe.originals.read(pipe.entry, { limit })).toMatchObject({ problem: 'not-a-file' });
  const unknown = { hash: asBlob('ab'.repeat(32)), size: 1 };
  expect(await file.originals.read(unknown, { limit })).toMatchObject({ problem: 'gone' });
});
