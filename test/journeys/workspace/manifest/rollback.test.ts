import { readFileSync, renameSync } from 'node:fs';
import type { BlobHash } from '../../../../src/domain/ids';
import { asTree } from '../../../support/hashes';
import { ManifestWorld } from '../../../support/manifest-world';
import {
  cloneNode,
  closeTree,
  nodeAt,
  openTree,
  putNode,
  takeNode,
  type Leaf,
  type MutableFolder,
} from '../../../support/mutable-tree';
import { manifest } from '../../../support/manifest';

let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

async function changed(base: BlobHash, change: (tree: MutableFolder) => void): Promise<BlobHash> {
  const tree = await openTree(world.store.trees, base);
  change(tree);
  return closeTree(world.store.trees, tree);
}

function move(tree: MutableFolder, from: string, to: string): void {
  const node = takeNode(tree, from);
  if (!node || !putNode(tree, to, node)) throw new Error(`${from} can't go to ${to}`);
}

async function file(text: string): Promise<Leaf> {
  const hash = await world.store.blobs.put(Buffer.from(text));
  return { type: 'file', mode: 0o644, hash, size: text.length };
}

/** A run of four steps that was published; its trees, and the manifest afterwards. */
async function publishRun() {
  world.plant([
    { path: '0/a', text: 'a' },
    { path: '0/b', text: 'b' },
    { path: '0/papers/x', text: 'x' },
  ]);
  const before = await world.capture();
  const note = await file('note');
  const first = await changed(before.tree, (at) => {
    putNode(at, '0/note', note);
    move(at, '0/a', '1/a');
  });
  const second = await changed(first, (at) => {
    const b = nodeAt(at, '0/b');
    if (b) putNode(at, '1/copy', cloneNode(b));
    move(at, '0/note', '1/note');
  });
  const edited = await file('edited');
  const last = await changed(second, (at) => {
    putNode(at, '0/b', edited);
    takeNode(at, '0/papers');
  });
  const done = await world.publish(before.tree, last, { baseTimes: before.times });
  if (done.status !== 'published') throw new Error(JSON.stringify(done.conflicts));
  return { before, first, second, last, published: done.tree };
}

/** The rollback of an ended run: the way back is merged onto the folders as they are now. */
async function rollBack(run: { last: string; published: BlobHash }, checkpoint: BlobHash) {
  const { workspaces } = world;
  const ours = await world.capture();
  const merged = await workspaces.mergeManifests({
    roots: world.roots,
    base: asTree(run.published),
    ours: ours.tree,
    theirs: asTree(checkpoint),
    states: [],
  });
  if (merged.status === 'conflict') return merged;
  return world.publish(ours.tree, merged.tree, { baseTimes: ours.times });
}

function contents(): string[] {
  return world.roots.flatMap((root, index) =>
    manifest(root).map((line) => `${index}/${line.split(' ')[0] ?? ''}`),
  );
}

test('an ended run rolls back to each of its steps, beside what its user did since', async () => {
  const run = await publishRun();
  world.write('0/mine', 'mine');
  const copy = world.inode('1/copy');
  expect(await rollBack(run, run.second)).toMatchObject({ status: 'published' });
  expect(contents()).toEqual(['0/b', '0/mine', '0/papers', '0/papers/x', '1/a', '1/copy', '1/note']);
  expect(readFileSync(world.at('0/b'), 'utf8')).toBe('b');
  expect(world.inode('1/copy')).toBe(copy);

  const again = await publishRun();
  const note = world.inode('1/note');
  expect(await rollBack(again, again.first)).toMatchObject({ status: 'published' });
  expect(contents()).toEqual(['0/b', '0/note', '0/papers', '0/papers/x', '1/a']);
  expect(world.inode('0/note')).toBe(note);
  expect(readFileSync(world.at('0/b'), 'utf8')).toBe('b');
});

test('a rollback of what the user moved on is a conflict, and changes nothing', async () => {
  const run = await publishRun();
  renameSync(world.at('1/a'), world.at('1/elsewhere'));
  const state = world.state();
  expect(await rollBack(run, run.before.tree)).toMatchObject({
    status: 'conflict',
    conflicts: [{ path: '0/a', kind: 'moved' }],
  });
  expect(world.state()).toEqual(state);
});
