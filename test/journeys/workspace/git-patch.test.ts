import { gitPatch } from '../../../src/client/cli/git-patch';
import type { BlobHash } from '../../../src/domain/ids';
import { diffTrees } from '../../../src/workspace/trees/diff-trees';
import { treeByGitApply } from '../../support/git-apply';
import { createMemoryStore } from '../../support/memory-store';
import { plantTree, type Plant } from '../../support/plant-tree';

const store = createMemoryStore();
const bytes = (length: number, seed: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * seed + (at >> 3)) % 256));

describe('a patch of a change', () => {
  const before: Plant[] = [
    { path: 'src/a.ts', text: 'one\ntwo\n' },
    { path: 'logo.png', bytes: bytes(700, 7) },
    { path: 'old.bin', bytes: bytes(5, 0) },
    { path: 'empty.bin', bytes: Buffer.from([0]) },
  ];
  const after: Plant[] = [
    { path: 'src/a.ts', text: 'one\n2\n' },
    { path: 'logo.png', bytes: bytes(1_301, 11) },
    { path: 'empty.bin', text: '' },
    { path: 'new/icon.png', bytes: bytes(53, 3) },
  ];
  const diffOf = async (from: Plant[], to: Plant[]): Promise<string> => {
    const { hash } = await diffTrees(store, await plantTree(store, from), await plantTree(store, to));
    return (await store.blobs.load(hash)).toString();
  };
  const readBytes = (hash: string) => store.blobs.load(hash as BlobHash);

  it('is applied by git, files that are not text among them', async () => {
    const { text, leftOut } = await gitPatch(await diffOf(before, after), readBytes);
    expect(leftOut).toBe(0);
    expect(text).toContain('GIT binary patch');
    expect(await treeByGitApply(store, before, text)).toBe(await plantTree(store, after));
  });

  it('lacks folders, which git has none of, and counts files that are not in the store', async () => {
    const to: Plant[] = [...before, { path: 'bare', dir: true }, { path: 'more.bin', bytes: bytes(9, 5) }];
    const { text, leftOut } = await gitPatch(await diffOf(before, to), () => Promise.resolve(undefined));
    expect([text, leftOut]).toEqual(['', 1]);
  });

  it('leaves lines of texts alone that look like a header', async () => {
    const trap = `index ${'a'.repeat(64)}..${'b'.repeat(64)}\nBinary files x and y differ\n`;
    const diff = await diffOf([{ path: 'a.txt', text: trap }], [{ path: 'a.txt', text: `${trap}more\n` }]);
    expect(await gitPatch(diff, readBytes)).toEqual({ text: diff, leftOut: 0 });
  });
});
