import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { BlobHash, TreeHash } from '../../../../src/domain/ids';
import { ManifestJournals } from '../../../../src/workspace/manifest/steps/journal';
import { asTree } from '../../../support/hashes';
import { contentsOf, ManifestWorld } from '../../../support/manifest-world';
import {
  cloneNode,
  closeTree,
  type MutableFolder,
  openTree,
  putNode,
  takeNode,
} from '../../../support/mutable-tree';

let world: ManifestWorld;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

/** The base with some changes of its paths. */
async function changed(base: BlobHash, change: (tree: MutableFolder) => void): Promise<BlobHash> {
  const tree = await openTree(world.store.trees, base);
  change(tree);
  return closeTree(world.store.trees, tree);
}

function move(tree: MutableFolder, from: string, to: string): void {
  const node = takeNode(tree, from);
  if (!node || !putNode(tree, to, node)) throw new Error(`${from} can't go to ${to}`);
}

const NEW_FOLDER = (): MutableFolder => ({ mode: 0o755, entries: new Map() });

describe('moves', () => {
  test('a folder goes whole, with its inode, its times and those of what it holds', async () => {
    world.plant([{ path: '0/papers/deep/x', text: 'x' }]);
    utimesSync(world.at('0/papers'), 1_500_000_000, 1_500_000_000);
    const inodes = [world.inode('0/papers'), world.inode('0/papers/deep/x')];
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => move(at, '0/papers', '1/articles'));
    expect(await world.publish(base, tree)).toMatchObject({
      status: 'published',
      tree,
      files: [{ path: '1/articles', change: 'renamed', renamedFrom: '0/papers' }],
    });
    expect([world.inode('1/articles'), world.inode('1/articles/deep/x')]).toEqual(inodes);
    expect(lstatSync(world.at('1/articles')).mtimeMs).toBe(1_500_000_000_000);
  });

  test('two folders swap their names, and a child takes the place of its folder', async () => {
    world.plant([
      { path: '0/a/x', text: 'x' },
      { path: '0/b/y', text: 'y' },
      { path: '0/c/c/z', text: 'z' },
    ]);
    const inodes = [world.inode('0/a'), world.inode('0/b'), world.inode('0/c/c')];
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => {
      const [a, b] = [takeNode(at, '0/a'), takeNode(at, '0/b')];
      if (a && b) putNode(at, '0/b', a);
      if (a && b) putNode(at, '0/a', b);
      move(at, '0/c/c', '0/c');
    });
    expect(await world.publish(base, tree)).toMatchObject({ status: 'published', tree });
    expect([world.inode('0/b'), world.inode('0/a'), world.inode('0/c')]).toEqual(inodes);
  });

  test('a folder may go into a new one of its own name', async () => {
    world.plant([{ path: '0/a/x', text: 'x' }]);
    const inode = world.inode('0/a');
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => {
      const a = takeNode(at, '0/a');
      putNode(at, '0/a', NEW_FOLDER());
      if (a) putNode(at, '0/a/a', a);
    });
    expect(await world.publish(base, tree)).toMatchObject({ status: 'published', tree });
    expect(world.inode('0/a/a')).toBe(inode);
  });

  test('a folder stays where its file goes into a new folder inside it, and comes back', async () => {
    world.plant([{ path: '0/b/x', text: 'x' }]);
    const inodes = [world.inode('0/b'), world.inode('0/b/x')];
    const before = await world.capture();
    const tree = await changed(before.tree, (at) => {
      putNode(at, '0/b/a', NEW_FOLDER());
      move(at, '0/b/x', '0/b/a/x');
    });
    expect(await world.publish(before.tree, tree)).toMatchObject({ status: 'published', tree });
    expect([world.inode('0/b'), world.inode('0/b/a/x')]).toEqual(inodes);
    expect(await world.publish(tree, before.tree, { restored: before })).toMatchObject({
      status: 'published',
    });
    expect([world.inode('0/b'), world.inode('0/b/x')]).toEqual(inodes);
  });

  test('a file of 10 GB costs no more than its name', async () => {
    world.plant([{ path: '0/film', text: '' }]);
    truncateSync(world.at('0/film'), 10_000_000_000);
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => move(at, '0/film', '1/film'));
    const free = world.storeSize();
    expect(await world.publish(base, tree)).toMatchObject({ status: 'published', tree });
    expect(lstatSync(world.at('1/film')).size).toBe(10_000_000_000);
    expect(world.storeSize() - free).toBeLessThan(100_000);
  });

  test('names that are no UTF-8 go and come back', async () => {
    world.plant([]);
    const name = Buffer.from('caf\xe9', 'latin1');
    const path = (root: string) => Buffer.concat([Buffer.from(`${root}/`), name]);
    writeFileSync(path(world.roots[0] ?? ''), 'x');
    const before = await world.capture();
    const tree = await changed(before.tree, (at) => move(at, '0/caf\udce9', '1/caf\udce9'));
    expect(await world.publish(before.tree, tree)).toMatchObject({ status: 'published', tree });
    expect(readFileSync(path(world.roots[1] ?? ''), 'utf8')).toBe('x');
    expect(await world.publish(tree, before.tree, { restored: before })).toMatchObject({
      tree: before.tree,
      times: before.times,
    });
  });
});

