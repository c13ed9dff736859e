import type { BlobHash } from '../../../src/domain/ids';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store';
import type { LocalTier } from '../../../src/store/local';
import { createMemoryStore } from '../../support/memory-store';
import { asBlob } from '../../support/hashes';
import { harmLocally, loseLocally } from '../../support/harm-store';
import { tempFolder } from '../../support/temp-folder';
import { storeContract } from '../../support/blob-store-contract';

const folder = tempFolder('stores');
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

storeContract('memory', () => {
  const blobs = new Map<BlobHash, Buffer>();
  return Promise.resolve({
    store: createMemoryStore(blobs),
    close: () => Promise.resolve(),
    damage: async (hash) => void blobs.set(asBlob(hash), Buffer.from('something else')),
    lose: async (hash) => void blobs.delete(asBlob(hash)),
  });
});

storeContract('SQLite', async () => {
  const store = await openStore(join(folder, String((count += 1))));
  return {
    store,
    close: () => store.close(),
    damage: async (hash) => damage(store.local, asBlob(hash)),
    lose: async (hash) => loseLocally(store.local, asBlob(hash)),
  };
});

async function damage(local: LocalTier, hash: BlobHash): Promise<void> {
  if ((await local.blobs.files.size(hash)) === undefined) harmLocally(local, hash, 'something else');
  else writeFileSync(join(local.folder, 'blobs', hash.slice(0, 2), hash.slice(2)), 'something else');
}
