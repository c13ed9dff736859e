import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import { importDirectory } from '../../../src/workspace/capture/import';
import { materialise } from '../../../src/workspace/checkout/materialise';
import { publish } from '../../../src/workspace/publish/publish';
import { createMemoryStore } from '../../support/memory-store';
import { atLookups, stamps, SwappedFolder } from '../../support/link-swap';
import { manifest } from '../../support/manifest';
import { plant, plantTree, type Plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const BEFORE: Plant[] = [
  { path: 'dir/edit', text: 'old' },
  { path: 'dir/gone', text: 'gone' },
  { path: 'dir/link', link: 'edit' },
  { path: 'dir/sub/deep', text: 'deep' },
  { path: 'dir/old/x', text: 'x' },
  { path: 'dir/mode', text: 'm' },
];
const AFTER: Plant[] = [
  { path: 'dir/edit', text: 'new' },
  { path: 'dir/link', link: 'mode' },
  { path: 'dir/sub/deep', text: 'deeper' },
  { path: 'dir/sub/added', text: 'added' },
  { path: 'dir/made/new', text: 'new' },
  { path: 'dir/mode', text: 'm', mode: 0o600 },
];
/** As a link to the folder shows it: the same names, so that whoever follows the link finds what to do. */
const within = (each: Plant): Plant => ({ ...each, path: each.path.replace('dir/', '') });

const store = createMemoryStore();
let folder: string;
let base: TreeHash;
let tree: TreeHash;
let times: BlobHash | undefined;
let wanted: string[];
let count = 0;

beforeAll(async () => {
  folder = tempFolder('swap');
  base = await plantTree(store, BEFORE);
  plant(join(folder, 'wanted'), AFTER);
  ({ tree, times } = await importDirectory(store, join(folder, 'wanted')));
  wanted = manifest(join(folder, 'wanted'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A directory, its folder that may be swapped, and an outside that looks like that folder. */
function ground(plants: readonly Plant[]) {
  const own = join(folder, String((count += 1)));
  const [directory, beyond] = [join(own, 'root'), join(own, 'outside')] as const;
  mkdirSync(directory, { recursive: true });
  mkdirSync(beyond);
  plant(directory, plants);
  plant(beyond, plants.map(within));
  const dir = new SwappedFolder(join(directory, 'dir'), join(own, 'away'), beyond);
  return { own, directory, beyond, dir, journals: join(own, 'journals') };
}
type Ground = ReturnType<typeof ground>;

/** Does something with the folder swapped at each look-up in turn: for that one, or from it on. Nothing outside may be touched. */
async function swapEverywhere(
  make: () => Ground,
  run: (ground: Ground) => Promise<string>,
  again: (ground: Ground, isBrief: boolean) => Promise<void>,
): Promise<Set<string>> {
  const lookups = await atLookups(
    () => undefined,
    async () => void (await run(make())),
  );
  expect(lookups).toBeGreaterThan(10);
  const outcomes = new Set<string>();
  for (const isBrief of [true, false])
    // What lasts is much the same from one look-up to the next.
    for (let at = 1; at <= lookups; at += isBrief ? 1 : 2) {
      const made = make();
      const before = stamps(made.beyond);
      const swap = (lookup: number): void => {
        if (lookup === at) made.dir.swap();
        if (isBrief && lookup === at + 1) made.dir.back();
      };
      await atLookups(swap, async () => void outcomes.add(await run(made).catch(String)));
      made.dir.back();
      expect({ isBrief, at, outside: stamps(made.beyond) }).toEqual({ isBrief, at, outside: before });
      await again(made, isBrief);
      rmSync(made.own, { recursive: true });
    }
  return outcomes;
}

test('publish never follows a link that a folder is swapped for', async () => {
  const run = async ({ directory, journals }: Ground): Promise<string> => {
    const request = { directory, base, tree, restored: { tree, times }, key: { run: 'r', effect: 's' } };
    return (await publish({ ...store, journals }, request)).status;
  };
  const outcomes = await swapEverywhere(
    () => ground(BEFORE),
    run,
    async (made, isBrief) => {
      expect(await run(made)).toBe('published');
      const found = manifest(made.directory);
      // A new folder that was moved away before it got its mode is the user's when it comes back.
      const shown = (line: string): string => (isBrief ? line : line.replace(/ dir \d+$/, ' dir'));
      expect(found.map(shown)).toEqual(wanted.map(shown));
      expect(readdirSync(made.journals)).toEqual([]);
    },
  );
  expect(outcomes).toEqual(new Set(['published', 'conflict']));
});

test.each([
  ['a tree', BEFORE],
  ['nothing', []],
])('materialise from %s never follows a link that a folder is swapped for', async (_, plants) => {
  const write = (directory: string, from?: TreeHash) => materialise(store, { tree, directory, from });
  const outcomes = await swapEverywhere(
    () => ground(plants),
    ({ directory }) =>
      write(directory, plants.length > 0 ? base : undefined).then(
        () => 'written',
        () => 'failed',
      ),
    async ({ directory }) => {
      rmSync(directory, { recursive: true });
      await write(directory);
      expect(manifest(directory)).toEqual(wanted);
    },
  );
  expect(outcomes).toEqual(new Set(['written', 'failed']));
});

test('a checkout of many small files never follows a link, however often a folder is swapped for one', async () => {
  const folders: Plant[] = [0, 1, 2].map((index) => ({ path: `dir/${index}`, dir: true }));
  const files = Array.from({ length: 1_500 }, (_, index) => ({
    path: `dir/${index % 3}/f${index}`,
    text: `${index}`,
  }));
  const { own, directory, beyond, dir } = ground(folders);
  const [from, many] = [await plantTree(store, folders), await plantTree(store, files)];
  const before = stamps(beyond);
  let reads = 0;
  const load = (hash: BlobHash): Promise<Buffer> => {
    reads += 1;
    if (reads % 20 === 5) dir.swap();
    if (reads % 20 === 15) dir.back();
    return store.blobs.load(hash);
  };
  await materialise({ ...store, blobs: { ...store.blobs, load } }, { tree: many, directory, from: from });
  expect(reads).toBe(1_500);
  expect(stamps(beyond)).toEqual(before);
  await materialise(store, { tree: many, directory: join(own, 'honest') });
  expect(manifest(directory)).toEqual(manifest(join(own, 'honest')));
});
