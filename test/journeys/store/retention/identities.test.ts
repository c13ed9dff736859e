import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type OpenStore } from '../../../../src/store';
import { collectGarbage } from '../../../../src/store/retention/collect';
import { verifyStore } from '../../../../src/store/retention/verify-store';
import { materialise } from '../../../../src/workspace/checkout/materialise';
import { ageLocalTier } from '../../../support/aged-store';
import { flatTree, identityHash } from '../../../support/flat-tree';
import { tempFolder } from '../../../support/temp-folder';

const DAY = 24 * 3_600_000;

let folder: string;
let store: OpenStore;

beforeEach(async () => {
  folder = tempFolder('identities');
  store = await openStore(join(folder, 'store'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a collection keeps the listings of a manifest, and misses no blob for its identities', async () => {
  const tree = await flatTree(store, { '0/a': 'X', '0/sub/b': 'Y', '0/c': 'text' });
  await store.refs.putOnce({ run: 'run', effect: 'capture' }, JSON.stringify({ tree }));
  await ageLocalTier(store.local, 2 * DAY);
  const [report] = await collectGarbage(store, {
    server: { namespaceId: 'here', ends: new Map([['run', 'open' as const]]) },
    nowMs: Date.now(),
    graceMs: DAY,
    retentionMs: 30 * DAY,
    foreignToo: false,
    dryRun: false,
    journals: join(folder, 'journals'),
  });
  expect(report).toMatchObject({ blobs: 0 });
  expect((await store.trees.list(tree)).map(({ path }) => path)).toEqual(['0/a', '0/c', '0/sub/b']);
  expect(await verifyStore(store)).toMatchObject([{ corrupt: [], affected: [] }]);
});

test('a tree with an identity is written into no folder, and nothing of it is', async () => {
  const tree = await flatTree(store, { a: 'text', b: 'X' });
  const directory = join(folder, 'checkout');
  await expect(materialise(store, { tree, directory })).rejects.toThrow(
    '"b" is known by its identity only: its bytes have to be stored before the tree can be written.',
  );
  expect(await store.blobs.has(identityHash('X'))).toBe(false);
});
