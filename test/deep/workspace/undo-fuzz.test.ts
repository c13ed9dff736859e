import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import fc from '../../support/fast-check';
import { asTree } from '../../support/hashes';
import { ManifestWorld } from '../../support/manifest-world';
import {
  closeTree,
  isFolder,
  nodeAt,
  openTree,
  pathsIn,
  putNode,
  takeNode,
  type MutableFolder,
} from '../../support/mutable-tree';

/** Folders that go through a plan, people's hands and the way back: `KINTSUGI_TEST_FOLDERS=20000 npm run test:deep -- workspace/undo-fuzz`. */
const FOLDERS = Number(process.env['KINTSUGI_TEST_FOLDERS'] ?? 2_000);
const NAMES = ['a', 'b', 'c', 'in', 'out', '논문', 'cafe\u0301', 'x y', '.hidden', 'long '.repeat(20).trim()];

/** Numbers of one seed. */
class Draw {
  constructor(private state: number) {}

  upTo(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.upTo(Math.max(1, list.length))];
  }

  chance(percent: number): boolean {
    return this.upTo(100) < percent;
  }
}

let world: ManifestWorld;
let count = 0;
/** Content of a file that there is once: what it is found by. */
const token = (who: string): string => `${who}${(count += 1)}`;

beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

/** Paths below a root: folders, and files with their contents. */
function onDisk(): { folders: string[]; files: Map<string, string> } {
  const folders: string[] = [];
  const files = new Map<string, string>();
  for (const [index, root] of world.roots.entries()) {
    folders.push(String(index));
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const stat = lstatSync(join(root, name));
      if (stat.isDirectory()) folders.push(`${index}/${name}`);
      else files.set(`${index}/${name}`, readFileSync(join(root, name), 'utf8'));
    }
  }
  return { folders, files };
}

/** Contents that people wrote or moved, which nobody else may take away, and those that they took away themselves. */
class People {
  readonly own = new Set<string>();
  readonly gone = new Set<string>();

  put(text: string): void {
    this.own.add(text);
    this.gone.delete(text);
  }

  take(text: string): void {
    this.own.delete(text);
    this.gone.add(text);
  }
}

/** Somebody adds, changes, moves or deletes something. */
function touch(draw: Draw, people: People): void {
  const { folders, files } = onDisk();
  const path = `${draw.of(folders) ?? '0'}/${draw.of(NAMES) ?? ''}`;
  const file = draw.of([...files.keys()]);
  const isFree = lstatSync(world.at(path), { throwIfNoEntry: false }) === undefined;
  const act = draw.upTo(5);
  if (act <= 1 && isFree) {
    const text = token('people');
    if (act === 1) mkdirSync(world.at(path));
    writeFileSync(world.at(act === 1 ? `${path}/mine` : path), text);
    people.put(text);
  } else if (act === 2 && file !== undefined) {
    people.take(files.get(file) ?? '');
    const text = token('people');
    writeFileSync(world.at(file), text);
    people.put(text);
  } else if (act === 3 && file !== undefined && isFree) {
    renameSync(world.at(file), world.at(path));
    people.put(files.get(file) ?? '');
  } else if (act === 4 && file !== undefined) {
    people.take(files.get(file) ?? '');
    rmSync(world.at(file));
  }
}

