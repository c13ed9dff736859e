import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { asTree } from '../../../support/hashes';
import { bundleChild, ended, nextMessage, startChild } from '../../../support/child';
import { manifest } from '../../../support/manifest';
import { ManifestWorld } from '../../../support/manifest-world';
import {
  closeTree,
  openTree,
  putNode,
  takeNode,
  type Leaf,
  type MutableFolder,
} from '../../../support/mutable-tree';
import type { Plant } from '../../../support/plant-tree';

const PLANTS: Plant[] = [
  { path: '0/a', text: 'a' },
  { path: '0/b', text: 'b' },
  { path: '0/papers/one', text: 'one' },
  { path: '0/papers/two', text: 'two' },
  { path: '0/gone/x', text: 'x' },
  { path: '0/parted/kept', text: 'kept' },
  { path: '0/parted/moved', text: 'moved' },
  { path: '1/edited', text: 'old' },
  { path: '1/link', link: 'edited' },
];
const OLD = 1_600_000_000.25;

let world: ManifestWorld;
let child: string;

beforeAll(async () => {
  world = await ManifestWorld.open();
  child = bundleChild(join(__dirname, 'crash.child.ts'), world.folder);
});
afterAll(() => world.close());

/** Plants the world, and makes the tree that it is to become. */
async function prepare(): Promise<{ base: string; times: string; tree: string }> {
  world.plant(PLANTS);
  for (const path of ['0/papers', '0/gone', '0/parted', '0/a', '1/edited'])
    utimesSync(world.at(path), OLD, OLD);
  const { tree: base, times } = await world.capture();
  const folder = await openTree(world.store.trees, base);
  const move = (from: string, to: string): void => {
    const node = takeNode(folder, from);
    if (node) putNode(folder, to, node);
  };
  const [a, b] = [takeNode(folder, '0/a'), takeNode(folder, '0/b')];
  putNode(folder, '0/a', b as Leaf);
  putNode(folder, '0/b', a as Leaf);
  putNode(folder, '1/new', { mode: 0o755, entries: new Map() } satisfies MutableFolder);
  move('0/papers', '1/new/papers');
  takeNode(folder, '0/gone');
  move('0/parted/moved', '1/moved');
  takeNode(folder, '0/parted');
  putNode(folder, '1/copy', { ...(b as Leaf), mode: 0o600 });
  const hash = await world.store.blobs.put(Buffer.from('newer'));
  putNode(folder, '1/edited', { type: 'file', mode: 0o644, hash, size: 5 });
  move('1/link', '0/link');
  return { base, times, tree: await closeTree(world.store.trees, folder) };
}

function contents(): string[] {
  return world.roots.flatMap((root, index) => manifest(root).map((line) => `${index}/${line}`));
}

/** Publishes in a process that dies before its n-th call, and recovers as the next start does. */
async function attempt(request: object, killAt: number): Promise<{ calls: number; recovered: string[] }> {
  const args = [join(world.folder, 'home', 'store'), String(killAt), JSON.stringify(request)];
  const publishing = startChild(child, args);
  const message = (await nextMessage(publishing).catch(() => undefined)) as { calls: number } | undefined;
  await ended(publishing);
  const recovered = await world.workspaces.recover();
  const journals = join(world.folder, 'home', 'journals', 'manifests');
  const names = existsSync(journals) ? readdirSync(journals) : [];
  expect(names.filter((name) => name.endsWith('.json'))).toEqual([]);
  expect(keptNames().filter((name) => !/^[fdel]-/.test(name))).toEqual([]);
  return { calls: message?.calls ?? 0, recovered: recovered.map(({ outcome }) => outcome) };
}

/** Names of all that was put aside. */
function keptNames(): string[] {
  const runs = existsSync(world.kept) ? readdirSync(world.kept).filter((name) => !name.startsWith('.')) : [];
  return runs
    .flatMap((run) => readdirSync(join(world.kept, run)).map((publish) => join(world.kept, run, publish)))
    .flatMap((folder) => readdirSync(folder));
}

describe('a publish of a manifest that is killed before any of its calls', () => {
  test('is wholly undone or wholly done after the next start', async () => {
    const key = { run: world.run, effect: 'e' };
    let { base, tree } = await prepare();
    const whole = await attempt({ roots: world.roots, base, tree, key }, 0);
    const after = contents();
    expect(whole.calls).toBeGreaterThan(60);
    const seen = new Set<string>();
    for (let killAt = 1; killAt <= whole.calls; killAt += 2) {
      ({ base, tree } = await prepare());
      const [before, state] = [contents(), world.state()];
      const { recovered } = await attempt({ roots: world.roots, base, tree, key }, killAt);
      const now = contents();
      const outcome = JSON.stringify(now) === JSON.stringify(before) ? 'old' : 'new';
      if (outcome === 'old') expect(world.state()).toEqual(state);
      else expect(now).toEqual(after);
      seen.add(`${outcome} ${recovered.join()}`);
      // The retry ends as a publish that nobody killed.
      const again = await world.workspaces.publishManifest({
        roots: world.roots,
        base: asTree(base),
        tree: asTree(tree),
        key,
      });
      expect(again.status).toBe('published');
      expect(contents()).toEqual(after);
      const present = await world.capture();
      expect(again).toMatchObject({ tree: present.tree, times: present.times });
    }
    expect([...seen].sort()).toEqual(['new ', 'new finished', 'old ', 'old undone']);
  });

  /** Publishes in processes that die later and later, until one has left a path without its file. */
  async function dieWithout(path: string): Promise<{ base: string; tree: string }> {
    for (let killAt = 20; ; killAt += 1) {
      const { base, tree } = await prepare();
      const request = { roots: world.roots, base, tree, key: { run: world.run, effect: 'half' } };
      const publishing = startChild(child, [
        join(world.folder, 'home', 'store'),
        String(killAt),
        JSON.stringify(request),
      ]);
      await ended(publishing);
      if (!existsSync(world.at(path))) return { base, tree };
      await world.workspaces.recover();
    }
  }

  test('is finished by the next publish of a heal to one of its roots', async () => {
    await dieWithout('0/a');
    const directory = world.roots[0] ?? '';
    const tree = await world.store.trees.emptyTree();
    const key = { run: world.run, effect: 'heal' };
    expect(await world.workspaces.publish({ directory, base: tree, tree, key })).toMatchObject({
      status: 'published',
    });
    expect(readFileSync(world.at('0/a'), 'utf8')).toBe('b');
    expect(await world.workspaces.recover()).toEqual([]);
  });

  test('is undone where somebody took a place meanwhile, and what stood there is put beside it', async () => {
    await dieWithout('0/a');
    world.write('0/a', 'mine');
    const recovered = await world.workspaces.recover();
    expect(recovered).toMatchObject([
      {
        outcome: 'undone',
        left: [
          {
            path: '0/a',
            reason: `it was created meanwhile; what stood there is now ${world.at('0/a')}.before`,
          },
        ],
      },
    ]);
    expect(contents().filter((line) => /^0\/(a|b)/.test(line))).toHaveLength(3);
    expect(['0/a', '0/a.before', '0/b'].map((path) => readFileSync(world.at(path), 'utf8'))).toEqual([
      'mine',
      'a',
      'b',
    ]);
  });
});
