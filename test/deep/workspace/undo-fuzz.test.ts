import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import { type FileToolName, goalContents } from '../../../src/coder/tools/files';
import { placeOf, shownPlace } from '../../../src/domain/goal/places';
import fc from '../../support/fast-check';
import {
  Draw,
  FOLDERS,
  inodes,
  isWide,
  NAMES,
  onDisk,
  People,
  plain,
  plantSome,
  token,
  tokenOf,
  touch,
  wide,
  type Planted,
} from '../../support/fuzzed-folders';
import { asTree } from '../../support/hashes';
import { ManifestWorld } from '../../support/manifest-world';
import { FilesRun } from '../../support/file-tools';

let world: ManifestWorld;
let originals: ReturnType<ManifestWorld['workspaces']['openOriginals']>;
type Manifest = Awaited<ReturnType<ManifestWorld['capture']>>;
beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

/** One step of a plan, by the tools of goals; what it refuses is left. */
async function step(draw: Draw, run: FilesRun): Promise<void> {
  const all = (await world.store.trees.list(run.tree, { dirs: true })).filter(({ path }) =>
    path.includes('/'),
  );
  const folders = ['0', '1', ...all.filter(({ type }) => type === 'dir').map(({ path }) => path)];
  const files = all.filter(({ type }) => type === 'file' || type === 'identity');
  const shown = (path: string): string => shownPlace(world.roots, placeOf(path));
  const [source, file] = [draw.of(all)?.path, draw.of(files)?.path];
  const [folder, name] = [draw.of(folders) ?? '0', draw.of(NAMES) ?? ''];
  const call = (tool: FileToolName, args: object) => run.call(tool, args);
  switch (draw.upTo(8)) {
    case 0:
      return void (await call('make_folder', { path: shown(`${folder}/${name}`) }));
    case 1:
    case 2:
      return void (source && (await call('move', { items: [shown(source)], to: shown(folder), name })));
    case 3:
      return void (source && (await call('rename', { path: shown(source), name })));
    case 4:
      return void (source && (await call('copy', { items: [shown(source)], to: shown(folder), name })));
    case 5:
      return void (source && (await call('delete', { items: [shown(source)] })));
    case 6:
      return void (await call('write', { path: shown(`${folder}/${name}`), content: token('run') }));
    default:
      return file === undefined ? undefined : edit(run, file, shown(file));
  }
}

/** Replaces the token of a file: all its other bytes stay, and its mark. */
async function edit(run: FilesRun, path: string, shown: string): Promise<void> {
  const before = await bytesIn(run.tree, path);
  const [search, replacement] = [tokenOf(before), token('run')];
  const { items } = await run.call('edit', { path: shown, edits: [{ search, replacement }] });
  expect(items[0]).toMatchObject({ ok: true });
  const [old, fresh] = isWide(before) ? [wide(search), wide(replacement)] : [search, replacement];
  expect(await bytesIn(run.tree, path)).toBe(before.replace(old, fresh));
}

/** Content of a file of a tree. */
async function bytesIn(tree: TreeHash, path: string): Promise<string> {
  const entry = await world.store.trees.find(tree, path);
  if (!entry) throw new Error(`there is no ${path}`);
  const bytes = await goalContents(world.store.blobs, originals).read(entry, 1_000_000);
  if (!Buffer.isBuffer(bytes)) throw new Error(bytes.problem.join(' '));
  return bytes.toString('latin1');
}

/** Contents of all files of a tree. */
async function contentsIn(tree: TreeHash, known: ReadonlyMap<string, string>): Promise<string[]> {
  const texts: string[] = [];
  for (const { type, hash } of await world.store.trees.list(tree)) {
    if (type === 'file') texts.push((await world.store.blobs.load(hash)).toString('latin1'));
    else if (type === 'identity') texts.push(known.get(hash) ?? `unknown ${hash}`);
  }
  return texts;
}