/** One step of a plan on a tree. */
async function step(draw: Draw, tree: MutableFolder): Promise<void> {
  const all = pathsIn(tree).filter(([path]) => path.includes('/'));
  const folders = [...pathsIn(tree)].filter(([, node]) => isFolder(node)).map(([path]) => path);
  const [source, node] = draw.of(all) ?? [];
  const target = `${draw.of(folders) ?? '0'}/${draw.of(NAMES) ?? ''}`;
  const isFree = nodeAt(tree, target) === undefined;
  const write = async (path: string): Promise<void> => {
    const hash = await world.store.blobs.put(Buffer.from(token('run')));
    putNode(tree, path, { type: 'file', mode: 0o644, hash, size: 8 });
  };
  switch (draw.upTo(6)) {
    case 0:
    case 1:
      if (isFree) putNode(tree, target, { mode: 0o755, entries: new Map() });
      return;
    case 2:
    case 3:
      if (source === undefined || !node || !isFree || target.startsWith(`${source}/`)) return;
      takeNode(tree, source);
      if (!putNode(tree, target, node)) putNode(tree, source, node);
      return;
    case 4:
      if (source !== undefined) takeNode(tree, source);
      return;
    default:
      if (node && source !== undefined && !isFolder(node)) return write(source);
      if (isFree) await write(target);
  }
}

/** Contents of all files of a tree. */
async function contentsIn(tree: TreeHash, known: ReadonlyMap<string, string>): Promise<string[]> {
  const texts: string[] = [];
  for (const { type, hash } of await world.store.trees.list(tree)) {
    if (type === 'file') texts.push((await world.store.blobs.get(hash)).toString());
    else if (type === 'identity') texts.push(known.get(hash) ?? `unknown ${hash}`);
  }
  return texts;
}

function plantSome(draw: Draw): void {
  world.plant([]);
  for (let made = 0; made < 3 + draw.upTo(8); made += 1) {
    const path = world.at(`${draw.of(onDisk().folders) ?? '0'}/${draw.of(NAMES) ?? ''}`);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    if (draw.chance(40)) mkdirSync(path, { mode: draw.chance(20) ? 0o700 : 0o755 });
    else writeFileSync(path, token('first'), { mode: draw.chance(20) ? 0o600 : 0o644 });
  }
}

const TOLD = /^(?:first|run|people)\d+$/;

async function goThereAndBack(seed: number): Promise<void> {
  const draw = new Draw(seed);
  const people = new People();
  plantSome(draw);
  const base = await world.capture();
  const first = onDisk().files;
  const known = new Map<string, string>();
  for (const [path, text] of first) {
    const entry = await world.store.trees.find(base.tree, path);
    if (entry) known.set(entry.hash, text);
  }
  const states: TreeHash[] = [base.tree];
  const tree = await openTree(world.store.trees, base.tree);
  for (let steps = 1 + draw.upTo(4); steps > 0; steps -= 1) {
    await step(draw, tree);
    states.push(await closeTree(world.store.trees, tree));
  }
  const last = states.at(-1) ?? base.tree;
  if (draw.chance(25)) touch(draw, people);
  const before = world.state();
  const done = await world.publish(base.tree, last, { baseTimes: base.times });
  const expectThere = (wanted: Iterable<string>, when: string): void => {
    const there = new Set(onDisk().files.values());
    const lost = [...wanted].filter((text) => !there.has(text));
    expect({ seed, when, lost }).toEqual({ seed, when, lost: [] });
    const strange = [...there].filter((text) => !TOLD.test(text));
    expect({ seed, strange }).toEqual({ seed, strange: [] });
  };
  if (done.status === 'conflict') {
    expect(world.state()).toEqual(before);
    return;
  }
  const wanted = (await contentsIn(last, known)).filter((text) => !people.gone.has(text));
  expectThere([...people.own, ...wanted], 'published');
  for (let edits = draw.upTo(4); edits > 0; edits -= 1) touch(draw, people);
  const published = done.tree;
  await goBack(draw, { states, published, people, expectThere });
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
  const there = [...onDisk().files.values()];
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
  if (draw.chance(20)) touch(draw, people);
  const before = world.state();
  if (merged.status === 'conflict') {
    expect(world.state()).toEqual(before);
    return;
  }
  const outcome = await world.publish(ours.tree, merged.tree, { baseTimes: ours.times, partial });
  if (outcome.status === 'conflict') expect(world.state()).toEqual(before);
  // What the run did not write stays, wherever it is now.
  const kept = there.filter((text) => !text.startsWith('run') && !people.gone.has(text));
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
