import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { importDirectory } from '../../../src/workspace/capture/import';
import { publish } from '../../../src/workspace/publish/publish';
import type { PublishDeps } from '../../../src/workspace/publish/publish-times';
import { recoverPublishes } from '../../../src/workspace/publish/publish-recover';
import { DirectoryError } from '../../../src/workspace/errors';
import { JournalFolder } from '../../../src/workspace/publish/publish-journal';
import { createMemoryStore } from '../../support/memory-store';
import { acquireOwnerLock } from '../../../src/machine/owner-lock';
import { treeChanges } from '../../../src/store/tree-changes';
import { asTree } from '../../support/hashes';
import { manifest } from '../../support/manifest';
import { plant, plantTree } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';
import { AFTER, BEFORE } from './publish-plants';

const store = createMemoryStore();
const key = { run: 'run', effect: 'publish' };

let folder: string;
let root: string;
let deps: PublishDeps;
let base: BlobHash;
let tree: BlobHash;

beforeEach(async () => {
  folder = tempFolder('publish');
  root = join(folder, 'root');
  mkdirSync(root);
  plant(root, BEFORE);
  base = (await importDirectory(store, root)).tree;
  tree = await plantTree(store, AFTER);
  deps = { ...store, journals: join(folder, 'journals') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (more: Partial<Parameters<typeof publish>[1]> = {}) =>
  publish(deps, { directory: root, base: asTree(base), tree: asTree(tree), key, ...more });
const present = async (): Promise<string> => (await importDirectory(store, root)).tree;
const leftovers = (): string[] => [
  ...(existsSync(deps.journals) ? readdirSync(deps.journals) : []),
  ...manifest(root).filter((line) => line.includes('.kintsugi-')),
];

describe('what a killed publish left', () => {
  const journalOf = async (state: 'staging' | 'committed' | 'undoing') => {
    const changes = await treeChanges(store.trees, asTree(base), asTree(tree));
    await new JournalFolder(deps.journals).write({
      version: 1,
      id: '0123456789abcdef',
      state,
      directory: root,
      key,
      base: asTree(base),
      tree: asTree(tree),
      changes,
    });
  };

  test('before its commit is undone: only its temporary files go', async () => {
    const before = manifest(root);
    await journalOf('staging');
    for (const path of ['.kintsugi-0123456789abcdef-0.tmp', '.kintsugi-0123456789abcdef-1.tmp'])
      writeFileSync(join(root, path), 'half');
    expect(await recoverPublishes(deps)).toMatchObject([{ directory: root, outcome: 'undone', left: [] }]);
    expect(manifest(root)).toEqual(before);
    expect(leftovers()).toEqual([]);
  });

  test('after its commit is finished; what the user changed since is left', async () => {
    await journalOf('committed');
    writeFileSync(join(root, 'edit.ts'), 'mine');
    expect(await recoverPublishes(deps)).toMatchObject([
      { outcome: 'finished', left: [{ path: 'edit.ts' }] },
    ]);
    expect(readFileSync(join(root, 'edit.ts'), 'utf8')).toBe('mine');
    expect(lstatSync(join(root, 'to-link')).isSymbolicLink()).toBe(true);
    expect(leftovers()).toEqual([]);
  });

  test('is finished by the next publish too', async () => {
    await journalOf('committed');
    expect(await run()).toMatchObject({ status: 'published' });
    expect(await present()).toBe(tree);
    expect(leftovers()).toEqual([]);
  });

  test('while it was being undone is undone', async () => {
    const before = manifest(root);
    await run();
    await journalOf('undoing');
    expect(await recoverPublishes(deps)).toMatchObject([{ outcome: 'undone', left: [] }]);
    expect(manifest(root)).toEqual(before);
  });

  test('in a directory that is gone is forgotten', async () => {
    await journalOf('committed');
    rmSync(root, { recursive: true });
    expect(await recoverPublishes(deps)).toMatchObject([{ outcome: 'directory-gone' }]);
    expect(readdirSync(deps.journals)).toEqual([]);
  });

  test('that is not killed but under way is left alone', async () => {
    await journalOf('committed');
    const lock = await acquireOwnerLock(new JournalFolder(deps.journals).lockPath(root));
    expect(await recoverPublishes(deps)).toEqual([]);
    await lock.release?.();
    expect(statSync(join(root, 'to-file')).isDirectory()).toBe(true);
  });

  test('and cannot be finished is told, keeps its journal, and keeps no other from being finished', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    plant(other, BEFORE);
    await journalOf('committed');
    const changes = await treeChanges(store.trees, asTree(base), asTree(tree));
    const id = 'fedcba9876543210';
    const journals = new JournalFolder(deps.journals);
    await journals.write({
      version: 1,
      id,
      state: 'committed',
      directory: other,
      key,
      base: asTree(base),
      tree: asTree(tree),
      changes,
    });
    writeFileSync(join(deps.journals, 'damaged.json'), '{"version":');
    // The blob is needed in the one directory only: the other one has it already.
    const needed = await store.trees.find(asTree(tree), 'to-file');
    rmSync(join(other, 'to-file'), { recursive: true });
    plant(other, [{ path: 'to-file', text: 'file' }]);
    const load = (hash: BlobHash) =>
      hash === needed?.hash ? Promise.reject(new Error('the store lost it')) : store.blobs.load(hash);
    const recovered = await recoverPublishes({ ...deps, blobs: { ...store.blobs, load } });
    expect(recovered).toHaveLength(3);
    expect(recovered).toContainEqual({ directory: other, key, outcome: 'finished', left: [] });
    const stuck = recovered.find(({ directory }) => directory === root);
    expect(stuck).toMatchObject({ outcome: 'stuck', key, reason: 'the store lost it' });
    expect(recovered).toContainEqual({
      outcome: 'stuck',
      left: [],
      journal: join(deps.journals, 'damaged.json'),
      reason: expect.stringContaining('damaged') as string,
    });
    const file = stuck?.outcome === 'stuck' ? stuck.journal : '';
    expect(existsSync(file)).toBe(true);
    const again = publish(
      { ...deps, blobs: { ...store.blobs, load } },
      { directory: root, base: asTree(base), tree: asTree(tree), key },
    );
    await expect(again).rejects.toBeInstanceOf(DirectoryError);
    await expect(again).rejects.toThrow(file);
    expect(await run()).toMatchObject({ status: 'published' });
    expect(await present()).toBe(tree);
  });

  test('is finished around a file that stands where a folder was to be made', async () => {
    await journalOf('committed');
    writeFileSync(join(root, 'added'), 'mine');
    const [recovered] = await recoverPublishes(deps);
    expect(recovered?.outcome).toBe('finished');
    expect(recovered?.left.map(({ path }) => path)).toContain('added');
    expect(readFileSync(join(root, 'added'), 'utf8')).toBe('mine');
    expect(readFileSync(join(root, 'edit.ts'), 'utf8')).toBe('new');
    expect(leftovers()).toEqual([]);
  });

  test('keeps its journal where a folder goes while it is finished', async () => {
    tree = await plantTree(store, [...BEFORE, { path: 'folder/deep/new', text: 'bytes of the new one' }]);
    await journalOf('committed');
    const added = await store.trees.find(asTree(tree), 'folder/deep/new');
    const load = (hash: BlobHash) => {
      if (hash === added?.hash) rmSync(join(root, 'folder'), { recursive: true, force: true });
      return store.blobs.load(hash);
    };
    const racing = { ...deps, blobs: { ...store.blobs, load } };
    expect(await recoverPublishes(racing)).toMatchObject([{ outcome: 'stuck', directory: root }]);
    expect(await recoverPublishes(deps)).toMatchObject([
      { outcome: 'finished', left: [{ path: 'folder/deep/new' }] },
    ]);
    expect(leftovers()).toEqual([]);
  });
});

test('a publish that fails and cannot be taken back says what stands, and the next start undoes it', async () => {
  const before = manifest(root);
  tree = await plantTree(store, [
    ...BEFORE.filter(({ path }) => !path.startsWith('to-file')),
    { path: 'to-file', text: 'a file now' },
    { path: 'zz', text: 'the last to be staged' },
  ]);
  const [last, old] = [
    await store.trees.find(asTree(tree), 'zz'),
    await store.trees.find(asTree(base), 'to-file/inner/y'),
  ];
  const load = (hash: BlobHash) => {
    // In the way of the last path, so that the ones before it have to be taken back.
    if (hash === last?.hash) writeFileSync(join(root, 'zz'), 'mine');
    return hash === old?.hash ? Promise.reject(new Error('the store lost it')) : store.blobs.load(hash);
  };
  const publishing = publish(
    { ...deps, blobs: { ...store.blobs, load } },
    { directory: root, base: asTree(base), tree: asTree(tree), key },
  );
  await expect(publishing).rejects.toBeInstanceOf(DirectoryError);
  await expect(publishing).rejects.toThrow(
    /zz: it was created meanwhile.*the store lost it.*Some paths are changed/,
  );
  rmSync(join(root, 'zz'));
  expect(await recoverPublishes(deps)).toMatchObject([{ outcome: 'undone', left: [] }]);
  expect(manifest(root)).toEqual(before);
  expect(leftovers()).toEqual([]);
});
