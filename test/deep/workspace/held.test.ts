import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '../../support/memory-store';
import { createWorkspaces, type Workspaces } from '../../../src/workspace';
import { materialise } from '../../../src/workspace/checkout/materialise';
import { heldWhile } from '../../support/held';
import { tempFolder } from '../../support/temp-folder';
import { treeOf } from '../../support/text-trees';

let folder: string;
let root: string;
let store: ReturnType<typeof createMemoryStore>;
let workspaces: Workspaces;

beforeEach(() => {
  folder = tempFolder('held');
  root = join(folder, 'root');
  mkdirSync(root);
  store = createMemoryStore();
  workspaces = createWorkspaces({ ...store, store, journals: join(folder, 'data', 'journals') });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FOLDERS = 1_000;
const FILES = 100;

function fill(text: string): void {
  for (let at = 0; at < FOLDERS; at += 1) {
    mkdirSync(join(root, `d${at}`), { recursive: true });
    for (let file = 0; file < FILES; file += 1)
      writeFileSync(join(root, `d${at}`, `f${file}.txt`), `${text} ${at} ${file}\n`);
  }
}

const key = (effect: string) => ({ run: 'held', effect });

// A disk takes 1 to 4 ms to keep a file for good, and one test publishes 100,000.
jest.setTimeout(900_000);

describe('the main thread is held by no function', () => {
  it('for 100,000 files', async () => {
    fill('one');
    // As it was never captured, and unchanged.
    for (let look = 0; look < 2; look += 1)
      expect(await heldWhile(() => workspaces.importDirectory(root))).toEqual([]);
    const base = await workspaces.importDirectory(root);
    const checkout = { tree: base.tree, directory: join(folder, 'checkout') };
    expect(await heldWhile(() => materialise(store, checkout))).toEqual([]);
    const empty = await store.trees.emptyTree();
    fill('two');
    let changed = base;
    expect(await heldWhile(async () => (changed = await workspaces.importDirectory(root)))).toEqual([]);
    const { tree } = changed;
    expect(await heldWhile(() => workspaces.diffTrees(base.tree, tree))).toEqual([]);
    expect(await heldWhile(() => workspaces.diffTrees(empty, tree))).toEqual([]);
    expect(await heldWhile(() => workspaces.structureOf(tree))).toEqual([]);
    expect(
      await heldWhile(() => workspaces.mergeTrees({ base: base.tree, ours: tree, theirs: base.tree })),
    ).toEqual([]);
    const back = { directory: root, base: tree, tree: base.tree };
    for (const dryRun of [true, false])
      expect(
        await heldWhile(() => workspaces.publish({ ...back, dryRun, key: key(`publish ${dryRun}`) })),
      ).toEqual([]);
  });

  it('for a difference of 20 MB', async () => {
    const line = (text: string) => (_: unknown, at: number) => `${text} ${at} of many lines\n`;
    const long = (text: string) => Array.from({ length: 700_000 }, line(text)).join('');
    const [before, after] = [long('before'), long('after')];
    const base = await treeOf(store, { 'a.txt': before, 'b.txt': before });
    const tree = await treeOf(store, { 'a.txt': after, 'b.txt': before.slice(20) });
    writeFileSync(join(root, 'a.txt'), before);
    writeFileSync(join(root, 'b.txt'), before);
    expect(await heldWhile(() => workspaces.diffTrees(base, tree))).toEqual([]);
    expect(await heldWhile(() => workspaces.mergeTrees({ base, ours: tree, theirs: base }))).toEqual([]);
    const theirs = await treeOf(store, { 'a.txt': `${before}more`, 'b.txt': before });
    expect(await heldWhile(() => workspaces.mergeTrees({ base, ours: tree, theirs }))).toEqual([]);
    const replace = {
      action: 'replace',
      path: 'a.txt',
      search: 'before 350000 of',
      replacement: 'x',
    } as const;
    expect(await heldWhile(() => workspaces.applyEdits(base, [replace]))).toEqual([]);
  });

  it('for a path of 1,000 parts', async () => {
    const deep = Array.from({ length: 1_000 }, () => 'd').join('/');
    mkdirSync(join(root, deep), { recursive: true });
    writeFileSync(join(root, deep, 'f.txt'), 'one\n');
    const empty = await store.trees.emptyTree();
    const { tree } = await workspaces.importDirectory(root);
    writeFileSync(join(root, deep, 'f.txt'), 'two\n');
    let changed = tree;
    expect(await heldWhile(async () => ({ tree: changed } = await workspaces.importDirectory(root)))).toEqual(
      [],
    );
    expect(await heldWhile(() => workspaces.diffTrees(empty, changed))).toEqual([]);
    expect(
      await heldWhile(() => workspaces.mergeTrees({ base: tree, ours: changed, theirs: empty })),
    ).toEqual([]);
    const create = { action: 'create', path: `${deep}/g.txt`, content: 'x' } as const;
    expect(await heldWhile(() => workspaces.applyEdits(tree, [create]))).toEqual([]);
    rmSync(join(root, 'd'), { recursive: true });
    const all = { directory: root, base: empty, tree: changed };
    for (const dryRun of [true, false])
      expect(
        await heldWhile(() => workspaces.publish({ ...all, dryRun, key: key(`deep ${dryRun}`) })),
      ).toEqual([]);
  });
});
