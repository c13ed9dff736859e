import {
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobHash } from '../../../../src/domain/ids';
import { contentsOf, ManifestWorld } from '../../../support/manifest-world';
import { closeTree, openTree, putNode, takeNode, type MutableFolder } from '../../../support/mutable-tree';

/** Memory is another file system than the disk, where there is such a thing. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let world: ManifestWorld;
let other: string;

beforeAll(async () => {
  other = mkdtempSync(join(MEMORY, 'kintsugi-other-'));
  world = await ManifestWorld.open([join(other, 'root')]);
});
afterAll(() => world.close([other]));

async function changed(base: BlobHash, change: (tree: MutableFolder) => void): Promise<BlobHash> {
  const tree = await openTree(world.store.trees, base);
  change(tree);
  return closeTree(world.store.trees, tree);
}

function move(tree: MutableFolder, from: string, to: string): void {
  const node = takeNode(tree, from);
  if (!node || !putNode(tree, to, node)) throw new Error(`${from} can't go to ${to}`);
}

test('files, folders and links go to another file system and come back as the same files', async () => {
  world.plant([
    { path: '0/a', text: 'a', mode: 0o640 },
    { path: '0/folder/deep/x', text: 'x' },
    { path: '0/folder/link', link: 'deep' },
    { path: '2/there', text: 'there' },
  ]);
  const owned = ['0/a', '0/folder', '0/folder/deep', '0/folder/deep/x'];
  if (process.geteuid?.() === 0) for (const path of owned) chownSync(world.at(path), 1_000, 1_000);
  const state = world.state();
  const inodes = ['0/a', '0/folder', '2/there'].map((path) => world.inode(path));
  const owners = owned.map((path) => lstatSync(world.at(path)).uid);
  const before = await world.capture();
  const tree = await changed(before.tree, (at) => {
    move(at, '0/a', '2/a');
    move(at, '0/folder', '2/folder');
    move(at, '2/there', '1/here');
  });
  const done = await world.publish(before.tree, tree);
  if (done.status !== 'published') throw new Error(JSON.stringify(done.conflicts));
  const after = await world.capture();
  expect(done).toMatchObject({ tree: after.tree, times: after.times });
  expect(readFileSync(world.at('2/folder/deep/x'), 'utf8')).toBe('x');
  expect(lstatSync(world.at('2/a')).mode & 0o777).toBe(0o640);
  expect(owned.map((path) => lstatSync(world.at(path.replace('0/', '2/'))).uid)).toEqual(owners);
  expect(existsSync(world.at('0/a'))).toBe(false);

  // The retry of what was done, then the way back.
  expect(await world.publish(before.tree, tree)).toMatchObject({ tree: after.tree, times: after.times });
  const back = await world.publish(done.tree, before.tree, { restored: before });
  expect(back).toMatchObject({ status: 'published', tree: before.tree, times: before.times });
  expect(world.state()).toEqual(state);
  expect(['0/a', '0/folder', '2/there'].map((path) => world.inode(path))).toEqual(inodes);
});

test('what is deleted there is kept there, and no listing shows it', async () => {
  world.plant([{ path: '2/gone', text: 'gone' }]);
  const before = await world.capture();
  const tree = await changed(before.tree, (at) => takeNode(at, '2/gone'));
  expect(await world.publish(before.tree, tree)).toMatchObject({ status: 'published' });
  expect((await world.capture()).tree).toBe(tree);
  expect(await world.publish(tree, before.tree, { restored: before })).toMatchObject({
    tree: before.tree,
    times: before.times,
  });
});

test('a copy to another file system leaves the original alone', async () => {
  world.plant([{ path: '0/a', text: 'a' }]);
  const { tree: base } = await world.capture();
  const tree = await changed(base, (at) => {
    const a = at.entries.get('0') as MutableFolder;
    const leaf = a.entries.get('a');
    if (leaf) putNode(at, '2/a', leaf);
  });
  expect(await world.publish(base, tree)).toMatchObject({ status: 'published' });
  expect(contentsOf(world.roots[2] ?? '')).toEqual(['a']);
  expect(contentsOf(world.roots[0] ?? '')).toEqual(['a']);
});

test('a link on the way to a path is never followed', async () => {
  world.plant([
    { path: '0/a', text: 'a' },
    { path: '0/to', dir: true },
  ]);
  const { tree: base } = await world.capture();
  const tree = await changed(base, (at) => move(at, '0/a', '0/to/a'));
  const outside = join(other, 'outside');
  writeFileSync(outside, 'mine');
  rmSync(world.at('0/to'), { recursive: true });
  symlinkSync(other, world.at('0/to'));
  expect(await world.publish(base, tree)).toMatchObject({ status: 'conflict' });
  expect(existsSync(join(other, 'a'))).toBe(false);
  expect(readFileSync(world.at('0/a'), 'utf8')).toBe('a');
});