describe('what is deleted or overwritten', () => {
  test('is kept by a rename and comes back as the same file', async () => {
    world.plant([
      { path: '0/a', text: 'old' },
      { path: '0/folder/x', text: 'x' },
    ]);
    const inodes = [world.inode('0/a'), world.inode('0/folder'), world.inode('0/folder/x')];
    const before = await world.capture();
    const hash = await world.store.blobs.put(Buffer.from('new'));
    const tree = await changed(before.tree, (at) => {
      putNode(at, '0/a', { type: 'file', mode: 0o644, hash, size: 3 });
      takeNode(at, '0/folder');
    });
    const done = await world.publish(before.tree, tree);
    if (done.status !== 'published') throw new Error(done.status);
    expect(contentsOf(world.kept).sort()).toEqual(['old', 'x']);
    expect(await world.publish(done.tree, before.tree, { restored: before })).toMatchObject({
      tree: before.tree,
      times: before.times,
    });
    expect([world.inode('0/a'), world.inode('0/folder'), world.inode('0/folder/x')]).toEqual(inodes);
    expect(contentsOf(world.kept)).toEqual(['new']);
  });

  test('gives one file of a kept folder back, and the others later', async () => {
    world.plant([
      { path: '0/folder/x', text: 'x' },
      { path: '0/folder/y', text: 'y' },
    ]);
    const { tree: base } = await world.capture();
    const gone = await changed(base, (at) => takeNode(at, '0/folder'));
    await world.publish(base, gone);
    const part = await changed(base, (at) => {
      move(at, '0/folder/x', '0/x');
      takeNode(at, '0/folder');
    });
    expect(await world.publish(gone, part)).toMatchObject({ status: 'published', tree: part });
    expect(await world.publish(part, base)).toMatchObject({ status: 'published', tree: base });
    expect((await world.capture()).tree).toBe(base);
  });

  test('is a conflict where it is not kept any more', async () => {
    world.plant([{ path: '0/a', text: 'a' }]);
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => takeNode(at, '0/a'));
    await world.publish(base, tree);
    rmSync(world.kept, { recursive: true });
    expect(await world.publish(tree, base)).toEqual({
      status: 'conflict',
      conflicts: [{ path: '0/a', reason: 'what it was is not kept any more' }],
    });
  });
});

