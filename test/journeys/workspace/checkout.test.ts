import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '../../support/memory-store';
import { DirectoryError } from '../../../src/workspace';
import { importDirectory } from '../../../src/workspace/capture/import';
import { materialise } from '../../../src/workspace/checkout/materialise';
import { manifest } from '../../support/manifest';
import { openIn } from '../../support/open-in';
import { plant, plantTree } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
let root: string;
const store = createMemoryStore();

beforeEach(() => {
  folder = tempFolder('checkout');
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const capture = () => importDirectory(store, root);

describe('a checkout writes', () => {
  const plants = [
    { path: 'a/b/c.sh', text: 'x', mode: 0o4755 },
    { path: 'a/closed', dir: true, mode: 0o555 },
    { path: 'link', link: '/etc' },
    { path: 'dangling', link: 'none' },
    { path: 'big', bytes: Buffer.alloc(5 * 1024 * 1024, 'x') },
  ];

  test('a tree into an empty folder, equal to the original', async () => {
    plant(root, plants);
    const { tree } = await capture();
    await materialise(store, { tree, directory: join(folder, 'new', 'copy') });
    expect(manifest(join(folder, 'new', 'copy'))).toEqual(manifest(root));
  });

  test('from one tree to another and back, by the difference', async () => {
    plant(root, plants);
    const first = await capture();
    const before = manifest(root);
    rmSync(join(root, 'a', 'b'), { recursive: true });
    plant(root, [
      { path: 'a/b', text: 'a file now' },
      { path: 'dir/new', text: '' },
      { path: 'link2', link: 'a' },
    ]);
    chmodSync(join(root, 'a', 'closed'), 0o755);
    const second = await capture();
    const copy = join(folder, 'copy');
    await materialise(store, { tree: first.tree, directory: copy });
    const untouched = lstatSync(join(copy, 'big')).ino;
    await materialise(store, { tree: second.tree, directory: copy, from: first.tree });
    expect(manifest(copy)).toEqual(manifest(root));
    expect(lstatSync(join(copy, 'big')).ino).toBe(untouched);
    await materialise(store, { tree: first.tree, directory: copy, from: second.tree });
    expect(manifest(copy)).toEqual(before);
  });

  test('many small files in many folders, with no folder left open', async () => {
    const plantOf = (_: unknown, index: number) => ({
      path: `d${index % 40}/e${index % 80}/f${index}`,
      text: `${index} `.repeat(index),
      mode: index % 3 === 0 ? 0o755 : 0o640,
    });
    plant(root, Array.from({ length: 1_000 }, plantOf));
    const { tree, fileCount } = await capture();
    expect(fileCount).toBe(1_000);
    const copy = join(folder, 'copy');
    await materialise(store, { tree, directory: copy });
    expect(manifest(copy)).toEqual(manifest(root));
    expect([...openIn(root), ...openIn(copy)]).toEqual([]);
  });

  test('over no file that somebody put there meanwhile, which ends it', async () => {
    plant(root, [{ path: 'd/f', text: 'theirs' }]);
    const { tree } = await capture();
    const from = await plantTree(store, [{ path: 'd', dir: true }]);
    const copy = join(folder, 'copy');
    plant(copy, [{ path: 'd/f', text: 'mine' }]);
    await expect(materialise(store, { tree, from, directory: copy })).rejects.toMatchObject({
      code: 'EEXIST',
    });
    expect(readFileSync(join(copy, 'd/f'), 'utf8')).toBe('mine');
    expect(openIn(copy)).toEqual([]);
  });

  test('nothing into a folder that is not empty', async () => {
    plant(root, [{ path: 'x', text: '' }]);
    await expect(
      materialise(store, { tree: (await capture()).tree, directory: root }),
    ).rejects.toBeInstanceOf(DirectoryError);
  });
});
