import fc from '../../support/fast-check';
import { appendFileSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits } from '../../../src/workspace/trees/apply-edits';
import { importDirectory } from '../../../src/workspace/capture/import';
import { publish } from '../../../src/workspace/publish/publish';
import { createMemoryStore } from '../../support/memory-store';
import { manifest, timedManifest } from '../../support/manifest';
import { tempFolder } from '../../support/temp-folder';
import { build, bytesOf, folders, makeRepository, prepareHistories, projects } from './hostile-trees';
import { ACTIONS, applyDraw, draws, type Action } from './random-edits';

let histories: string;
beforeAll(() => {
  histories = tempFolder('histories');
  prepareHistories(histories);
});
afterAll(() => rmSync(histories, { recursive: true, force: true }));

async function inFolder(run: (root: string, journals: string) => Promise<void>): Promise<void> {
  const folder = tempFolder('property');
  try {
    mkdirSync(join(folder, 'root'));
    await run(join(folder, 'root'), join(folder, 'journals'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const key = (effect: string) => ({ run: 'property', effect });

test('import, edits, publish and rollback bring back the original, to the last bit', async () => {
  let published = 0;
  const met: Record<string, number> = {};
  const applied: Partial<Record<Action, number>> = {};
  await fc.assert(
    fc.asyncProperty(projects, draws, (things, sequence) =>
      inFolder(async (root, journals) => {
        const store = createMemoryStore();
        const deps = { ...store, journals };
        build(root, things);
        const original = timedManifest(root);
        const { tree: base, times } = await importDirectory(store, root);
        let tree = base;
        const changed = new Set<Action>();
        for (const draw of sequence) {
          const next = await applyDraw(store, tree, draw);
          if (next !== undefined && next !== tree) changed.add(draw.action);
          tree = next ?? tree;
        }
        for (const action of changed) applied[action] = (applied[action] ?? 0) + 1;
        for (const [name] of things) met[name] = (met[name] ?? 0) + 1;
        if (tree !== base) published += 1;
        expect(await publish(deps, { directory: root, base, tree, key: key('publish') })).toMatchObject({
          status: 'published',
        });
        expect((await importDirectory(createMemoryStore(), root)).tree).toBe(tree);
        expect(
          await publish(deps, {
            directory: root,
            base: tree,
            tree: base,
            restored: { tree: base, times },
            key: key('rollback'),
          }),
        ).toMatchObject({ status: 'published' });
        expect(timedManifest(root)).toEqual(original);
        expect((await importDirectory(store, root)).times).toBe(times);
        expect(readdirSync(journals)).toEqual([]);
      }),
    ),
    { numRuns: 80 },
  );
  // Most sequences change something, each action does in many of them, and no kind of project is left out.
  expect(published).toBeGreaterThan(40);
  expect(ACTIONS.filter((action) => (applied[action] ?? 0) < 8)).toEqual([]);
  expect(['repository', 'huge', 'deep'].filter((name) => !met[name])).toEqual([]);
});

test.each([true, false])(
  'a nested repository, with commits: %s, comes back and keeps its history',
  async (commits) => {
    await inFolder(async (root, journals) => {
      const store = createMemoryStore();
      mkdirSync(join(root, 'nested'));
      makeRepository(join(root, 'nested'), commits);
      const original = timedManifest(root);
      const { tree: base, times } = await importDirectory(store, root);
      const outcome = await applyEdits(store, base, [
        { action: 'modify', path: 'nested/inner.txt', content: 'edited' },
        { action: 'create', path: 'nested/new/file', content: 'new' },
      ]);
      const tree = 'tree' in outcome ? outcome.tree : base;
      const deps = { ...store, journals };
      await publish(deps, { directory: root, base, tree, key: key('publish') });
      expect(manifest(root)).not.toEqual(original);
      await publish(deps, {
        directory: root,
        base: tree,
        tree: base,
        restored: { tree: base, times },
        key: key('rollback'),
      });
      expect(timedManifest(root)).toEqual(original);
    });
  },
);

test('any tree can be published over any other, and back', async () => {
  await fc.assert(
    fc.asyncProperty(folders, folders, (first, second) =>
      inFolder(async (root, journals) => {
        const store = createMemoryStore();
        const other = join(root, '..', 'other');
        mkdirSync(other);
        build(root, first);
        build(other, second);
        const original = timedManifest(root);
        const { tree: base, times: baseTimes } = await importDirectory(store, root);
        const { tree, times } = await importDirectory(store, other);
        const deps = { ...store, journals };
        expect(
          await publish(deps, { directory: root, base, tree, restored: { tree, times }, key: key('there') }),
        ).toMatchObject({
          status: 'published',
        });
        expect(manifest(root)).toEqual(manifest(other));
        expect(
          await publish(deps, {
            directory: root,
            base: tree,
            tree: base,
            restored: { tree: base, times: baseTimes },
            key: key('back'),
          }),
        ).toMatchObject({ status: 'published' });
        expect(timedManifest(root)).toEqual(original);
      }),
    ),
    { numRuns: 60 },
  );
});

test('a conflict leaves the directory untouched', async () => {
  let conflicts = 0;
  await fc.assert(
    fc.asyncProperty(folders, folders, fc.nat(), (first, second, at) =>
      inFolder(async (root, journals) => {
        const store = createMemoryStore();
        const other = join(root, '..', 'other');
        mkdirSync(other);
        build(root, first);
        build(other, second);
        const base = (await importDirectory(store, root)).tree;
        const tree = (await importDirectory(store, other)).tree;
        const [name] = first[at % Math.max(first.length, 1)] ?? ['none'];
        interfere(bytesOf(root, name));
        const before = manifest(root);
        const outcome = await publish(
          { ...store, journals },
          { directory: root, base, tree, key: key('publish') },
        );
        if (outcome.status === 'published') return;
        conflicts += 1;
        expect(manifest(root)).toEqual(before);
        expect(readdirSync(journals)).toEqual([]);
      }),
    ),
    { numRuns: 120 },
  );
  expect(conflicts).toBeGreaterThan(30);
});

/** Changes whatever stands there, as its user might. */
function interfere(path: Buffer): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) writeFileSync(path, 'mine');
  else if (found.isDirectory()) writeFileSync(Buffer.concat([path, Buffer.from('/mine')]), 'mine');
  else if (found.isSymbolicLink()) {
    rmSync(path);
    writeFileSync(path, 'mine');
  } else appendFileSync(path, 'mine');
}
