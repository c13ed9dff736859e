import { BlobCorruptError, BlobMissingError } from '../../../src/store/errors';
import { createMemoryStore } from '../../support/memory-store';
import { compareNames, comparePaths, decodeName, encodeName } from '../../../src/machine/file-names';
import { treeChanges } from '../../../src/store/tree-changes';
import { decodeListing, encodeListing } from '../../../src/store/tree-listing';
import { readTreeFile } from '../../../src/store/tree-store';
import type { TreeEntry } from '../../../src/store/types';
import { asBlob, asTree } from '../../support/hashes';

const store = createMemoryStore();

async function file(name: string, text: string, mode = 0o644): Promise<TreeEntry> {
  return {
    name,
    type: 'file',
    mode,
    hash: await store.blobs.put(Buffer.from(text)),
    size: Buffer.byteLength(text),
  };
}

async function dir(name: string, entries: readonly TreeEntry[], mode = 0o755): Promise<TreeEntry> {
  return { name, type: 'dir', mode, hash: await store.trees.writeDir(entries), size: 0 };
}

describe('names', () => {
  const latin1 = Buffer.from('caf\xe9', 'latin1');
  test.each([
    ['plain', Buffer.from('a b.ts')],
    ['Korean', Buffer.from('한글')],
    ['an emoji', Buffer.from('🙂')],
    ['Latin-1', latin1],
    ['a cut sequence', Buffer.from([0xf0, 0x9f, 0x99])],
    ['bytes that look like an escape', Buffer.from([0xed, 0xb2, 0x80])],
    [
      'all bytes but NUL and /',
      Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1).filter((byte) => byte !== 47)),
    ],
  ])('%s: bytes to text and back', (_, bytes) => {
    expect(encodeName(decodeName(bytes)).equals(bytes)).toBe(true);
  });

  test('names that are not UTF-8 have a text of their own', () => {
    expect(decodeName(latin1)).not.toBe(decodeName(Buffer.from('café')));
    expect(decodeName(Buffer.from('café'))).toBe('café');
    expect(decodeName(Buffer.from('cafe\u0301'))).not.toBe(decodeName(Buffer.from('caf\u00e9')));
  });

  test('are ordered by bytes, where UTF-16 would not', () => {
    const names = ['\uff5e', '🙂', 'z', 'é', 'a', decodeName(latin1)];
    const byBytes = [...names].sort((a, b) => Buffer.compare(encodeName(a), encodeName(b)));
    expect([...names].sort(compareNames)).toEqual(byBytes);
    expect(['a-b', 'a/b', 'a', 'a/b/c', 'a0'].sort(comparePaths)).toEqual(['a', 'a/b', 'a/b/c', 'a-b', 'a0']);
  });
});

describe('listings', () => {
  test('come back as they were, sorted; the order given does not matter', async () => {
    const entries = [
      await file('b', '1'),
      await file('a b c', '2', 0o4755),
      await dir('a', []),
      await file(decodeName(Buffer.from([0xff])), ''),
    ];
    const bytes = encodeListing(entries);
    expect(encodeListing(entries.toReversed()).equals(bytes)).toBe(true);
    expect(decodeListing(bytes, asBlob('h'.repeat(64)))).toEqual(
      [...entries].sort((a, b) => compareNames(a.name, b.name)),
    );
  });

  test.each(['', '.', '..', 'a/b', 'a\0b'])('the name %j cannot stand in one', async (name) => {
    const entry = await file('x', '');
    expect(() => encodeListing([{ ...entry, name }])).toThrow('cannot stand');
  });

  test('a name cannot stand in one twice', async () => {
    const entry = await file('x', '');
    expect(() => encodeListing([entry, entry])).toThrow('cannot stand');
  });

  test('bytes that are no listing, or would name a place outside, are corrupt', async () => {
    const good = encodeListing([await file('abcd', 'x')]);
    const rename = (to: string): Buffer => Buffer.from(good.toString('latin1').replace('abcd', to), 'latin1');
    expect(decodeListing(rename('abce'), asBlob('h'))).toHaveLength(1);
    for (const bad of [Buffer.from('text'), good.subarray(0, -1), rename('..'), rename('a/..'), rename('')]) {
      expect(() => decodeListing(bad, asBlob('f'.repeat(64)))).toThrow(BlobCorruptError);
    }
  });
});

