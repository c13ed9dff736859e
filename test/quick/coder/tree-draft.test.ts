import { TreeDraft } from '../../../src/coder/tools/files/tree-draft';
import { createMemoryStore } from '../../support/memory-store';
import type { BlobHash } from '../../../src/domain/ids';
import { textsOf, treeOf } from '../../support/text-trees';

test('a draft without changes is its tree, and stores nothing', async () => {
  const blobs = new Map<BlobHash, Buffer>();
  const store = createMemoryStore(blobs);
  const tree = await treeOf(store, { 'a/b': '1' });
  const before = blobs.size;
  const draft = new TreeDraft(store, tree);
  await draft.entries('a');
  await draft.makeFolder('x');
  await draft.remove('x');
  expect(await draft.write()).toBe(tree);
  expect(blobs.size).toBe(before);
});

test('ten thousand moves write each listing once', async () => {
  const blobs = new Map<BlobHash, Buffer>();
  const store = createMemoryStore(blobs);
  const files = Array.from({ length: 10_000 }, (_, index) => [`file ${index}`, 'x'] as const);
  const tree = await treeOf(store, { ...Object.fromEntries(files), stays: 'y' });
  const before = blobs.size;
  const draft = new TreeDraft(store, tree);
  await draft.makeFolder('to/deep');
  for (const [name] of files) await draft.move(name, `to/deep/${name}`);
  const moved = await draft.write();
  // The root, `to` and `to/deep`.
  expect(blobs.size - before).toBe(3);
  expect(Object.keys(await textsOf(store, moved))).toHaveLength(10_001);
});

test('a copy and its original go different ways', async () => {
  const store = createMemoryStore();
  const draft = new TreeDraft(store, await treeOf(store, { 'a/x': '1', 'a/b/y': '2' }));
  await draft.remove('a/x');
  await draft.copy('a', 'c');
  await draft.move('a/b/y', 'a/z');
  expect(await textsOf(store, await draft.write())).toEqual({ 'a/z': '2', 'c/b/y': '2' });
});

test('what is not there cannot be moved, and nothing stands below a file', async () => {
  const store = createMemoryStore();
  const draft = new TreeDraft(store, await treeOf(store, { a: '1' }));
  await expect(draft.move('b', 'c')).rejects.toThrow('"b" is not in the tree');
  await expect(draft.makeFolder('a/b')).rejects.toThrow('"a" is no folder');
  expect(await draft.entries('a')).toBeUndefined();
});
