import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { importDirectory } from '../../../src/activities/workspace/import';
import { materialise } from '../../../src/activities/workspace/materialise';
import { recoverPublishes } from '../../../src/activities/workspace/publish';
import { openStore } from '../../../src/store';
import type { Store } from '../../../src/store/types';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { manifest } from '../../support/manifest';
import { plantTree } from '../../support/plant-tree';
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

test('a publish killed before any of its file operations is wholly old or wholly new after the next start', async () => {
  const base = await plantTree(store, [
    { path: 'edit', text: 'old' },
    { path: 'to-folder', text: 'file' },
    { path: 'to-file/y', text: 'y' },
    { path: 'gone/x', text: 'x' },
    { path: 'link', link: 'edit' },
  ]);
  const tree = await plantTree(store, [
    { path: 'edit', text: 'new' },
    { path: 'to-folder/a', text: 'a' },
    { path: 'to-file', text: 'file' },
    { path: 'added/z', text: 'z', mode: 0o755 },
    { path: 'link', link: 'added' },
  ]);
  const child = bundleChild(join(__dirname, 'publish-crash.child.ts'), folder);
  const journals = join(folder, 'journals');
  mkdirSync(journals);

  const attempt = async (killAt: number): Promise<{ tree: string; recovered: boolean; calls?: number }> => {
    const directory = join(folder, `root-${killAt}`);
    await materialise(store, { tree: base, directory });
    const publishing = startChild(child, [join(folder, 'store'), join(journals, String(killAt)), directory, base, tree, String(killAt)]);
    const message = (await nextMessage(publishing).catch(() => undefined)) as { calls: number } | undefined;
    await ended(publishing);
    const recovered = await recoverPublishes({ ...store, journals: join(journals, String(killAt)) });
    const after = await importDirectory(store, directory);
    expect(manifest(directory).filter((line) => line.includes('.kintsugi-'))).toEqual([]);
    expect(readdirSync(join(journals, String(killAt))).filter((name) => name.endsWith('.json'))).toEqual([]);
    return { tree: after.tree, recovered: recovered.length > 0, calls: message?.calls };
  };

  const whole = await attempt(0);
  expect(whole).toMatchObject({ tree, recovered: false });
  const outcomes = [];
  for (let killAt = 1; killAt <= (whole.calls ?? 0); killAt += 2) {
    outcomes.push(...(await Promise.all([attempt(killAt), attempt(killAt + 1)])));
  }
  const wrong = outcomes.flatMap((outcome, index) => (outcome.tree === base || outcome.tree === tree ? [] : [index + 1]));
  expect(wrong).toEqual([]);
  // Both ends are seen, and both by recovery.
  expect(new Set(outcomes.filter(({ recovered }) => recovered).map((outcome) => outcome.tree))).toEqual(new Set([base, tree]));
}, 120_000);
