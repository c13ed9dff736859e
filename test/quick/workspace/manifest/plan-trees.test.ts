import { createMemoryStore } from '../../../support/memory-store';
import { IdentityPaths } from '../../../../src/workspace/manifest/identity-paths';
import { planTrees } from '../../../../src/workspace/manifest/plan/plan-trees';
import { Pace } from '../../../../src/machine/pace';
import { flatTree } from '../../../support/flat-tree';

import type { TreeHash } from '../../../../src/domain/ids';

const store = createMemoryStore();
type Paths = Record<string, string>;

/** The acts of a plan, one a line. */
async function plan(base: Paths, tree: Paths, kept: readonly Paths[] = []): Promise<string[]> {
  const keptFolders = new Set<TreeHash>();
  for (const folder of kept) keptFolders.add(await flatTree(store, folder));
  const [from, to] = [await flatTree(store, base), await flatTree(store, tree)];
  const deps = { trees: store.trees, paths: new IdentityPaths(store.trees) };
  const acts = await planTrees(
    { ...deps, pace: new Pace() },
    { base: from, tree: to, keptFolders, mayMove: () => true },
  );
  return [
    ...acts.moves.map((move) => `move ${move.from} ${move.to}`),
    ...acts.copies.map(({ source, to: target }) => `copy ${source} ${target}`),
    ...acts.fetches.map(({ path }) => `fetch ${path}`),
    ...acts.writes.map(({ path, like }) => `write ${path}${like === undefined ? '' : ` as ${like}`}`),
    ...acts.makes.map(({ path }) => `make ${path}`),
    ...acts.removals.map(({ path }) => `remove ${path}`),
    ...acts.emptied.map(({ path }) => `empty ${path}`),
  ];
}

test('a folder goes whole, and so does one that holds it', async () => {
  expect(await plan({ '0/a/b/x': 'X', '0/y': 'Y' }, { '0/c/b/x': 'X', '0/y': 'Y' })).toEqual([
    'move 0/a 0/c',
  ]);
});

test('a folder goes whole, and what is changed in it is changed there', async () => {
  expect(await plan({ '0/a/x': 'X', '0/a/y': 'Y' }, { '0/b/x': 'X', '0/b/y': 'new' })).toEqual([
    'move 0/a 0/b',
    'write 0/b/y as 0/a/y',
    'remove 0/a/y',
  ]);
  expect(await plan({ '0/a/x': 'X' }, { '0/b/x': 'new' })).toEqual([
    'move 0/a 0/b',
    'write 0/b/x as 0/a/x',
    'remove 0/a/x',
  ]);
  // A copy of what is in it is a copy, and does not take the place of its original.
  expect(await plan({ '0/a/x': 'X', '0/a/y': 'Y' }, { '0/b/x': 'X', '0/b/y': 'new', '0/c/x': 'X' })).toEqual([
    'move 0/a 0/b',
    'copy 0/a/x 0/c/x',
    'write 0/b/y as 0/a/y',
    'make 0/c',
    'remove 0/a/y',
  ]);
  // Another folder may come out of it.
  expect(
    await plan(
      { '0/a/in/x': 'X', '0/a/y': 'Y', '0/a/z': 'Z' },
      { '0/b/y': 'Y', '0/b/z': 'new', '0/c/x': 'X' },
    ),
  ).toEqual(['move 0/a 0/b', 'move 0/a/in 0/c', 'write 0/b/z as 0/a/z', 'remove 0/a/z']);
});

test('what is kept comes back as it is, and not as another folder that is like it', async () => {
  const many = { 'index.js': 'I', 'package.json': 'P' };
  const tree = { '0/p/sub/index.js': 'I', '0/p/sub/package.json': 'P', '0/p/x': 'X' };
  expect(
    await plan({ '0/q/index.js': 'A', '0/q/package.json': 'B' }, tree, [
      many,
      { 'sub/index.js': 'I', 'sub/package.json': 'P', x: 'X' },
    ]),
  ).toEqual(['fetch 0/p', 'remove 0/q']);
});

test('an empty folder keeps its name or its place; with neither it is another one', async () => {
  expect(await plan({ '0/a': '/' }, { '0/b': '/' })).toEqual(['move 0/a 0/b']);
  expect(await plan({ '0/a/sub': '/' }, { '0/b/sub': '/' })).toEqual(['move 0/a 0/b']);
  expect(await plan({ '0/a/e': '/', '0/b/x': 'X' }, { '0/a': '/', '0/b/x': 'X', '0/b/e': '/' })).toEqual([
    'move 0/a/e 0/b/e',
  ]);
  expect(await plan({ '0/a/e': '/', '0/b/x': 'X' }, { '0/a': '/', '0/b/x': 'X', '0/b/f': '/' })).toEqual([
    'make 0/b/f',
    'empty 0/a/e',
  ]);
});

test('two folders that swap their names are two moves', async () => {
  expect(await plan({ '0/a/x': 'X', '0/b/y': 'Y' }, { '0/a/y': 'Y', '0/b/x': 'X' })).toEqual([
    'move 0/b 0/a',
    'move 0/a 0/b',
  ]);
});

test('a folder that stays, or was there before, is not moved: its files are', async () => {
  expect(
    await plan({ '0/in/x': 'X', '0/in/y': 'Y' }, { '0/in': '/', '0/out/x': 'X', '0/out/y': 'Y' }),
  ).toEqual(['move 0/in/x 0/out/x', 'move 0/in/y 0/out/y', 'make 0/out']);
  expect(await plan({ '0/in/x': 'X', '0/out': '/' }, { '0/out/x': 'X' })).toEqual([
    'move 0/in/x 0/out/x',
    'empty 0/in',
  ]);
  // Folders inside of it still go whole.
  expect(
    await plan({ '0/in/s/x': 'X', '0/in/y': 'Y' }, { '0/in': '/', '0/out/s/x': 'X', '0/out/y': 'Y' }),
  ).toEqual(['move 0/in/s 0/out/s', 'move 0/in/y 0/out/y', 'make 0/out']);
});

test('a file that is wanted more often than it is there is copied', async () => {
  expect(await plan({ '0/a': 'X' }, { '0/b': 'X', '0/c': 'X' })).toEqual(['move 0/a 0/b', 'copy 0/a 0/c']);
  expect(await plan({ '0/a': 'X' }, { '0/a': 'X', '0/c': 'X' })).toEqual(['copy 0/a 0/c']);
});

test('a file keeps its name where it can', async () => {
  expect(await plan({ '0/a/n': 'X', '0/b/m': 'X' }, { '0/c/m': 'X', '0/c/n': 'X' })).toEqual([
    'move 0/b 0/c',
    'move 0/a/n 0/c/n',
    'empty 0/a',
  ]);
});

test('what the base does not have comes from what is kept, folders whole', async () => {
  expect(await plan({ '0/a': 'X' }, { '0/a': 'X', '0/f/y': 'Y', '0/g/z': 'Z' }, [{ y: 'Y' }])).toEqual([
    'fetch 0/f',
    'fetch 0/g/z',
    'make 0/g',
  ]);
});
