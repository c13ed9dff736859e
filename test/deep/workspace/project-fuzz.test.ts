import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import type { FileEdit } from '../../../src/domain/files/workspace';
import fc from '../../support/fast-check';
import {
  Draw,
  FOLDERS,
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
} from '../../support/fuzzed-folders';
import { asTree } from '../../support/hashes';
import { ManifestWorld } from '../../support/manifest-world';

let world: ManifestWorld;
let count = 0;
beforeAll(async () => {
  world = await ManifestWorld.open();
});
afterAll(() => world.close());

const root = (): string => world.roots[0] ?? '';
const capture = () => world.workspaces.importDirectory(root());

function publish(base: BlobHash, tree: BlobHash, restored?: Awaited<ReturnType<typeof capture>>) {
  const key = { run: world.run, effect: `publish-${(count += 1)}` };
  return world.workspaces.publish({
    ...{ directory: root(), base: asTree(base), tree: asTree(tree), key },
    ...(restored && { restored }),
  });
}

/** All but the time of the project's folder itself, which no capture of it knows. */
const stateInside = (): string[] => world.state().filter((line) => !/^\d /.test(line));

async function bytesIn(tree: TreeHash, path: string): Promise<string> {
  const entry = await world.store.trees.find(tree, path);
  if (entry?.type !== 'file') throw new Error(`there is no ${path}`);
  return (await world.store.blobs.load(entry.hash)).toString('latin1');
}

/** An edit of an agent, of a repair or of a person. */
async function editOf(draw: Draw, tree: TreeHash): Promise<FileEdit | undefined> {
  const all = await world.store.trees.list(tree, { dirs: true });
  const folders = ['', ...all.filter(({ type }) => type === 'dir').map(({ path }) => `${path}/`)];
  const file = draw.of(all.filter(({ type }) => type === 'file'))?.path;
  const fresh = `${draw.of(folders) ?? ''}${draw.of(NAMES) ?? ''}`;
  switch (draw.upTo(6)) {
    case 0:
      return { action: 'create', path: fresh, content: token('run') };
    case 1:
      return file === undefined ? undefined : { action: 'move', from: file, path: fresh };
    case 2:
      return file === undefined ? undefined : { action: 'delete', path: file };
    case 3:
      return file === undefined
        ? undefined
        : { action: 'mode', path: file, mode: draw.of([0o755, 0o600]) ?? 0 };
    default: {
      if (file === undefined) return undefined;
      const search = tokenOf(await bytesIn(tree, file));
      return { action: 'replace', path: file, search, replacement: token('run') };
    }
  }
}

/** Applies an edit; of a file whose text is replaced all other bytes stay. */
async function applied(tree: TreeHash, edit: FileEdit): Promise<TreeHash> {
  const outcome = await world.workspaces.applyEdits(tree, [edit]);
  if ('refusals' in outcome) return tree;
  if (edit.action === 'replace') {
    const before = await bytesIn(tree, edit.path);
    const [old, fresh] = isWide(before)
      ? [wide(edit.search), wide(edit.replacement)]
      : [edit.search, edit.replacement];
    expect(await bytesIn(outcome.tree, edit.path)).toBe(before.replace(old, fresh));
  }
  return outcome.tree;
}

async function goThereAndBack(seed: number): Promise<void> {
  const draw = new Draw(seed);
  const people = new People();
  plantSome(world, draw);
  const planted = stateInside();
  const base = await capture();
  let tree = base.tree;
  for (let edits = 1 + draw.upTo(4); edits > 0; edits -= 1) {
    const edit = await editOf(draw, tree);
    if (edit) tree = await applied(tree, edit);
  }
  if (draw.chance(25)) touch(world, draw, people);
  const isAlone = people.own.size + people.gone.size === 0;
  const expectThere = (wanted: Iterable<string>, when: string): void => {
    const there = new Set(onDisk(world).files.values());
    const lost = [...wanted].filter((text) => !there.has(text));
    const strange = [...there].filter((text) => tokenOf(text) === '' || plain(text).includes('\xef\xbf\xbd'));
    expect({ seed, when, lost, strange }).toEqual({ seed, when, lost: [], strange: [] });
  };
  const before = world.state();
  const done = await publish(base.tree, tree);
  if (done.status === 'conflict') return expect(world.state()).toEqual(before);
  const wanted = await Promise.all(
    (await world.store.trees.list(tree))
      .filter(({ type }) => type === 'file')
      .map(({ path }) => bytesIn(tree, path)),
  );
  expectThere([...people.own, ...wanted.filter((text) => !people.gone.has(text))], 'published');
  if (isAlone && draw.chance(30)) {
    expect((await publish(tree, base.tree, base)).status).toBe('published');
    return expect({ seed, state: stateInside() }).toEqual({ seed, state: planted });
  }
  for (let touches = draw.upTo(4); touches > 0; touches -= 1) touch(world, draw, people);
  await goBack(draw, { tree, base: base.tree, people, expectThere });
}

interface Back {
  tree: TreeHash;
  base: TreeHash;
  people: People;
  expectThere(wanted: Iterable<string>, when: string): void;
}

async function goBack(draw: Draw, { tree, base, people, expectThere }: Back): Promise<void> {
  const partial = draw.chance(40);
  const there = [...onDisk(world).files.values()];
  const ours = await capture();
  const merged = await world.workspaces.mergeTrees({ base: tree, ours: ours.tree, theirs: base, partial });
  if (draw.chance(20)) touch(world, draw, people);
  const before = world.state();
  const outcome = merged.status === 'conflict' ? merged : await publish(ours.tree, merged.tree);
  if (outcome.status === 'conflict') expect(world.state()).toEqual(before);
  const kept = there.filter((text) => !tokenOf(text).startsWith('run') && !people.gone.has(text));
  expectThere([...kept, ...people.own], `rolled back ${partial ? 'in part' : 'whole'}`);
}

test(
  `${FOLDERS} projects go through edits, people's hands and rollbacks, and lose nothing`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), (seed) => goThereAndBack(seed)),
      { numRuns: FOLDERS, endOnFailure: true },
    );
  },
  30 * 60_000,
);
