import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import fc from '../../support/fast-check';
import { ManifestWorld } from '../../support/manifest-world';
import {
  cloneNode,
  closeTree,
  isFolder,
  type Leaf,
  type MutableFolder,
  nodeAt,
  openTree,
  pathsIn,
  putNode,
  takeNode,
} from '../../support/mutable-tree';
import type { Plant } from '../../support/plant-tree';

const world = ManifestWorld.open();
afterAll(async () => (await world).close());

const PLANTS: Plant[] = [
  { path: '0/a.txt', text: 'a' },
  { path: '0/b.txt', text: 'b', mode: 0o600 },
  { path: '0/papers/one.pdf', text: 'one' },
  { path: '0/papers/two.pdf', text: 'two' },
  { path: '0/papers/old/three.pdf', text: 'three' },
  { path: '0/papers/old/empty', text: '' },
  { path: '0/films/far.mkv', text: 'far' },
  { path: '0/films/link', link: '../a.txt' },
  { path: '0/none', dir: true },
  { path: '1/x', text: 'x' },
  { path: '1/y/z', text: 'z' },
  { path: '1/y/w', text: 'w' },
];

const place = fc.constantFrom(
  '0',
  '0/papers',
  '0/papers/old',
  '0/films',
  '0/new',
  '0/none',
  '1',
  '1/y',
  '0/a.txt',
);
const name = fc.constantFrom(
  'a.txt',
  'b.txt',
  'papers',
  'films',
  'x',
  'y',
  'z',
  'new',
  'old',
  'one.pdf',
  'A.TXT',
  '한글 "q"\n',
);
const index = fc.nat();
type Act =
  | { do: 'move' | 'copy'; index: number; place: string; name: string }
  | { do: 'swap'; index: number; other: number }
  | { do: 'delete'; index: number }
  | { do: 'make'; place: string; name: string }
  | { do: 'write'; place: string; name: string; text: string }
  | { do: 'mode'; index: number; mode: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constantFrom('move' as const, 'copy' as const), index, place, name }),
  fc.record({ do: fc.constant('swap' as const), index, other: index }),
  fc.record({ do: fc.constant('delete' as const), index }),
  fc.record({ do: fc.constant('make' as const), place, name }),
  fc.record({ do: fc.constant('write' as const), place, name, text: fc.constantFrom('new', '', 'newer') }),
  fc.record({ do: fc.constant('mode' as const), index, mode: fc.constantFrom(0o600, 0o755) }),
);
/** Does to a tree what a step of a plan would; what makes no sense does nothing. */
async function perform(tree: MutableFolder, one: Act, put: (text: string) => Promise<Leaf>): Promise<void> {
  const inner = pathsIn(tree).filter(([path]) => path.includes('/'));
  const pick = (at: number): [string, MutableFolder | Leaf] | undefined => inner[at % inner.length];
  if (one.do === 'swap') {
    const [a, b] = [pick(one.index), pick(one.other)];
    if (!a || !b || `${a[0]}/`.startsWith(`${b[0]}/`) || `${b[0]}/`.startsWith(`${a[0]}/`)) return;
    putNode(tree, a[0], b[1]);
    putNode(tree, b[0], a[1]);
  } else if (one.do === 'move' || one.do === 'copy') {
    const source = pick(one.index);
    const folder = nodeAt(tree, one.place);
    const target = `${one.place}/${one.name}`;
    if (!source || !folder || !isFolder(folder)) return;
    if (`${target}/`.startsWith(`${source[0]}/`) || `${source[0]}/`.startsWith(`${target}/`)) return;
    const node = one.do === 'move' ? takeNode(tree, source[0]) : cloneNode(source[1]);
    if (node) putNode(tree, target, node);
  } else if (one.do === 'delete') takeNode(tree, pick(one.index)?.[0] ?? '0/none');
  else if (one.do === 'mode') {
    const node = pick(one.index)?.[1];
    if (node && (isFolder(node) || node.type !== 'link')) node.mode = one.mode;
  } else {
    const folder = nodeAt(tree, one.place);
    if (!folder || !isFolder(folder)) return;
    const node = one.do === 'write' ? await put(one.text) : { mode: 0o755, entries: new Map<string, Leaf>() };
    putNode(tree, `${one.place}/${one.name}`, node);
  }
}

/** Contents of a world by path: `mode content`, with links and folders told apart. */
function contents(
  paths: readonly [string, MutableFolder | Leaf][],
  of: (path: string, leaf: Leaf) => string,
): Map<string, string> {
  return new Map(
    paths.map(([path, node]) => [
      path,
      isFolder(node) ? `${node.mode} folder` : `${node.mode} ${of(path, node)}`,
    ]),
  );
}

async function attempt(acts: readonly Act[]): Promise<void> {
  const at = await world;
  const { store } = at;
  at.plant(PLANTS);
  const before = await at.capture();
  const state = at.state();
  const tree = await openTree(store.trees, before.tree);
  const known = new Map<string, string>();
  const inodes = new Map<string, number>();
  for (const [path, node] of pathsIn(tree)) {
    if (isFolder(node)) continue;
    known.set(
      node.hash,
      node.type === 'link' ? readlinkSync(at.at(path)) : readFileSync(at.at(path), 'utf8'),
    );
    inodes.set(node.hash, lstatSync(at.at(path)).ino);
  }
  const put = async (text: string): Promise<Leaf> => {
    const hash = await store.blobs.put(Buffer.from(text));
    known.set(hash, text);
    return { type: 'file', mode: 0o644, hash, size: Buffer.byteLength(text) };
  };
  for (const one of acts) await perform(tree, one, put);
  const wanted = await closeTree(store.trees, tree);

  const done = await at.publish(before.tree, wanted, { baseTimes: before.times });
  if (done.status !== 'published') throw new Error(JSON.stringify(done.conflicts));
  const after = await at.capture();
  expect({ tree: after.tree, times: after.times }).toEqual({ tree: done.tree, times: done.times });
  const found = await openTree(store.trees, after.tree);
  expect(
    contents(pathsIn(found), (path, leaf) =>
      leaf.type === 'link' ? readlinkSync(at.at(path)) : readFileSync(at.at(path), 'utf8'),
    ),
  ).toEqual(contents(pathsIn(tree), (_, leaf) => known.get(leaf.hash) ?? 'unknown'));
  // A file that is still there is the same file, at one of its paths.
  const there = new Set(
    pathsIn(found).flatMap(([path, node]) => (isFolder(node) ? [] : [lstatSync(at.at(path)).ino])),
  );
  for (const [, node] of pathsIn(tree))
    if (!isFolder(node) && node.type === 'identity') expect(there).toContain(inodes.get(node.hash));

  // Once more, as after a kill that came before the answer.
  const again = await at.publish(before.tree, wanted);
  expect(again).toMatchObject({ status: 'published', tree: done.tree, times: done.times });

  const back = await at.publish(done.tree, before.tree, { baseTimes: done.times, restored: before });
  expect(back).toMatchObject({ status: 'published', tree: before.tree, times: before.times });
  expect(at.state()).toEqual(state);
}

test('a publish of random acts does what they say, and its way back restores all: bytes, inodes and times', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), (acts) => attempt(acts)),
    { numRuns: 300 },
  );
});
