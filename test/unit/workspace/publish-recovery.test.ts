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
import { importDirectory } from '../../../src/activities/workspace/import';
import { publish, recoverPublishes, type PublishDeps } from '../../../src/activities/workspace/publish';
import { JournalFolder } from '../../../src/activities/workspace/publish-journal';
import { createMemoryStore } from '../../../src/store/memory-store';
import { acquireOwnerLock } from '../../../src/store/owner-lock';
import { treeChanges } from '../../../src/store/tree-changes';
import { manifest } from '../../support/manifest';
import { plant, plantTree } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';
import { AFTER, BEFORE } from './publish-plants';

const store = createMemoryStore();
const key = { run: 'run', step: 'publish' };

let folder: string;
let root: string;
let deps: PublishDeps;
let base: string;
let tree: string;

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

const run = (more: Partial<Parameters<typeof publish>[1]> = {}) =>
  publish(deps, { directory: root, base, tree, key, ...more });
const present = async (): Promise<string> => (await importDirectory(store, root)).tree;
const leftovers = (): string[] => [
  ...(existsSync(deps.journals) ? readdirSync(deps.journals) : []),
  ...manifest(root).filter((line) => line.includes('.kintsugi-')),
];

describe('what a killed publish left', () => {
  const journalOf = async (state: 'staging' | 'committed' | 'undoing') => {
    const steps = await treeChanges(store.trees, base, tree);
    await new JournalFolder(deps.journals).write({
      version: 1,
      id: '0123456789abcdef',
      state,
      directory: root,
      key,
      base,
      tree,
      steps,
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
});
