import { lutimesSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import { importDirectory } from '../../../src/workspace/capture/import';
import { materialise } from '../../../src/workspace/checkout/materialise';
import { publish } from '../../../src/workspace/publish/publish';
import { recoverPublishes } from '../../../src/workspace/publish/publish-recover';
import { openStore } from '../../../src/store';
import type { Store } from '../../../src/store/types';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { manifest, timedManifest } from '../../support/manifest';
import { plantTree, type Plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = tempFolder('crash');
  store = await openStore(join(folder, 'store'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const BEFORE: Plant[] = [
  { path: 'edit', text: 'old' },
  { path: 'to-folder', text: 'file' },
  { path: 'to-file/y', text: 'y' },
  { path: 'gone/x', text: 'x' },
  { path: 'link', link: 'edit' },
];
const AFTER: Plant[] = [
  { path: 'edit', text: 'new' },
  { path: 'to-folder/a', text: 'a' },
  { path: 'to-file', text: 'file' },
  { path: 'added/z', text: 'z', mode: 0o755 },
  { path: 'link', link: 'added' },
];
const edited = (plants: Plant[]): Plant[] =>
  plants.map((plant) => (plant.path === 'edit' ? { path: 'edit', text: 'mine' } : plant));

interface Crash {
  base: TreeHash;
  tree: TreeHash;
  /** Blob at whose reading the user edits a file, so that the publish has to be taken back. */
  trigger?: BlobHash;
  /** Modification times of `tree`, to be restored with it. */
  times?: BlobHash;
  /** Tree of the directory, where that is not `base`: the user was at work. */
  present?: TreeHash;
}

let count = 0;

/** Publishes in a process that is killed before its n-th file operation (0: never), and recovers. */
async function attempt(child: string, { base, tree, trigger, times, present = base }: Crash, killAt: number) {
  const own = join(folder, `attempt-${(count += 1)}`);
  const [directory, journals] = [join(own, 'root'), join(own, 'journals')] as const;
  await materialise(store, { tree: present, directory });
  const before = timedManifest(directory);
  const args = [
    join(folder, 'store'),
    journals,
    directory,
    base,
    tree,
    String(killAt),
    trigger ?? '',
    times ?? '',
  ];
  const publishing = startChild(child, args);
  const message = (await nextMessage(publishing).catch(() => undefined)) as { calls: number } | undefined;
  await ended(publishing);
  const recovered = await recoverPublishes({ ...store, journals });
  const after = await importDirectory(store, directory);
  expect(manifest(directory).filter((line) => line.includes('.kintsugi-'))).toEqual([]);
  expect(readdirSync(journals).filter((name) => name.endsWith('.json'))).toEqual([]);
  // What is wholly old has its old times, too.
  if (after.tree === present) expect(timedManifest(directory)).toEqual(before);
  if (after.tree === tree && times !== undefined) expect(after.times).toBe(times);
  return { tree: after.tree, recovered: recovered.length > 0, calls: message?.calls ?? 0 };
}

/** One attempt for every file operation (or every `stride`-th) of one that is not killed; the trees that recovery and all of them led to. */
async function crashEverywhere(
  child: string,
  crash: Crash,
  stride = 1,
): Promise<{ whole: TreeHash; seen: Set<TreeHash>; recovered: Set<TreeHash> }> {
  const whole = await attempt(child, crash, 0);
  expect(whole.recovered).toBe(false);
  expect(whole.calls).toBeGreaterThan(30);
  const outcomes = [];
  for (let killAt = 1; killAt <= whole.calls; killAt += 2 * stride) {
    outcomes.push(
      ...(await Promise.all([attempt(child, crash, killAt), attempt(child, crash, killAt + stride)])),
    );
  }
  const recovered = outcomes.filter((outcome) => outcome.recovered);
  return {
    whole: whole.tree,
    seen: new Set(outcomes.map((outcome) => outcome.tree)),
    recovered: new Set(recovered.map((outcome) => outcome.tree)),
  };
}

describe('a publish that is killed before any of its file operations', () => {
  let child: string;
  let base: TreeHash;
  let tree: TreeHash;

  beforeAll(async () => {
    child = bundleChild(join(__dirname, 'publish-crash.child.ts'), folder);
    base = await plantTree(store, BEFORE);
    tree = await plantTree(store, AFTER);
  });

  test('is wholly old or wholly new after the next start', async () => {
    const { whole, seen, recovered } = await crashEverywhere(child, { base, tree });
    expect(whole).toBe(tree);
    expect(seen).toEqual(new Set([base, tree]));
    expect(recovered).toEqual(new Set([base, tree]));
  });

  test('also where times are restored, in a rollback', async () => {
    const original = join(folder, 'original');
    await materialise(store, { tree: base, directory: original });
    for (const name of ['edit', 'to-file/y', 'to-file', 'gone', 'link'])
      lutimesSync(join(original, name), 1_600_000_000.25, 1_600_000_000.25);
    const { times } = await importDirectory(store, original);
    const { seen } = await crashEverywhere(child, { base: tree, tree: base, times });
    expect(seen).toEqual(new Set([base, tree]));
  });

  test('also where it is the part that meets no conflict', async () => {
    const present = await plantTree(store, edited(BEFORE));
    const directory = join(folder, 'edited');
    await materialise(store, { tree: present, directory });
    const request = { directory, base, tree, key: { run: 'r', effect: 's' }, dryRun: true, partial: true };
    const plan = await publish({ ...store, journals: join(folder, 'none') }, request);
    if (plan.status !== 'partial') throw new Error(plan.status);
    const { whole, seen } = await crashEverywhere(child, { base: plan.base, tree: plan.tree, present }, 2);
    expect(whole).toBe(await plantTree(store, edited(AFTER)));
    expect(seen).toEqual(new Set([present, whole]));
  });

  test('also while it is taken back because of an edit, which is kept', async () => {
    const trigger = (await store.trees.find(tree, 'edit'))?.hash;
    const { whole, seen } = await crashEverywhere(child, { base, tree, trigger }, 2);
    const [baseEdited, treeEdited] = [
      await plantTree(store, edited(BEFORE)),
      await plantTree(store, edited(AFTER)),
    ];
    expect(whole).toBe(baseEdited);
    // Killed before the edit; taken back; or committed, and then the edit is all that is left out.
    expect([...seen].filter((found) => ![base, baseEdited, treeEdited].includes(found))).toEqual([]);
    expect(seen).toContain(baseEdited);
  });
});
