import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store';
import { bundleChild } from '../../support/child';
import { canMount, onSmallDisk, withMount } from '../../support/small-disk';
import { tempFolder } from '../../support/temp-folder';

const testMounted = canMount() ? test : test.skip;
const FULL =
  "DiskFull: No room is left on the disk of Kintsugi's data (KINTSUGI_HOME): free some, and it goes on by itself. Nothing was changed.";

let folder: string;
let root: string;
beforeEach(() => {
  folder = tempFolder('store-disk');
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  refused: Record<string, string>;
  together: string[];
  whileFull: string;
  opened: string;
  recovered?: string;
  after: string;
  left: string[];
  blobs: number;
}

testMounted(
  'on a full disk each write says so, nothing acknowledged is lost, and with room again all goes on',
  () => {
    const child = bundleChild(join(__dirname, 'full-disk.child.ts'), folder);
    const openings = [0, 1, 4, 6, 8, 12, 20].map((freePages) => {
      const ended = onSmallDisk(root, [child, root, String(freePages)], '8m');
      expect(ended.stderr).toBe('');
      const { refused, together, whileFull, opened, recovered, after, left, blobs } = JSON.parse(
        ended.stdout,
      ) as Ended;
      expect(Object.keys(refused)).toHaveLength(6);
      expect(new Set([...Object.values(refused), ...together])).toEqual(new Set([FULL]));
      expect(recovered).toBeUndefined();
      // Five of the last are from after there was room again.
      expect(whileFull).toBe(`${blobs - 5} of ${blobs - 5}, reference value`);
      expect(after).toBe(`${blobs} of ${blobs}, reference value`);
      expect(left).toEqual([]);
      return opened;
    });
    const refusal = `KintsugiError: No room is left on the disk of the store ${join(root, 'store')}: free some and try again. Nothing in it was changed.`;
    for (const opened of openings)
      if (!opened.startsWith('recovered undefined, ')) expect(opened).toBe(refusal);
    // With no room at all it cannot be opened, with a little it can.
    expect(openings[0]).toBe(refusal);
    expect(openings.at(-1)).toMatch(/^recovered undefined, /);
  },
);

testMounted('a store on a read-only disk says in a sentence what to do, and is as it was', async () => {
  const home = join(root, 'store');
  const store = await openStore(home);
  const bytes = randomBytes(1_000);
  const hash = await store.blobs.put(bytes);
  // Without this the database would not be looked through.
  store.local.doubt();
  await store.close();
  const child = bundleChild(join(__dirname, 'read-only.child.ts'), folder);
  const mount = `mount --bind ${root} ${root} && mount -o remount,bind,ro ${root}`;
  const { stdout, stderr } = withMount(mount, [child, home]);
  expect(stderr).toBe('');
  expect(stdout).toBe(
    `KintsugiError: The store ${home} cannot be written (EROFS), and to be read it must be: ` +
      'make its disk and folder writable for this user, or set KINTSUGI_HOME to a folder that is.',
  );
  const again = await openStore(home);
  expect(again.local.recovered).toBeUndefined();
  expect((await again.blobs.load(hash)).equals(bytes)).toBe(true);
  await again.close();
});