describe('conflicts', () => {
  const CASES: [string, (at: ManifestWorld) => void, string, string][] = [
    ['a file that was written to', (at) => at.write('0/a', 'other'), '0/a', 'it was changed'],
    ['a file that was deleted', (at) => rmSync(at.at('0/a')), '0/a', 'it was moved or deleted'],
    ['other permissions', (at) => chmodSync(at.at('0/a'), 0o600), '0/a', 'its permissions were changed'],
    ['a name that was taken', (at) => at.write('1/a', 'mine'), '1/a', 'it was created meanwhile'],
    [
      'a folder that was deleted',
      (at) => rmSync(at.at('1/to'), { recursive: true }),
      '1/to/b',
      'its folder was deleted',
    ],
    [
      'a folder that is a file now',
      (at) => {
        rmSync(at.at('1/to'), { recursive: true });
        at.write('1/to', 'file');
      },
      '1/to/b',
      'a folder on the way to it is a link or a file now',
    ],
    [
      'a new file in a folder that goes',
      (at) => at.write('0/going/new', 'x'),
      '0/going',
      'something in it was changed',
    ],
    [
      'a new file in a folder that is deleted',
      (at) => at.write('0/gone/new', 'x'),
      '0/gone',
      'it holds "new", which the run does not know',
    ],
    [
      'a changed file in a folder that is deleted',
      (at) => at.write('0/gone/deep/y', 'other'),
      '0/gone/deep/y',
      'it was changed',
    ],
  ];

  test.each(CASES)('%s is one, and nothing is changed', async (_, meddle, path, reason) => {
    world.plant([
      { path: '0/a', text: 'a' },
      { path: '0/b', text: 'b' },
      { path: '0/going/x', text: 'x' },
      { path: '0/gone/deep/y', text: 'y' },
      { path: '1/to', dir: true },
    ]);
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => {
      move(at, '0/a', '1/a');
      move(at, '0/b', '1/to/b');
      move(at, '0/going', '1/going');
      takeNode(at, '0/gone');
    });
    meddle(world);
    const state = world.state();
    for (const dryRun of [true, false])
      expect(await world.publish(base, tree, { dryRun })).toEqual({
        status: 'conflict',
        conflicts: [{ path, reason }],
      });
    expect(world.state()).toEqual(state);
  });

  test.each([
    ['writes to a file that moves', '0/a', '0/a', 'it was changed'],
    ['takes the place that a file moves to', '1/a', '1/a', 'it was created meanwhile'],
    ['puts something into a folder that goes', '0/parted/new', '0/parted', 'something was put into it'],
    [
      'puts something into one that goes with what it holds',
      '0/whole/new',
      '0/whole',
      'something in it was changed',
    ],
  ])(
    'somebody who %s while it is published makes it a conflict, and all is undone',
    async (_, written, path, reason) => {
      world.plant([
        { path: '0/a', text: 'a' },
        { path: '0/parted/x', text: 'x' },
        { path: '0/folder/y', text: 'y' },
        { path: '0/whole/w', text: 'w' },
      ]);
      const { tree: base } = await world.capture();
      const hash = await world.store.blobs.put(Buffer.from('trigger'));
      const tree = asTree(
        await changed(base, (at) => {
          putNode(at, '1/new', { type: 'file', mode: 0o644, hash, size: 7 });
          move(at, '0/a', '1/a');
          move(at, '0/parted/x', '0/x');
          takeNode(at, '0/parted');
          takeNode(at, '0/whole');
          move(at, '0/folder', '1/folder');
        }),
      );
      const state = world.state().filter((line) => !line.startsWith(`${written} `));
      const meddling = world.withReads((read) => {
        if (read === hash) world.write(written, 'mine');
      });
      const key = { run: world.run, effect: 'meddled' };
      expect(await meddling.publishManifest({ roots: world.roots, base, tree, key })).toEqual({
        status: 'conflict',
        conflicts: [{ path, reason }],
      });
      // All but the file and the time of its folder is as it was.
      const isOwn = (line: string): boolean =>
        line.startsWith(`${written} `) || /^\d \d+$|^0\/(?:parted|whole) dir/.test(line);
      expect(world.state().filter((line) => !isOwn(line))).toEqual(state.filter((line) => !isOwn(line)));
      expect(readFileSync(world.at(written), 'utf8')).toBe('mine');
    },
  );

  test('a part that the user has done is no conflict', async () => {
    world.plant([
      { path: '0/a', text: 'a' },
      { path: '0/b', text: 'b' },
      { path: '0/gone/x', text: 'x' },
      { path: '0/gone/y', text: 'y' },
    ]);
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => {
      putNode(at, '1/new', NEW_FOLDER());
      move(at, '0/a', '1/new/a');
      move(at, '0/b', '1/b');
      takeNode(at, '0/gone');
    });
    mkdirSync(world.at('1/new'));
    renameSync(world.at('0/a'), world.at('1/new/a'));
    rmSync(world.at('0/gone/x'));
    expect(await world.publish(base, tree)).toMatchObject({ status: 'published', tree });
    expect((await world.capture()).tree).toBe(tree);
  });

  test("a folder that holds Kintsugi's own data stays where it is", async () => {
    world.plant([
      { path: '0/home/x', text: 'x' },
      { path: '0/home/.kintsugi-kept-0/x', text: 'x' },
    ]);
    const home = world.withOwn(world.at('0/home/own'));
    mkdirSync(world.at('0/home/own'));
    const { tree: base } = await home.captureManifest({ roots: world.roots });
    const tree = asTree(await changed(base, (at) => move(at, '0/home', '1/home')));
    const key = { run: 'r', effect: 'own' };
    expect(await home.publishManifest({ roots: world.roots, base, tree, key })).toEqual({
      status: 'conflict',
      conflicts: [{ path: '0/home', reason: "it holds Kintsugi's own data" }],
    });
  });
});

