import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../../src/domain/ids';
import { ManifestWorld } from '../../../support/manifest-world';
import {
  cloneNode,
  closeTree,
  nodeAt,
  openTree,
  putNode,
  takeNode,
  type MutableFolder,
} from '../../../support/mutable-tree';
import type { Plant } from '../../../support/plant-tree';

const NOBODY = 65_534;
const isSuperuser = process.geteuid?.() === 0;

let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
  const home = join(world.folder, 'home');
  for (const path of ['journals', 'kept', 'finished']) mkdirSync(join(home, path));
  if (isSuperuser)
    for (const path of ['journals', 'kept', 'finished']) chownSync(join(home, path), NOBODY, NOBODY);
  for (const path of [world.folder, home]) chmodSync(path, 0o755);
});
afterAll(() => world.close());

/** Plants things that belong to an ordinary user. */
function plantAsUser(plants: readonly Plant[]): void {
  world.plant(plants);
  if (!isSuperuser) return;
  for (const root of world.roots)
    for (const name of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })])
      chownSync(join(root, name), NOBODY, NOBODY);
}

/** Runs something with the rights of an ordinary user. */
async function asUser<T>(act: () => Promise<T>): Promise<T> {
  if (isSuperuser) process.seteuid?.(NOBODY);
  try {
    return await act();
  } finally {
    if (isSuperuser) process.seteuid?.(0);
  }
}

async function changed(base: BlobHash, change: (tree: MutableFolder) => void): Promise<BlobHash> {
  const tree = await openTree(world.store.trees, base);
  change(tree);
  return closeTree(world.store.trees, tree);
}

function move(tree: MutableFolder, from: string, to: string): void {
  const node = takeNode(tree, from);
  if (!node || !putNode(tree, to, node)) throw new Error(`${from} can't go to ${to}`);
}

test('a folder that may not be listed is opaque and named, and moves as it is', async () => {
  plantAsUser([{ path: '0/closed/x', text: 'x' }]);
  chmodSync(world.at('0/closed'), 0);
  const inode = world.inode('0/closed');
  const outcome = await asUser(async () => {
    const { tree: base, unreadable } = await world.capture();
    expect(unreadable).toEqual([world.at('0/closed')]);
    const entry = await world.store.trees.find(base, '0/closed');
    expect(entry?.type).toBe('identity');
    const originals = world.workspaces.openOriginals({ roots: world.roots, base });
    expect(entry && (await originals.read(entry, { limit: 10_000 }))).toMatchObject({
      problem: 'not-a-file',
    });
    return world.publish(base, await changed(base, (at) => move(at, '0/closed', '0/moved')));
  });
  expect(outcome).toMatchObject({ status: 'published' });
  expect(world.inode('0/moved')).toBe(inode);
  chmodSync(world.at('0/moved'), 0o755);
});

test('a folder that may not be written into moves with all that it holds, as it is', async () => {
  plantAsUser([{ path: '0/fixed/x', text: 'x' }]);
  chmodSync(world.at('0/fixed'), 0o555);
  const inode = world.inode('0/fixed');
  const state = world.state();
  await asUser(async () => {
    const before = await world.capture();
    const tree = await changed(before.tree, (at) => move(at, '0/fixed', '1/moved'));
    expect(await world.publish(before.tree, tree)).toMatchObject({ status: 'published', tree });
    expect([world.inode('1/moved'), lstatSync(world.at('1/moved')).mode & 0o777]).toEqual([inode, 0o555]);
    await world.publish(tree, before.tree, { restored: before });
  });
  expect(world.state()).toEqual(state);
});

test('a file that may not be read can be moved, and not copied', async () => {
  plantAsUser([{ path: '0/secret', text: 'x', mode: 0o200 }]);
  const state = world.state();
  await asUser(async () => {
    const { tree: base } = await world.capture();
    const entry = await world.store.trees.find(base, '0/secret');
    const originals = world.workspaces.openOriginals({ roots: world.roots, base });
    expect(entry && (await originals.copyProblem(entry))).toBe('unreadable');
    const copy = await changed(base, (at) => {
      const secret = nodeAt(at, '0/secret');
      if (secret) putNode(at, '0/copy', cloneNode(secret));
    });
    expect(await world.publish(base, copy)).toEqual({
      status: 'conflict',
      conflicts: [{ path: '0/secret', reason: 'it cannot be read to be copied: permission denied' }],
    });
    const tree = await changed(base, (at) => move(at, '0/secret', '1/secret'));
    expect(await world.publish(base, tree)).toMatchObject({ status: 'published', tree });
    expect(await world.publish(tree, base, { restored: await world.capture() })).toMatchObject({
      tree: base,
    });
  });
  expect(world.state().filter((line) => line.includes('secret'))).toEqual(
    state.filter((line) => line.includes('secret')),
  );
});

test("somebody else's file in a folder of one's own can be moved", async () => {
  plantAsUser([{ path: '0/theirs', text: 'x' }]);
  if (isSuperuser) chownSync(world.at('0/theirs'), 0, 0);
  await asUser(async () => {
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => move(at, '0/theirs', '1/theirs'));
    expect(await world.publish(base, tree)).toMatchObject({ status: 'published', tree });
  });
  expect(lstatSync(world.at('1/theirs')).size).toBe(1);
});

test('a publish that may not write into a folder is taken back as a whole, and says so', async () => {
  plantAsUser([
    { path: '0/a', text: 'a' },
    { path: '0/papers/x', text: 'x' },
    { path: '1/shut', dir: true, mode: 0o555 },
  ]);
  const state = world.state();
  await asUser(async () => {
    const { tree: base } = await world.capture();
    const hash = await world.store.blobs.put(Buffer.from('new'));
    const tree = await changed(base, (at) => {
      move(at, '0/papers', '1/articles');
      putNode(at, '0/new', { type: 'file', mode: 0o644, hash, size: 3 });
      move(at, '0/a', '1/shut/a');
    });
    expect(await world.publish(base, tree)).toEqual({
      status: 'conflict',
      conflicts: [{ path: '1/shut/a', reason: 'it, or its folder, may not be changed: permission denied' }],
    });
  });
  expect(world.state()).toEqual(state);
  expect(readdirSync(join(world.folder, 'home', 'journals', 'manifests'))).toEqual([]);
  expect(existsSync(join(world.kept, world.run))).toBe(false);
});

test('all files that cannot be moved are named at once, and left where the rest is published', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
  plantAsUser([
    ...names.map((name) => ({ path: `0/locked/${name}`, text: name })),
    { path: '0/free/x', text: 'x' },
  ]);
  chmodSync(world.at('0/locked'), 0o555);
  const { tree: base } = await world.capture();
  const tree = await changed(base, (at) => {
    for (const name of names) move(at, `0/locked/${name}`, `1/${name}`);
    move(at, '0/free/x', '1/x');
  });
  const whole = await asUser(() => world.publish(base, tree));
  expect(whole).toMatchObject({ status: 'conflict' });
  const paths = 'conflicts' in whole ? whole.conflicts.map(({ path }) => path) : [];
  expect(new Set(paths).size).toBe(50);
  expect(paths.every((path) => path.startsWith('0/locked/f'))).toBe(true);
  expect(readdirSync(world.at('0/locked'))).toHaveLength(60);
  const part = await asUser(() => world.publish(base, tree, { partial: true }));
  // Both ends of each move.
  expect(part).toMatchObject({ status: 'published', leftCount: 120 });
  expect(readdirSync(world.at('0/locked'))).toHaveLength(60);
  expect(existsSync(world.at('1/x'))).toBe(true);
  chmodSync(world.at('0/locked'), 0o755);
});
