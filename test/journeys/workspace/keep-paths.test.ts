import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '../../support/memory-store';
import { keepPaths } from '../../../src/workspace/trees/keep-paths';
import { tempFolder } from '../../support/temp-folder';
import { textsOf, treeOf } from '../../support/text-trees';

const store = createMemoryStore();
let folder: string;
beforeEach(() => {
  folder = tempFolder('keep-paths');
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Root may read everything, so it becomes somebody else meanwhile. */
async function asOwner<T>(act: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('a file or folder that may not be read is left as it was, and said', async () => {
  const before = { 'out/a.txt': 'old\n', 'out/b': 'a file\n', 'out/c/d.txt': 'below a folder\n' };
  const tree = await treeOf(store, before);
  mkdirSync(join(folder, 'out/b'), { recursive: true });
  writeFileSync(join(folder, 'out/a.txt'), 'new\n');
  writeFileSync(join(folder, 'out/c'), 'a file now\n');
  writeFileSync(join(folder, 'out/ok.txt'), 'kept\n');
  for (const name of ['a.txt', 'b', 'c']) chmodSync(join(folder, 'out', name), 0o000);
  const kept = await asOwner(() => keepPaths(store, { tree, directory: folder, paths: ['out'] }));
  chmodSync(join(folder, 'out/b'), 0o700);
  if ('refusals' in kept) throw new Error(JSON.stringify(kept.refusals));
  expect(await textsOf(store, kept.tree)).toEqual({ ...before, 'out/ok.txt': 'kept\n' });
  expect(kept.left).toEqual(
    ['a.txt', 'b', 'c'].map(
      (name) => `out/${name} is no regular file that can be read: it was not taken over.`,
    ),
  );
});

test('a file in place of a folder, and a folder in place of a file, are taken over', async () => {
  const tree = await treeOf(store, { a: 'file\n', 'b/c.txt': 'below\n' });
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a/x.txt'), 'x\n');
  writeFileSync(join(folder, 'b'), 'file\n');
  const kept = await keepPaths(store, { tree, directory: folder, paths: ['a', 'b'] });
  if ('refusals' in kept) throw new Error(JSON.stringify(kept.refusals));
  expect(await textsOf(store, kept.tree)).toEqual({ 'a/x.txt': 'x\n', b: 'file\n' });
});

test('what was left is listed up to 20, and the others are counted', async () => {
  const tree = await treeOf(store, {});
  mkdirSync(join(folder, 'out'));
  for (let n = 0; n < 50; n += 1) symlinkSync('/', join(folder, `out/link${n}`));
  const kept = await keepPaths(store, { tree, directory: folder, paths: ['out'] });
  if ('refusals' in kept) throw new Error(JSON.stringify(kept.refusals));
  expect(kept.left).toHaveLength(21);
  expect(kept.left.at(-1)).toBe('… and 30 more were not taken over.');
});
