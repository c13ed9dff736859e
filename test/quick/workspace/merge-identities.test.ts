import { createMemoryStore } from '../../support/memory-store';
import { diffTrees } from '../../../src/workspace/trees/diff-trees';
import { mergeTrees, type MergeRequest } from '../../../src/workspace/trees/merge-trees';
import { flatten, flatTree } from '../../support/flat-tree';

const store = createMemoryStore();
type Paths = Record<string, string>;

async function merge(base: Paths, ours: Paths, theirs: Paths, more: Partial<MergeRequest> = {}) {
  const [b, o, t] = [await flatTree(store, base), await flatTree(store, ours), await flatTree(store, theirs)];
  return mergeTrees(store, {
    base: b,
    ours: o,
    theirs: t,
    ...more,
  });
}

async function merged(base: Paths, ours: Paths, theirs: Paths): Promise<Paths | string[]> {
  const outcome = await merge(base, ours, theirs);
  if (outcome.status === 'merged') return flatten(store, outcome.tree);
  return outcome.conflicts.map(({ path, kind, message }) => `${path} ${kind}: ${message}`);
}

describe('undoing a step by a merge of manifests', () => {
  test('takes a move back where nobody built on it', async () => {
    expect(await merged({ b: 'X', c: 'Y' }, { b: 'X', d: 'Y' }, { a: 'X', c: 'Y' })).toEqual({
      a: 'X',
      d: 'Y',
    });
  });

  test('is a conflict where a later step moved the file on: it would be copied', async () => {
    expect(await merged({ b: 'X' }, { c: 'X' }, { a: 'X' })).toEqual([
      'a moved: a later change moved or copied it to c',
    ]);
  });

  test('is a conflict where a later step deleted the file', async () => {
    expect(await merged({ b: 'X' }, {}, { a: 'X' })).toEqual([
      'a moved: a later change deleted it at another path',
    ]);
  });

  test('is a conflict where a later step moved or copied what it removes', async () => {
    expect(await merged({ a: 'X', b: 'X' }, { a: 'X', c: 'X' }, { a: 'X' })).toEqual([
      'b moved: a later change moved or copied it to c',
    ]);
    expect(await merged({ b: 'X' }, { b: 'X', c: 'X' }, { a: 'X' })).toEqual([
      'a moved: a later change moved or copied it to c',
    ]);
  });

  test('is a conflict where both sides would lose a file that neither deleted', async () => {
    expect(await merged({ a: 'X', b: 'X' }, { a: 'X' }, { b: 'X' })).toEqual([
      'a moved: a later change deleted it at another path',
    ]);
  });

  test('keeps a later copy of a file that stays where it is', async () => {
    expect(await merged({ a: 'X', c: 'X' }, { a: 'X', c: 'X', d: 'X' }, { a: 'X' })).toEqual({
      a: 'X',
      d: 'X',
    });
  });

  test('takes what both sides did alike', async () => {
    expect(await merged({ b: 'X' }, { a: 'X' }, { a: 'X' })).toEqual({ a: 'X' });
  });

  test('never reads the bytes of an identity, which no store has', async () => {
    expect(await merged({ a: 'X' }, { a: 'Y' }, { a: 'text' })).toEqual(['a content: both sides changed it']);
    expect(await merged({ a: 'X' }, { a: 'X' }, { a: 'text' })).toEqual({ a: 'text' });
  });

  test('follows files with bytes too where that is asked for', async () => {
    const trees = [{ b: 'text' }, { c: 'text' }, { a: 'text' }] as const;
    expect(await merged(...trees)).toEqual({ a: 'text', c: 'text' });
    expect(await merge(...trees, { followFiles: true })).toMatchObject({ status: 'conflict' });
  });

  test('tells of a copy that was made of bytes which are taken back, wherever else such bytes are', async () => {
    const trees = [
      { a: 'new', c: 'new' },
      { a: 'new', b: 'new', c: 'new' },
      { a: 'old', c: 'new' },
    ] as const;
    expect(await merge(...trees, { followFiles: true })).toMatchObject({
      status: 'conflict',
      conflicts: [{ path: 'a', kind: 'moved', message: 'a later change moved or copied it to b' }],
    });
    const apart = [{ a: 'new' }, { a: 'new', b: 'other' }, { a: 'old' }] as const;
    expect(await merge(...apart, { followFiles: true })).toMatchObject({ status: 'merged' });
  });

  test('leaves a file out that went two ways, where it is asked for the rest', async () => {
    const outcome = await merge(
      { b: 'X', m: 'Y' },
      { c: 'X', m: 'Y' },
      { a: 'X', n: 'Y' },
      { partial: true },
    );
    if (outcome.status !== 'merged') throw new Error(outcome.status);
    expect(await flatten(store, outcome.tree)).toEqual({ c: 'X', n: 'Y' });
    expect(outcome.left?.map(({ path }) => path).sort()).toEqual(['a', 'b']);
  });
});

test('the difference of two manifests names moves, and shows no text of what has no bytes', async () => {
  const base = await flatTree(store, { a: 'X', b: 'Y', c: 'text\n' });
  const tree = await flatTree(store, { moved: 'X', b: 'new\n', c: 'text\n' });
  const { files, hash } = await diffTrees(store, base, tree);
  expect(files.map(({ path, change, renamedFrom }) => [path, change, renamedFrom])).toEqual([
    ['b', 'modified', undefined],
    ['moved', 'renamed', 'a'],
  ]);
  const text = String(await store.blobs.load(hash));
  expect(text).toContain('Binary files a/b and b/b differ');
  expect(text).toContain('rename from a\nrename to moved');
});
