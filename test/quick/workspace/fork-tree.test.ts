import { forkTree, nearestTree } from '../../../src/workspace/trees/fork-tree';
import { ForkOrigin } from '../../../src/domain/run/fork';
import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import { createMemoryStore } from '../../support/memory-store';
import { asTree } from '../../support/hashes';
import { textsOf, treeOf } from '../../support/text-trees';

const store = createMemoryStore();
const BEFORE = { 'a.txt': 'one\n', 'b.txt': 'one\n', 'src/c.txt': '1\n2\n3\n' };
const MIDDLE = { ...BEFORE, 'a.txt': 'two\n' };
const LAST = { ...MIDDLE, 'b.txt': 'two\n', 'new.txt': 'new\n' };
type Texts = Record<string, string>;

async function fork(start: Texts, present: Texts, left: readonly Texts[], edits: object[] = []) {
  const trees = await Promise.all(left.map((texts) => treeOf(store, texts)));
  const origin = { of: 'run', checkpoint: 1, start: await treeOf(store, start), left: trees, edits };
  return forkTree(store, ForkOrigin.parse(origin), await treeOf(store, present));
}

async function begun(...given: Parameters<typeof fork>): Promise<Texts> {
  const outcome = await fork(...given);
  if (outcome.status !== 'ready') throw new Error(JSON.stringify(outcome));
  return textsOf(store, outcome.tree);
}

const PUBLISHED = [LAST, BEFORE, MIDDLE];
const UNPUBLISHED = [BEFORE, MIDDLE, LAST];

test.each([
  ['the directory as the run left it', LAST, PUBLISHED],
  ['a directory in which nothing was published', BEFORE, UNPUBLISHED],
  ['a directory that was rolled back wholly', BEFORE, PUBLISHED],
  ['a directory that was rolled back to a state', MIDDLE, PUBLISHED],
  ['a directory that was published to since', LAST, UNPUBLISHED],
])('begins with exactly the state in %s', async (_, present, left) => {
  for (const start of [BEFORE, MIDDLE, LAST]) expect(await begun(start, present, left)).toEqual(start);
});

test.each([
  ['published', LAST, PUBLISHED],
  ['rolled back', BEFORE, PUBLISHED],
  ['not published', BEFORE, UNPUBLISHED],
])('keeps what the user did in a directory that was %s', async (_, present, left) => {
  const mine = { 'mine.txt': 'mine\n', 'src/c.txt': '1\n2\nthree\n' };
  for (const start of [BEFORE, MIDDLE, LAST])
    expect(await begun(start, { ...present, ...mine }, left)).toEqual({ ...start, ...mine });
});

test('edits are made to the state, not to the directory', async () => {
  const edit = { action: 'replace', path: 'a.txt', search: 'two', replacement: 'three' };
  const present = { ...BEFORE, 'b.txt': 'mine\n' };
  expect(await begun(MIDDLE, present, UNPUBLISHED, [edit])).toEqual({ ...present, 'a.txt': 'three\n' });
  expect(await fork(BEFORE, LAST, PUBLISHED, [edit])).toMatchObject({
    status: 'refused',
    refusals: [{ path: 'a.txt', reason: 'no-match' }],
  });
});

test('the same lines changed on both sides are a conflict', async () => {
  const outcome = await fork(MIDDLE, { ...BEFORE, 'a.txt': 'mine\n' }, UNPUBLISHED);
  expect(outcome).toEqual({
    status: 'conflict',
    conflicts: [{ path: 'a.txt', reason: 'both sides changed line 1' }],
  });
});

test('a state that is not whole is missing, and no folder of it is stored again', async () => {
  const lost = new Set<string>();
  const missing = (tree: TreeHash) => lost.has(tree);
  const blobs = {
    ...store.blobs,
    get: (hash: BlobHash) => store.blobs.load(hash),
    has: (hash: BlobHash) => (missing(asTree(hash)) ? Promise.resolve(false) : store.blobs.has(hash)),
  };
  const trees = Object.assign(Object.create(store.trees) as typeof store.trees, {
    writeDir: () => Promise.reject(new Error('stored')),
  });
  const [start, present] = [await treeOf(store, MIDDLE), await treeOf(store, BEFORE)];
  const file = await store.trees.find(start, 'a.txt');
  const origin = ForkOrigin.parse({ of: 'run', checkpoint: 1, start, left: [present] });
  for (const hash of [file?.hash ?? '', start]) {
    lost.clear();
    lost.add(hash);
    expect(await forkTree({ blobs, trees }, origin, present)).toEqual({ status: 'missing' });
  }
  const never = ForkOrigin.parse({ ...origin, start: '0'.repeat(64) });
  expect(await forkTree(store, never, present)).toEqual({ status: 'missing' });
  expect(await forkTree(store, { ...origin, left: [asTree('0'.repeat(64))] }, present)).toEqual({
    status: 'missing',
  });
});

test('of trees that are as near the first one counts', async () => {
  const [a, b, c] = await Promise.all(
    ['1', '2', '3'].map((text) => treeOf(store, { 'x.txt': text, 'y.txt': 'same' })),
  );
  expect(await nearestTree(store.trees, [asTree(a ?? ''), asTree(b ?? '')], asTree(c ?? ''))).toBe(a);
  expect(await nearestTree(store.trees, [asTree(b ?? ''), asTree(a ?? '')], asTree(c ?? ''))).toBe(b);
  expect(
    await nearestTree(store.trees, [asTree(a ?? ''), asTree(c ?? ''), asTree(b ?? '')], asTree(c ?? '')),
  ).toBe(c);
});
