import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash, TreeHash } from '../../../../src/domain/ids';
import type { TreeEntry } from '../../../../src/store';
import { KeptPlaces } from '../../../../src/workspace/manifest/kept/kept-places';
import { composeTree } from '../../../../src/workspace/trees/compose-tree';
import { ManifestWorld } from '../../../support/manifest-world';
import { closeTree, openTree, putNode, takeNode } from '../../../support/mutable-tree';

const OLD_DEVICE = 'abc'.padStart(16, '0');
let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

/** The tree as it was listed before its file system got another number. */
async function listedBefore(tree: TreeHash): Promise<TreeHash> {
  const changes = new Map<string, TreeEntry>();
  for (const { path, ...entry } of await world.store.trees.list(tree))
    if (entry.type === 'identity')
      changes.set(path, { ...entry, hash: `${OLD_DEVICE}${entry.hash.slice(16)}` } as TreeEntry);
  return composeTree(world.store, tree, changes);
}

/** What is kept, under the names that it got before. */
function keptBefore(): void {
  for (const place of new KeptPlaces(world.kept).all())
    for (const publish of readdirSync(join(place, world.run)))
      for (const name of readdirSync(join(place, world.run, publish)))
        renameSync(
          join(place, world.run, publish, name),
          join(place, world.run, publish, name.replace(/^f-.{16}/, `f-${OLD_DEVICE}`)),
        );
}

async function changed(base: BlobHash): Promise<TreeHash> {
  const tree = await openTree(world.store.trees, base);
  const moved = takeNode(tree, '0/a');
  if (!moved || !putNode(tree, '1/a', moved)) throw new Error('0/a is not there');
  takeNode(tree, '0/b');
  return closeTree(world.store.trees, tree);
}

async function planted() {
  world.plant([
    { path: '0/a', text: 'a' },
    { path: '0/b', text: 'b' },
    { path: '0/stays', text: 'c' },
  ]);
  const { tree } = await world.capture();
  return { tree, last: await changed(tree) };
}

test('a run that was published before a restart gave the disk another number is rolled back, with the same files', async () => {
  const inodes = async () => ({ a: world.inode('0/a'), b: world.inode('0/b') });
  const { tree, last } = await planted();
  const before = await inodes();
  const published = await world.publish(tree, last);
  if (published.status !== 'published') throw new Error('there is a conflict');
  keptBefore();
  const merged = await world.workspaces.mergeManifests({
    roots: world.roots,
    base: await listedBefore(published.tree),
    ours: (await world.capture()).tree,
    theirs: await listedBefore(tree),
    states: [],
  });
  if (merged.status !== 'merged') throw new Error(JSON.stringify(merged));
  const undone = await world.publish((await world.capture()).tree, merged.tree);
  expect(undone.status).toBe('published');
  expect(await inodes()).toEqual(before);
});

test('a change that waited over such a restart is published', async () => {
  const { tree, last } = await planted();
  const inode = world.inode('0/a');
  const published = await world.publish(await listedBefore(tree), await listedBefore(last));
  expect(published.status).toBe('published');
  expect(world.inode('1/a')).toBe(inode);
  expect((await world.capture()).tree).toBe(published.status === 'published' && published.tree);
});

test('a file that was changed is a conflict all the same', async () => {
  const { tree, last } = await planted();
  world.write('0/b', 'meanwhile');
  const published = await world.publish(await listedBefore(tree), await listedBefore(last));
  expect(published).toMatchObject({ status: 'conflict', conflicts: [{ path: '0/b' }] });
});
