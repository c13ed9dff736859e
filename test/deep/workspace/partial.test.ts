import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { asTree } from '../../support/hashes';
import fc from '../../support/fast-check';
import { importDirectory } from '../../../src/workspace/capture/import';
import { mergeTrees } from '../../../src/workspace/trees/merge-trees';
import { publish } from '../../../src/workspace/publish/publish';
import { createMemoryStore } from '../../support/memory-store';
import type { TreeFile } from '../../../src/store/types';
import { publishTree } from '../../../src/workflows/publish-result';
import { timedManifest } from '../../support/manifest';
import { plant, plantTree, type Plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const PATHS = ['a', 'a/x', 'a/y/z', 'b', 'b/x', 'c', 'd/e/f', 'd/e/g', 'd/h'];
const CONTENTS = ['one', 'two', 'three', 'four', 'five'];
const store = createMemoryStore();

type Files = Record<string, Omit<Plant, 'path'> | undefined>;

const entry = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 6,
    arbitrary: fc.record({ text: fc.constantFrom(...CONTENTS), mode: fc.constantFrom(0o644, 0o755) }),
  },
  { weight: 1, arbitrary: fc.record({ link: fc.constantFrom('nowhere', 'c') }) },
  { weight: 1, arbitrary: fc.constant({ dir: true }) },
);
const files: fc.Arbitrary<Files> = fc.record(Object.fromEntries(PATHS.map((path) => [path, entry])));
/** Which of the paths the user, or the run, makes other than they were. */
const touched = fc.subarray(PATHS, { minLength: 1 });

const changed = (base: Files, other: Files, paths: readonly string[]): Files => ({
  ...base,
  ...Object.fromEntries(paths.map((path) => [path, other[path]])),
});

/** Paths that can stand beside each other: nothing lies in a file. */
function plantsOf(given: Files): Plant[] {
  const isFile = (path: string) => given[path] !== undefined && !given[path].dir;
  return PATHS.flatMap((path) => {
    const one = given[path];
    const inFile = PATHS.some((above) => path.startsWith(`${above}/`) && isFile(above));
    return one === undefined || inFile ? [] : [{ path, ...one }];
  });
}

const same = (a: TreeFile | undefined, b: TreeFile | undefined): boolean =>
  a?.type === b?.type && a?.mode === b?.mode && (a?.type === 'dir' || a?.hash === b?.hash);

async function listing(tree: BlobHash): Promise<Map<string, TreeFile>> {
  const found = await store.trees.list(asTree(tree), { dirs: true });
  return new Map(found.map((file) => [file.path, file]));
}

test('what is published in part touches nothing of the user, loses nothing, and can be taken back to the last bit', async () => {
  let partial = 0;
  const property = fc.asyncProperty(
    files,
    files,
    files,
    touched,
    touched,
    async (base, run, user, ran, used) => {
      const folder = tempFolder('partial');
      try {
        const root = join(folder, 'root');
        mkdirSync(root);
        plant(root, plantsOf(changed(base, user, used)));
        const [baseTree, tree] = [
          await plantTree(store, plantsOf(base)),
          await plantTree(store, plantsOf(changed(base, run, ran))),
        ];
        const before = timedManifest(root);
        const original = await importDirectory(store, root);
        const deps = { ...store, journals: join(folder, 'journals') };
        const outcome = await publishTree({ base: baseTree, tree: tree, partial: true }, (effect, given) =>
          publish(deps, { directory: root, key: { run: 'r', effect }, ...given }),
        );
        if (outcome.status === 'conflict') expect(timedManifest(root)).toEqual(before);
        if (outcome.status !== 'partial') return;
        partial += 1;
        const after = await importDirectory(store, root);
        const [was, theirs, mine, is] = await Promise.all(
          [baseTree, tree, original.tree, after.tree].map(listing),
        );
        for (const path of new Set([...(mine?.keys() ?? []), ...(is?.keys() ?? [])])) {
          const [b, t, m, i] = [was, theirs, mine, is].map((one) => one?.get(path));
          // What the user changed, or what was left, is as the user has it; all else is as the run has it.
          const kept = !same(b, m) || outcome.left.some((left) => left.path === path);
          expect({ path, as: same(i, kept ? m : t) || (!b && same(i, m)) }).toEqual({ path, as: true });
        }
        // What the run only moved is still somewhere.
        const contents = (files: Iterable<TreeFile>) =>
          new Set([...files].filter(({ type }) => type !== 'dir').map(({ hash }) => hash));
        const arrived = [...(theirs?.values() ?? [])].filter(
          ({ path, hash }) => was?.get(path)?.hash !== hash,
        );
        const [moved, present] = [contents(arrived), contents(is?.values() ?? [])];
        for (const hash of contents(mine?.values() ?? []))
          if (moved.has(hash)) expect(present).toContain(hash);
        const merged = await mergeTrees(store, {
          base: outcome.tree,
          ours: after.tree,
          theirs: outcome.base,
        });
        expect(merged).toMatchObject({ status: 'merged', tree: original.tree });
        const rollback = { base: after.tree, tree: original.tree, restored: original };
        await publish(deps, { directory: root, key: { run: 'r', effect: 'back' }, ...rollback });
        expect(timedManifest(root)).toEqual(before);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
  await fc.assert(property, { numRuns: 120 });
  expect(partial).toBeGreaterThan(30);
});

test('a merge in part is ours where it says so, and theirs elsewhere', async () => {
  let partial = 0;
  const property = fc.asyncProperty(
    files,
    files,
    files,
    touched,
    touched,
    async (base, a, b, first, second) => {
      const [baseTree, ours, theirs] = [
        await plantTree(store, plantsOf(base)),
        await plantTree(store, plantsOf(changed(base, a, first))),
        await plantTree(store, plantsOf(changed(base, b, second))),
      ];
      const whole = await mergeTrees(store, {
        base: baseTree,
        ours: ours,
        theirs: theirs,
      });
      const outcome = await mergeTrees(store, {
        base: baseTree,
        ours: ours,
        theirs: theirs,
        partial: true,
      });
      if (whole.status === 'merged') expect(outcome).toEqual(whole);
      if (outcome.status === 'conflict' || outcome.left === undefined) return;
      partial += 1;
      const [mine, is] = await Promise.all([ours, outcome.tree].map(listing));
      for (const { path } of outcome.left) expect(same(is?.get(path), mine?.get(path))).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: 120 });
  expect(partial).toBeGreaterThan(30);
});
