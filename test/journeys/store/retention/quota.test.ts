import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../../src/domain/ids';
import { openStore, type OpenStore } from '../../../../src/store';
import { StoreFullError } from '../../../../src/store/quota';
import { makeRoom } from '../../../../src/store/retention/collect';
import { asBlob } from '../../../support/hashes';
import { ageLocalTier } from '../../../support/aged-store';
import { tempFolder } from '../../../support/temp-folder';

const DAY = 24 * 3_600_000;

let folder: string;
let store: OpenStore;

const isThere = (hash: BlobHash) => store.blobs.has(hash);

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a store with a quota', () => {
  const quotaBytes = 2_000_000;
  let ends: Map<string, number | 'open'>;

  beforeEach(async () => {
    folder = tempFolder('quota');
    ends = new Map();
    store = await openStore(join(folder, 'store'), {
      quota: {
        bytes: quotaBytes,
        makeRoom: (tier, target) =>
          makeRoom(tier, undefined, target, {
            server: { namespaceId: 'here', ends },
            nowMs: Date.now(),
            graceMs: DAY,
            retentionMs: 30 * DAY,
            foreignToo: false,
            dryRun: false,
            journals: join(folder, 'journals'),
          }),
      },
    });
  });

  async function addRun(run: string, end: number | 'open', bytes: number): Promise<BlobHash> {
    const hash = await store.blobs.put(randomBytes(bytes));
    await store.refs.putOnce({ run, effect: 's' }, JSON.stringify({ blob: hash }));
    ends.set(run, end);
    return hash;
  }

  test('takes the oldest runs that may go, and only as many as it must', async () => {
    const now = Date.now();
    const hashes = new Map<string, string>();
    for (const run of ['oldest', 'older', 'old']) {
      hashes.set(run, await addRun(run, now - 50 * DAY, 500_000));
      await ageLocalTier(store.local, 40 * DAY);
    }
    hashes.set('kept', await addRun('kept', now - 5 * DAY, 300_000));
    await ageLocalTier(store.local, 2 * DAY);
    hashes.set('open', await addRun('open', 'open', 400_000));
    expect(await isThere(asBlob(hashes.get('oldest') ?? asBlob('')))).toBe(false);
    const there: Record<string, boolean> = {};
    for (const [run, hash] of hashes) there[run] = await isThere(asBlob(hash));
    expect(there).toEqual({ oldest: false, older: true, old: true, kept: true, open: true });
  });

  test('says in one sentence that it is full, where nothing may go; what is there stays', async () => {
    const open = await addRun('open', 'open', 900_000);
    const kept = await addRun('kept', Date.now() - DAY, 900_000);
    await ageLocalTier(store.local, 10 * DAY);
    const refused = store.blobs.put(randomBytes(300_000));
    await expect(refused).rejects.toBeInstanceOf(StoreFullError);
    await expect(refused).rejects.toThrow(
      /holds 1\.[89] MB; with 300 kB more it is above its quota of 2 MB \(KINTSUGI_STORE_QUOTA\)/,
    );
    expect([await isThere(open), await isThere(kept)]).toEqual([true, true]);
    // Small ones still fit.
    await store.blobs.put(randomBytes(1_000));
  });

  test('what was stored within the grace time is never taken to make room', async () => {
    const hashes: string[] = [];
    for (let count = 0; count < 6; count += 1) hashes.push(await store.blobs.put(randomBytes(300_000)));
    await expect(store.blobs.put(randomBytes(300_000))).rejects.toBeInstanceOf(StoreFullError);
    for (const hash of hashes) expect(await isThere(asBlob(hash))).toBe(true);
  });
});
