import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { applyEdits } from '../../../src/workspace/trees/apply-edits';
import { importDirectory } from '../../../src/workspace/capture/import';
import { folderRules, heavyFolder } from '../../../src/domain/files/heavy-folders';
import { HeavyRules } from '../../../src/domain/files/heavy-rules';
import type { FileEdit } from '../../../src/domain/files/workspace';
import { createMemoryStore } from '../../support/memory-store';
import { asTree } from '../../support/hashes';
import { plant, plantTree } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const rules = (given: Partial<HeavyRules>) => ({ add: [], capture: [], ...given });
const MANIFEST = new Set(['package.json']);

describe('rules of the user', () => {
  test('add folders, which hold everywhere, and keep what a built-in rule says of them', () => {
    const added = folderRules(rules({ add: ['data', 'dist', 'node_modules'] }));
    expect(heavyFolder('data', new Set(), added)).toMatchObject({ kind: 'output', chosen: true });
    expect(heavyFolder('dist', new Set(), added)).toMatchObject({ kind: 'output', reason: 'build output' });
    expect(heavyFolder('node_modules', new Set(), added)?.kind).toBe('dependencies');
    expect(heavyFolder('data', new Set())).toBeUndefined();
    expect(heavyFolder('dist', new Set())).toBeUndefined();
  });

  test('take built-in rules out of force, but never those of histories', () => {
    const captured = folderRules(rules({ capture: ['dist', '.git', '.hg', '.svn'] }));
    expect(heavyFolder('dist', MANIFEST, captured)).toBeUndefined();
    expect(heavyFolder('out', MANIFEST, captured)?.kind).toBe('output');
    for (const name of ['.git', '.hg', '.svn'])
      expect(heavyFolder(name, MANIFEST, captured)?.kind).toBe('history');
  });

  test('have one key for the same rules, however they are written, and none without rules', () => {
    const key = (given: Partial<HeavyRules>): string => folderRules(rules(given)).key;
    expect(folderRules().key).toBe('');
    expect(key({})).toBe('');
    expect(key({ add: ['b', 'a', 'b'] })).toBe(key({ add: ['a', 'b'] }));
    const keys = [{}, { add: ['a'] }, { capture: ['a'] }, { add: ['a', 'b'] }, { add: ['a,b'] }].map(key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('names of folders', () => {
  test.each([
    [{ add: ['a/b'] }, 'plain name of a folder'],
    [{ add: ['/'] }, 'plain name of a folder'],
    [{ add: ['a\\b'] }, 'plain name of a folder'],
    [{ capture: ['dist*'] }, 'no wildcards'],
    [{ add: ['[id]'] }, 'no wildcards'],
    [{ add: ['..'] }, '".."'],
    [{ add: ['.'] }, '"."'],
    [{ add: [''] }, 'empty'],
    [{ add: ['a\0b'] }, 'NUL'],
    [{ add: ['x'.repeat(256)] }, '255 bytes'],
    [{ capture: ['.git'] }, 'history is never captured'],
    [{ capture: ['.svn'] }, 'history is never captured'],
    [{ capture: ['.GIT'] }, 'belongs to git itself'],
    [{ capture: ['git~1'] }, 'belongs to git itself'],
    [{ add: ['out'], capture: ['out'] }, '"out" is both'],
    [{ add: Array.from({ length: 51 }, (_, index) => `f${index}`) }, 'at most 50'],
  ])('%j is refused', (given, sentence) => {
    const parsed = HeavyRules.safeParse(given);
    expect(parsed.error?.issues[0]?.message).toContain(sentence);
  });

  test('plain ones are taken, and what is left out anyway may be named again', () => {
    const given = { add: ['data', 'My Data', '.cache', '데이터', '.git'], capture: ['dist', 'unknown'] };
    expect(HeavyRules.parse(given)).toEqual(given);
    expect(HeavyRules.parse({})).toEqual({ add: [], capture: [] });
  });
});

describe('a capture', () => {
  const store = createMemoryStore();
  let root: string;

  beforeEach(async () => {
    root = tempFolder('rules');
    plant(root, [
      { path: 'package.json', text: '{}' },
      { path: 'dist/index.js', text: 'source' },
      { path: 'data/big', text: 'x' },
      { path: 'packages/p/data/big', text: 'x' },
      { path: 'packages/p/code.ts', text: '' },
      { path: '.git/HEAD', text: '' },
    ]);
    // Until then a stat is not settled, and nothing comes from the cache.
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const pathsUnder = async (heavyFolders?: HeavyRules): Promise<string[]> => {
    const { tree } = await importDirectory(store, root, { heavyFolders });
    return (await store.trees.list(tree)).map(({ path }) => path);
  };

  test('follows its rules, whatever the cache has seen under others', async () => {
    const builtIn = ['data/big', 'package.json', 'packages/p/code.ts', 'packages/p/data/big'];
    const changed = ['dist/index.js', 'package.json', 'packages/p/code.ts'];
    for (let round = 0; round < 2; round += 1) {
      expect(await pathsUnder()).toEqual(builtIn);
      expect(await pathsUnder(rules({ add: ['data'], capture: ['dist'] }))).toEqual(changed);
      expect(await pathsUnder(rules({ add: ['data'] }))).toEqual(changed.slice(1));
      expect(await pathsUnder(rules({}))).toEqual(builtIn);
    }
  });

  test('is quick again under the same rules', async () => {
    const heavyFolders = rules({ add: ['data'], capture: ['dist'] });
    const first = await importDirectory(store, root, { heavyFolders });
    const put = jest.spyOn(store.blobs, 'put');
    const again = await importDirectory(store, root, { heavyFolders });
    expect(again).toEqual(first);
    expect(again.skipped).toContainEqual({ path: 'data/', reason: 'a folder of your choice' });
    expect(put.mock.calls.flat(2)).toEqual([]);
    put.mockRestore();
    writeFileSync(join(root, 'dist/index.js'), 'other');
    expect((await importDirectory(store, root, { heavyFolders })).tree).not.toBe(first.tree);
  });
});

describe('edits', () => {
  const store = createMemoryStore();
  const create = (path: string): FileEdit => ({ action: 'create', path, content: 'x' });
  const outcome = (tree: BlobHash, edit: FileEdit, heavyFolders?: HeavyRules) =>
    applyEdits(store, asTree(tree), [edit], { heavyFolders });

  test('go into a folder that a rule captures, there or not, and into no folder that one leaves out', async () => {
    const tree = await plantTree(store, [{ path: 'package.json', text: '{}' }]);
    const given = rules({ add: ['data'], capture: ['dist'] });
    expect(await outcome(tree, create('dist/new.js'), given)).toHaveProperty('tree');
    expect(await outcome(tree, create('data/x'), given)).toMatchObject({
      refusals: [{ reason: 'protected', message: expect.stringContaining('in data, which') as string }],
    });
    expect(await outcome(tree, create('data/x'))).toHaveProperty('tree');
    expect(await outcome(tree, create('dist/new.js'))).toMatchObject({ refusals: [{ reason: 'protected' }] });
  });

  test('go into a folder that the tree holds, though a manifest beside it came later', async () => {
    const tree = await plantTree(store, [{ path: 'dist/index.js', text: 'a' }]);
    const edited = await applyEdits(store, tree, [create('package.json')]);
    if (!('tree' in edited)) throw new Error('refused');
    expect(await outcome(edited.tree, create('dist/new.js'))).toHaveProperty('tree');
    expect(await outcome(edited.tree, create('out/new.js'))).toMatchObject({
      refusals: [{ reason: 'protected' }],
    });
  });

  test('never go into .git, whatever the rules say', async () => {
    const tree = await plantTree(store, [{ path: 'a', text: '' }]);
    expect(await outcome(tree, create('.git/hooks/x'), rules({ capture: ['.git'] }))).toMatchObject({
      refusals: [{ reason: 'bad-path' }],
    });
  });
});
