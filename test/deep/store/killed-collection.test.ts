import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store';
import { importDirectory } from '../../../src/workspace/capture/import';
import { ageLocalTier } from '../../support/aged-store';
import { readTrees } from '../../support/busy-runs';
import { bundleChild, ended, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';

test('a capture after a collection that was killed while it removed files has all that it names', async () => {
  const folder = tempFolder('killed-collection');
  const [project, home] = [join(folder, 'project'), join(folder, 'store')];
  mkdirSync(project);
  for (const name of ['a', 'b']) writeFileSync(join(project, name), randomBytes(100_000));
  // Settled, so that its record is believed without a look at the bytes.
  for (const path of [join(project, 'a'), join(project, 'b'), project]) utimesSync(path, 1e9, 1e9);
  let store = await openStore(home);
  await importDirectory(store, project);
  await ageLocalTier(store.local, 48 * 3_600_000);
  await store.close();
  const child = startChild(bundleChild(join(__dirname, 'killed-collection.child.ts'), folder), [home]);
  await ended(child);
  expect(child.signalCode).toBe('SIGKILL');
  store = await openStore(home);
  const { tree } = await importDirectory(store, project);
  await readTrees(store, [tree]);
  await store.close();
  rmSync(folder, { recursive: true });
});