describe('trees', () => {
  test('list and find', async () => {
    const tree = await store.trees.writeDir([
      await file('a-b', '1'),
      await dir('a', [await file('x', '2'), await dir('empty', [])]),
      { name: 'l', type: 'link', mode: 0, hash: await store.blobs.put(Buffer.from('a/x')), size: 0 },
    ]);
    expect((await store.trees.list(tree)).map(({ path, type }) => `${path} ${type}`)).toEqual([
      'a/x file',
      'a-b file',
      'l link',
    ]);
    expect((await store.trees.list(tree, { dirs: true })).map(({ path }) => path)).toEqual([
      'a',
      'a/empty',
      'a/x',
      'a-b',
      'l',
    ]);
    expect(await store.trees.find(tree, 'a/x')).toMatchObject({ path: 'a/x', type: 'file', size: 1 });
    expect(await store.trees.find(tree, 'a')).toMatchObject({ type: 'dir' });
    for (const none of ['b', 'a/y', 'a/x/z', 'l/x', ''])
      expect(await store.trees.find(tree, none)).toBeUndefined();
    expect((await readTreeFile(store, tree, 'a/x'))?.toString()).toBe('2');
    expect(await readTreeFile(store, tree, 'a')).toBeUndefined();
    expect(await store.trees.list(await store.trees.emptyTree())).toEqual([]);
  });

  test('a missing blob says which path of which tree is affected', async () => {
    const hole: TreeEntry = { name: 'deep', type: 'dir', mode: 0o755, hash: asTree('a'.repeat(64)), size: 0 };
    const tree = await store.trees.writeDir([await dir('src', [hole])]);
    const error = await store.trees.list(tree).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BlobMissingError);
    expect(error).toMatchObject({ hash: hole.hash, place: { tree, path: 'src/deep' } });
    expect(String(error)).toMatch(/src\/deep/);
  });

  test('a changed mode of a file, a link or a folder changes the hash; an empty folder counts', async () => {
    const variants = [
      [await file('x', '1')],
      [await file('x', '1', 0o755)],
      [await file('x', '2')],
      [await file('x', '1'), await dir('d', [])],
      [await file('x', '1'), await dir('d', [], 0o700)],
    ];
    const hashes = await Promise.all(variants.map((entries) => store.trees.writeDir(entries)));
    expect(new Set(hashes).size).toBe(variants.length);
  });

  test('changes: what differs, and equal sub-trees are not even read', async () => {
    const same = await dir('same', [
      { name: 'unreadable', type: 'dir', mode: 0o755, hash: asTree('b'.repeat(64)), size: 0 },
    ]);
    const base = await store.trees.writeDir([
      same,
      await file('gone', '1'),
      await file('edit', '1'),
      await file('kind', '1'),
      await dir('old', [await file('x', '')]),
      await dir('mode', []),
    ]);
    const tree = await store.trees.writeDir([
      same,
      await file('new', '1'),
      await file('edit', '2'),
      await dir('kind', [await file('y', '')]),
      await dir('mode', [], 0o700),
    ]);
    const told = (await treeChanges(store.trees, base, tree)).map(
      ({ path, before, after }) => `${path} ${before?.type ?? '-'} ${after?.type ?? '-'}`,
    );
    expect(told).toEqual([
      'edit file file',
      'gone file -',
      'kind file dir',
      'kind/y - file',
      'mode dir dir',
      'new - file',
      'old dir -',
      'old/x file -',
    ]);
    expect(await treeChanges(store.trees, tree, tree)).toEqual([]);
  });
});