describe('copies', () => {
  test('have the bytes, the time and the permissions of their original, and an identity of their own', async () => {
    world.plant([{ path: '0/a', text: 'a', mode: 0o640 }]);
    utimesSync(world.at('0/a'), 1_500_000_000.5, 1_500_000_000.5);
    const { tree: base } = await world.capture();
    const tree = await changed(base, (at) => {
      const a = takeNode(at, '0/a');
      if (!a) throw new Error('there is no a');
      for (const path of ['0/b', '1/c']) putNode(at, path, cloneNode(a));
    });
    const done = await world.publish(base, tree);
    expect(done).toMatchObject({ status: 'published', tree: (await world.capture()).tree });
    expect(existsSync(world.at('0/a'))).toBe(false);
    for (const path of ['0/b', '1/c']) {
      expect(readFileSync(world.at(path), 'utf8')).toBe('a');
      const { mtimeMs, mode } = lstatSync(world.at(path));
      expect([Math.floor(mtimeMs), mode]).toEqual([1_500_000_000_500, 0o100640]);
    }
    expect(world.inode('0/b')).not.toBe(world.inode('1/c'));
  });
});

test.each([
  ['a folder that goes with what it holds', '0/whole', (tree: TreeHash) => ({ listed: tree })],
  ['a folder that was emptied', '0/none', () => ({ expected: 'empty' })],
])('what somebody put into %s is given back after a kill', async (_, path, expectation) => {
  world.plant([
    { path: '0/whole/w', text: 'w' },
    { path: '0/none', dir: true },
  ]);
  const { tree: base } = await world.capture();
  const entry = await world.store.trees.find(base, path);
  const { dev, ino } = lstatSync(world.at(path), { bigint: true });
  const place = join(world.kept, world.run, 'killed');
  mkdirSync(place, { recursive: true });
  const held = join(place, 'held');
  const inode = { dev: String(dev), ino: String(ino) };
  const step = { do: 'take' as const, path, held, inode, ...expectation(asTree(entry?.hash ?? '')) };
  await new ManifestJournals(join(world.folder, 'home', 'journals')).write({
    ...{ version: 1, id: 'killed', state: 'committed', key: { run: world.run, effect: 'killed' } },
    ...{ roots: world.roots, base, tree: base, places: [place], steps: [step], folders: [] },
  });
  world.write(`${path}/mine`, 'mine');
  renameSync(world.at(path), held);
  expect(await world.workspaces.recover()).toMatchObject([{ outcome: 'undone', left: [] }]);
  expect(readFileSync(world.at(`${path}/mine`), 'utf8')).toBe('mine');
});

test('a publish whose answer was lost is done, whatever people have written since', async () => {
  world.plant([
    { path: '0/a', text: 'a' },
    { path: '0/b', text: 'b' },
  ]);
  const { tree: base } = await world.capture();
  const hash = await world.store.blobs.put(Buffer.from('new'));
  const tree = await changed(base, (at) => {
    move(at, '0/a', '1/a');
    putNode(at, '0/b', { type: 'file', mode: 0o644, hash, size: 3 });
  });
  const key = { run: world.run, effect: 'answer-lost' };
  const done = await world.publish(base, tree, { key });
  if (done.status !== 'published') throw new Error(JSON.stringify(done.conflicts));
  world.write('0/b', 'mine');
  world.write('1/a', 'mine too');
  expect(await world.publish(base, tree, { key })).toMatchObject({ status: 'published', tree: done.tree });
  expect(readFileSync(world.at('0/b'), 'utf8')).toBe('mine');
  // Another publish knows nothing of it.
  expect(await world.publish(base, tree)).toMatchObject({ status: 'conflict' });
});
