import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { DirectoryBusyError, DirectoryError } from '../../../src/workspace';
import { importDirectory } from '../../../src/workspace/capture/import';
import { publish } from '../../../src/workspace/publish/publish';
import { listChanges } from '../../../src/workspace/trees/diff-trees';
import type { PublishDeps } from '../../../src/workspace/publish/publish-times';
import { JournalFolder } from '../../../src/workspace/publish/publish-journal';
import { publishId, publishTemp } from '../../../src/workspace/publish/publish-plan';
import { createMemoryStore } from '../../support/memory-store';
import { acquireOwnerLock } from '../../../src/machine/owner-lock';
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

beforeAll(async () => {
  tree = await plantTree(store, AFTER);
});
beforeEach(async () => {
  folder = tempFolder('publish');
  root = join(folder, 'root');
  mkdirSync(root);
  plant(root, BEFORE);
  base = (await importDirectory(store, root)).tree;
  deps = { ...store, journals: join(folder, 'journals') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (more: Partial<Parameters<typeof publish>[1]> = {}, signal?: AbortSignal) =>
  publish(deps, { directory: root, base: asTree(base), tree: asTree(tree), key, ...more }, signal);
const present = async (): Promise<string> => (await importDirectory(store, root)).tree;
const leftovers = (): string[] => [
  ...(existsSync(deps.journals) ? readdirSync(deps.journals) : []),
  ...manifest(root).filter((line) => line.includes('.kintsugi-')),
];

describe('publish', () => {
  test('whose answer was lost is done, whatever people have written since', async () => {
    expect(await run()).toMatchObject({ status: 'published' });
    const [changed = ''] = (await listChanges(deps, asTree(base), asTree(tree)))
      .filter(({ change }) => change === 'modified')
      .map(({ path }) => path);
    writeFileSync(join(root, changed), 'mine');
    expect(await run()).toMatchObject({ status: 'published', tree });
    expect(readFileSync(join(root, changed), 'utf8')).toBe('mine');
    const other = { run: 'run', effect: 'another publish' };
    expect(await run({ key: other })).toMatchObject({ status: 'conflict' });
  });

  test('brings the directory to the tree, and back again, to the last mode and link', async () => {
    const before = manifest(root);
    const outcome = await run();
    expect(outcome).toMatchObject({ status: 'published', tree });
    expect(await present()).toBe(tree);
    expect(leftovers()).toEqual([]);
    expect(
      await run({ base: asTree(tree), tree: asTree(base), key: { run: 'run', effect: 'rollback' } }),
    ).toMatchObject({
      status: 'published',
    });
    expect(manifest(root)).toEqual(before);
  });

  test('tells what changed', async () => {
    const outcome = await run();
    const files = outcome.status === 'published' ? outcome.files : [];
    expect(files).toEqual(
      expect.arrayContaining([
        { path: 'edit.ts', change: 'modified', addedLines: 1, removedLines: 1 },
        { path: 'gone.ts', change: 'deleted', addedLines: 0, removedLines: 1 },
        { path: 'added/deep/er/x', change: 'added', addedLines: 1, removedLines: 0 },
      ]),
    );
  });

  test('leaves what is the same alone, and what is not captured', async () => {
    plant(root, [
      { path: 'node_modules/x', text: 'x' },
      { path: '.git/HEAD', text: 'x' },
    ]);
    const before = lstatSync(join(root, 'same.ts'), { bigint: true });
    await run();
    expect(lstatSync(join(root, 'same.ts'), { bigint: true })).toEqual({
      ...before,
      atimeMs: expect.anything() as bigint,
      atimeNs: expect.anything() as bigint,
      atime: expect.anything() as Date,
    });
    expect(readFileSync(join(root, 'node_modules/x'), 'utf8')).toBe('x');
  });

  test('a second time is no change', async () => {
    const first = await run();
    const { ino } = lstatSync(join(root, 'edit.ts'));
    expect(await run()).toEqual(first);
    expect(lstatSync(join(root, 'edit.ts')).ino).toBe(ino);
  });

  test('is not stopped by temporary files that an attempt before could not remove, and removes them', async () => {
    const id = publishId(root, key);
    const other = publishTemp(publishId(root, { ...key, effect: 'other' }), 0);
    const own = Array.from({ length: 30 }, (_, index) => publishTemp(id, index));
    for (const name of [...own, `folder/${publishTemp(id, 99)}`, other])
      writeFileSync(join(root, name), 'stale');
    expect(await run()).toMatchObject({ status: 'published' });
    expect(leftovers().map((line) => line.split(' ')[0])).toEqual([other]);
    rmSync(join(root, other));
    expect(await present()).toBe(tree);
  });

  test('a dry run writes nothing and says the same', async () => {
    const before = manifest(root);
    const dry = await run({ dryRun: true });
    expect(manifest(root)).toEqual(before);
    expect(existsSync(deps.journals)).toBe(false);
    expect(await run()).toEqual(dry);
    writeFileSync(join(root, 'edit.ts'), 'mine');
    expect(await run({ dryRun: true })).toMatchObject({
      status: 'conflict',
      conflicts: [{ path: 'edit.ts' }],
    });
  });

  test('of two at once one waits for the other', async () => {
    expect(await Promise.all([run(), run()])).toMatchObject([
      { status: 'published' },
      { status: 'published' },
    ]);
    expect(await present()).toBe(tree);
  });

  test('a hard link of a file keeps the old bytes', async () => {
    linkSync(join(root, 'edit.ts'), join(folder, 'twin'));
    await run();
    expect(readFileSync(join(folder, 'twin'), 'utf8')).toBe('old');
  });

  test('a change that the user made as well is none', async () => {
    writeFileSync(join(root, 'edit.ts'), 'new');
    unlinkSync(join(root, 'gone.ts'));
    mkdirSync(join(root, 'added'));
    expect(await run()).toMatchObject({ status: 'published' });
    expect(readFileSync(join(root, 'added/deep/er/x'), 'utf8')).toBe('x');
  });
});

describe('conflicts: nothing at all is written', () => {
  test.each<[string, (root: string) => void, string]>([
    ['an edited file', (at) => writeFileSync(join(at, 'edit.ts'), 'mine'), 'edit.ts'],
    ['one with the same size', (at) => writeFileSync(join(at, 'edit.ts'), 'OLD'), 'edit.ts'],
    ['a changed mode', (at) => chmodSync(join(at, 'edit.ts'), 0o600), 'edit.ts'],
    ['a deleted file', (at) => unlinkSync(join(at, 'edit.ts')), 'edit.ts'],
    ['an edited file that would be deleted', (at) => writeFileSync(join(at, 'gone.ts'), 'mine'), 'gone.ts'],
    [
      'a file where one would be added',
      (at) => plant(at, [{ path: 'added/deep/er/x', text: 'mine' }]),
      'added/deep/er/x',
    ],
    ['a file where a folder would be added', (at) => plant(at, [{ path: 'added', text: 'mine' }]), 'added'],
    [
      'a link that points elsewhere',
      (at) => {
        unlinkSync(join(at, 'link'));
        symlinkSync('x', join(at, 'link'));
      },
      'link',
    ],
    [
      'a file in a folder that would go',
      (at) => plant(at, [{ path: 'folder/deep/mine', text: '' }]),
      'folder/deep',
    ],
    [
      'a file in a folder that becomes a file',
      (at) => plant(at, [{ path: 'to-file/mine', text: '' }]),
      'to-file',
    ],
    [
      'a file that became a folder',
      (at) => {
        unlinkSync(join(at, 'edit.ts'));
        mkdirSync(join(at, 'edit.ts'));
      },
      'edit.ts',
    ],
  ])('%s', async (_, change, path) => {
    change(root);
    const before = manifest(root);
    const outcome = await run();
    expect(outcome).toMatchObject({ status: 'conflict' });
    expect(outcome.status === 'conflict' ? outcome.conflicts.map((conflict) => conflict.path) : []).toContain(
      path,
    );
    expect(manifest(root)).toEqual(before);
    expect(leftovers()).toEqual([]);
  });

  test('a folder that became a link is not followed', async () => {
    const outside = join(folder, 'outside');
    renameSync(join(root, 'folder'), outside);
    symlinkSync(outside, join(root, 'folder'));
    expect(await run()).toMatchObject({ status: 'conflict' });
    expect(readFileSync(join(outside, 'deep/x'), 'utf8')).toBe('x');
  });

  test('a link where a folder would be added is not written through', async () => {
    mkdirSync(join(folder, 'outside'));
    symlinkSync(join(folder, 'outside'), join(root, 'added'));
    expect(await run()).toMatchObject({
      status: 'conflict',
      conflicts: expect.arrayContaining([expect.objectContaining({ path: 'added' })]) as unknown,
    });
    expect(readdirSync(join(folder, 'outside'))).toEqual([]);
  });
});

describe('a user who changes something while it is being published', () => {
  test.each<[string, (root: string) => void, string]>([
    ['edits a file', (at) => writeFileSync(join(at, 'edit.ts'), 'mine'), 'edit.ts'],
    ['edits a file that goes', (at) => writeFileSync(join(at, 'gone.ts'), 'mine'), 'gone.ts'],
    ['makes a file where a link is added', (at) => writeFileSync(join(at, 'dangling'), 'mine'), 'dangling'],
    ['makes a folder where one is added', (at) => plant(at, [{ path: 'added/mine', text: 'mine' }]), 'added'],
    ['puts a file into a folder that goes', (at) => plant(at, [{ path: 'empty/mine', text: '' }]), 'empty'],
    [
      'puts a file into one that becomes a file',
      (at) => plant(at, [{ path: 'to-file/mine', text: '' }]),
      'to-file',
    ],
    ['deletes a file', (at) => unlinkSync(join(at, 'edit.ts')), 'edit.ts'],
  ])('%s: it is a conflict, and what was published is taken back', async (_, change, path) => {
    let wanted: string[] | undefined;
    // The first read of a blob comes after the plan and before the first change.
    const load = (hash: BlobHash) => {
      if (wanted === undefined && hash !== base && hash !== tree) {
        change(root);
        wanted = manifest(root).filter((line) => !line.includes('.kintsugi-'));
      }
      return store.blobs.load(hash);
    };
    const outcome = await publish(
      { ...deps, blobs: { ...store.blobs, load } },
      { directory: root, base: asTree(base), tree: asTree(tree), key },
    );
    expect(outcome).toMatchObject({ status: 'conflict', conflicts: [{ path }] });
    expect(manifest(root)).toEqual(wanted);
    expect(leftovers()).toEqual([]);
  });
});

describe('publishes that cannot be', () => {
  test('a folder that is not there', async () => {
    await expect(run({ directory: join(root, 'none') })).rejects.toBeInstanceOf(DirectoryError);
  });

  test('a lock that is not released', async () => {
    const lock = await acquireOwnerLock(new JournalFolder(deps.journals).lockPath(root));
    await expect(
      publish({ ...deps, lockWaitMs: 100 }, { directory: root, base: asTree(base), tree: asTree(tree), key }),
    ).rejects.toBeInstanceOf(DirectoryBusyError);
    await lock.release?.();
    expect(await run()).toMatchObject({ status: 'published' });
  });

  test('an abort while it is staged leaves all as it was', async () => {
    const before = manifest(root);
    const many = Array.from({ length: 400 }, (_, index) => ({
      path: `many/f${index}`,
      bytes: Buffer.alloc(50_000, index),
    }));
    const large = await plantTree(store, [...BEFORE, ...many]);
    const reason = new Error('stop');
    await expect(run({ tree: large }, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(manifest(root)).toEqual(before);
    expect(leftovers()).toEqual([]);
  });

  test('a blob that is missing leaves all as it was', async () => {
    const before = manifest(root);
    const gone = await store.trees.find(asTree(tree), 'to-file');
    const load = (hash: BlobHash) =>
      hash === gone?.hash ? Promise.reject(new Error('the store lost it')) : store.blobs.load(hash);
    await expect(
      publish(
        { ...deps, blobs: { ...store.blobs, load } },
        { directory: root, base: asTree(base), tree: asTree(tree), key },
      ),
    ).rejects.toThrow('the store lost it');
    expect(manifest(root)).toEqual(before);
    expect(leftovers()).toEqual([]);
  });
});