async function goThereAndBack(seed: number): Promise<void> {
  const draw = new Draw(seed);
  const people = new People();
  plantSome(world, draw);
  const base = await world.capture();
  const first = onDisk(world).files;
  const known = new Map<string, string>();
  for (const [path, text] of first) {
    const entry = await world.store.trees.find(base.tree, path);
    if (entry) known.set(entry.hash, text);
  }
  const states: TreeHash[] = [base.tree];
  originals = world.workspaces.openOriginals({ roots: world.roots, base: base.tree });
  const contents = goalContents(world.store.blobs, originals);
  const plan = new FilesRun({ roots: world.roots, contents }, world.store);
  plan.tree = base.tree;
  const planted = { state: world.state(), inodes: inodes(world) };
  for (let steps = 1 + draw.upTo(4); steps > 0; steps -= 1) {
    await step(draw, plan);
    states.push(plan.tree);
  }
  const last = states.at(-1) ?? base.tree;
  if (draw.chance(25)) touch(world, draw, people);
  const isAlone = people.own.size + people.gone.size === 0;
  const before = world.state();
  const done = await world.publish(base.tree, last, { baseTimes: base.times });
  const expectThere = (wanted: Iterable<string>, when: string): void => {
    const there = new Set(onDisk(world).files.values());
    const lost = [...wanted].filter((text) => !there.has(text));
    expect({ seed, when, lost }).toEqual({ seed, when, lost: [] });
    const strange = [...there].filter((text) => tokenOf(text) === '' || plain(text).includes('\xef\xbf\xbd'));
    expect({ seed, strange }).toEqual({ seed, strange: [] });
  };
  if (done.status === 'conflict') {
    expect(world.state()).toEqual(before);
    return;
  }
  const wanted = (await contentsIn(last, known)).filter((text) => !people.gone.has(text));
  expectThere([...people.own, ...wanted], 'published');
  const published = done.tree;
  if (isAlone && draw.chance(30)) return goBackAlone(seed, { published, times: done.times, base, planted });
  for (let edits = draw.upTo(4); edits > 0; edits -= 1) touch(world, draw, people);
  await goBack(draw, { states, published, people, expectThere });
}

/** Where nobody else did anything, all is as it was: the same files, folders, modes and times. */
async function goBackAlone(
  seed: number,
  {
    published,
    times,
    base,
    planted,
  }: { published: BlobHash; times?: BlobHash; base: Manifest; planted: Planted },
): Promise<void> {
  const outcome = await world.publish(published, base.tree, { baseTimes: times, restored: base });
  expect({ seed, status: outcome.status }).toEqual({ seed, status: 'published' });
  expect({ seed, state: world.state(), inodes: inodes(world) }).toEqual({ seed, ...planted });
}

interface Back {
  states: readonly TreeHash[];
  published: BlobHash;
  people: People;
  expectThere(wanted: Iterable<string>, when: string): void;
}

async function goBack(draw: Draw, { states, published, people, expectThere }: Back): Promise<void> {
  const number = 1 + draw.upTo(states.length - 1);
  const form = draw.upTo(3);
  const partial = draw.chance(40);
  const ours = await world.capture();
  const there = [...onDisk(world).files.values()];
  const from = form === 2 ? states[number] : published;
  const to = form === 0 ? states[0] : states[number - 1];
  const merged = await world.workspaces.mergeManifests({
    roots: world.roots,
    base: asTree(from ?? published),
    ours: ours.tree,
    theirs: asTree(to ?? published),
    states: form === 2 ? [] : [...states],
    followFiles: form === 2,
    partial,
  });
  if (draw.chance(20)) touch(world, draw, people);
  const before = world.state();
  if (merged.status === 'conflict') {
    expect(world.state()).toEqual(before);
    return;
  }
  const outcome = await world.publish(ours.tree, merged.tree, { baseTimes: ours.times, partial });
  if (outcome.status === 'conflict') expect(world.state()).toEqual(before);
  // What the run did not write stays, wherever it is now.
  const kept = there.filter((text) => !tokenOf(text).startsWith('run') && !people.gone.has(text));
  expectThere([...kept, ...people.own], `rolled back ${form} ${number}`);
}

test(
  `${FOLDERS} folders go through plans, people's hands and rollbacks, and lose nothing`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), (seed) => goThereAndBack(seed)),
      { numRuns: FOLDERS, endOnFailure: true },
    );
  },
  30 * 60_000,
);
