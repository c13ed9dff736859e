import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobHash } from '../../../src/domain/ids';
import { importDirectory } from '../../../src/workspace/capture/import';
import { openStore, type OpenStore } from '../../../src/store';
import { BlobMissingError } from '../../../src/store/errors';
import { joinHashes } from '../../../src/store/hash';
import { collectGarbage, makeRoom, type CollectRequest } from '../../../src/store/retention/collect';
import { storeStats } from '../../../src/store/retention/verify-store';
import { SnapshotTimes } from '../../../src/store/times';
import { asBlob } from '../../support/hashes';
import { ageLocalTier } from '../../support/aged-store';
import { readTrees } from '../../support/busy-runs';
import { harmShared, loseLocally } from '../../support/harm-store';
import { describeS3, startS3Server, type S3Server } from '../../support/s3-server';
import { tempFolder } from '../../support/temp-folder';
import { treeOf } from '../../support/text-trees';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: S3Server;
let prefix: string;
const folder = tempFolder('s3-collect');
const open: OpenStore[] = [];

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  prefix = randomUUID();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(open.splice(0).map((store) => store.close()));
});

/** A machine that is sure of nothing that it did not just put: every put of what is there needs a lease. */
async function machine(leaseFreshMs = 0): Promise<OpenStore> {
  const store = await openStore(join(folder, randomUUID()), {
    shared: server.settings(prefix),
    leaseFreshMs,
  });
  open.push(store);
  return store;
}

/** Makes all objects so much older. */
function ageObjects(byMs: number): void {
  const at = new Date(Date.now() - byMs);
  for (const path of server.objects(prefix).values()) utimesSync(path, at, at);
}

const request = (more: Partial<CollectRequest> = {}): CollectRequest => ({
  server: { namespaceId: 'here', ends: new Map() },
  nowMs: Date.now(),
  graceMs: DAY,
  retentionMs: 30 * DAY,
  foreignToo: false,
  dryRun: false,
  journals: join(folder, 'journals'),
  ...more,
});

const collect = async (store: OpenStore, more: Partial<CollectRequest> = {}) =>
  (await collectGarbage(store, request(more))).find(({ tier }) => tier === 'shared');
const named = (store: OpenStore, run: string, value: object) =>
  store.refs.putOnce({ run, effect: 's' }, JSON.stringify(value));
const randoms = (count: number, size: number): Buffer[] =>
  Array.from({ length: count }, () => randomBytes(size));
const names = (start: string): string[] =>
  [...server.objects(prefix).keys()].filter((name) => name.startsWith(start));
/** True if a machine that has nothing itself can read a blob. */
const isShared = async (hash: BlobHash): Promise<boolean> => {
  const read = (await machine()).blobs.load(hash);
  const error: unknown = await read.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error !== undefined) expect(error).toBeInstanceOf(BlobMissingError);
  return error === undefined;
};
const expectShared = async (hashes: readonly string[]): Promise<void> => {
  const fresh = await machine();
  for (const hash of hashes) await fresh.blobs.load(asBlob(hash));
};

describeS3('a collection of the shared tier', () => {
  test('takes old packs and blobs that nobody names, and no young ones', async () => {
    const one = await machine();
    await one.blobs.put(randoms(5, 100));
    await one.blobs.put(randomBytes(100));
    await one.blobs.put(randomBytes(100_000));
    expect(await collect(one)).toMatchObject({ blobs: 0 });
    ageObjects(2 * DAY);
    const young = await one.blobs.put(randomBytes(50));
    expect(await collect(one, { dryRun: true })).toMatchObject({ blobs: 7 });
    expect([names('packs/').length, names('blobs/').length]).toEqual([1, 3]);
    expect(await collect(one)).toMatchObject({ blobs: 7 });
    expect([names('packs/').length, names('blobs/').length]).toEqual([0, 1]);
    expect(await isShared(young)).toBe(true);
  });

  test('takes a pack only as a whole: one blob of it that is named keeps it', async () => {
    const one = await machine();
    const hashes = await one.blobs.put(randoms(10, 100));
    await named(one, 'kept', { blob: hashes[3] });
    ageObjects(20 * DAY);
    expect(await collect(one)).toMatchObject({ blobs: 0 });
    expect(await isShared(hashes[3] ?? asBlob(''))).toBe(true);
  });

  test('takes runs that ended long ago, on whichever machine, with what only they name', async () => {
    const [one, two] = [await machine(), await machine()];
    const [old, kept] = [
      await treeOf(one, { 'a/b': 'old', c: 'both' }),
      await treeOf(two, { 'a/b': 'kept', c: 'both' }),
    ];
    await named(one, 'old', { tree: old });
    await named(two, 'kept', { tree: kept });
    ageObjects(40 * DAY);
    const ends = new Map<string, number | 'open'>([
      ['kept', 'open'],
      ['old', Date.now() - 31 * DAY],
    ]);
    const report = await collect(two, { server: { namespaceId: 'here', ends } });
    expect(report).toMatchObject({ collectedRuns: ['old'], runs: { running: 1, collectable: 1 } });
    expect(await isShared(old)).toBe(false);
    const third = await machine();
    expect(await third.refs.list('old')).toEqual([]);
    await readTrees(third, [kept]);
  });

  test('collects from what nobody names alone where no Temporal server can be asked', async () => {
    const one = await machine();
    const tree = await treeOf(one, { f: 'old' });
    await named(one, 'old', { tree });
    const loose = await one.blobs.put(randomBytes(9));
    ageObjects(400 * DAY);
    expect(await collect(one, { server: undefined })).toMatchObject({ blobs: 1, collectedRuns: [] });
    expect([await isShared(tree), await isShared(loose)]).toEqual([true, false]);
  });

  test('a machine that puts what is there already leases it, so it stays', async () => {
    const [one, two] = [await machine(), await machine()];
    const blobs = [...randoms(60, 100), randomBytes(2_000_000)];
    const hashes = await one.blobs.put(blobs);
    ageObjects(2 * DAY);
    const before = names('packs/').length + names('blobs/').length;
    await two.blobs.put(blobs.slice(0, 60));
    await two.blobs.put(once(blobs[60] ?? Buffer.alloc(0)));
    expect(names('packs/').length + names('blobs/').length).toBe(before);
    expect(await collect(one)).toMatchObject({ blobs: 0 });
    await expectShared(hashes);
    ageObjects(2 * DAY);
    expect((await collect(one))?.blobs).toBe(61);
    expect(names('leases/')).toEqual([]);
  });

  test.each(['before it says so', 'after it said so', 'after its last look'])(
    'a put of what a sweep is about to take, %s, is never lost',
    async (when) => {
      const [one, two] = [await machine(), await machine()];
      const blobs = [...randoms(60, 100), randomBytes(200_000)];
      const hashes = await one.blobs.put(blobs);
      // So that it knows where they are.
      for (const hash of hashes) await two.blobs.load(hash);
      await two.blobs.put(blobs);
      ageObjects(2 * DAY);
      const { leases } = one.shared ?? fail();
      const announce = leases.announce.bind(leases);
      jest.spyOn(leases, 'announce').mockImplementationOnce(async (notice) => {
        if (when === 'before it says so') await two.blobs.put(blobs);
        await announce(notice);
        if (when === 'after it said so') await two.blobs.put(blobs);
      });
      const bucket = one.shared?.bucket ?? fail();
      const remove = bucket.remove.bind(bucket);
      jest.spyOn(bucket, 'remove').mockImplementation(async (keys) => {
        const sweeps = keys.some((key) => key.startsWith('packs/'));
        if (sweeps && when === 'after its last look') await two.blobs.put(blobs);
        return remove(keys);
      });
      await collect(one);
      await expectShared(hashes);
      // And the one that collected knows what it cannot rely on.
      await one.blobs.put(blobs);
      await expectShared(hashes);
    },
  );

  test('a put of what a sweep took on another machine uploads it again', async () => {
    const [one, two] = [await machine(), await machine()];
    const blobs = randoms(60, 100);
    const hashes = await two.blobs.put(blobs);
    ageObjects(2 * DAY);
    expect((await collect(one))?.blobs).toBe(60);
    await two.blobs.put(blobs);
    await expectShared(hashes);
  });

  test('what is held without being put is uploaded again where a sweep took it', async () => {
    const [one, two] = [await machine(), await machine()];
    const hashes = await two.blobs.put(randoms(60, 100));
    ageObjects(2 * DAY);
    for (const hash of hashes) expect(await two.blobs.pin(hash)).toBe(true);
    expect((await collect(one))?.blobs).toBe(60);
    await two.blobs.release(joinHashes(hashes));
    await expectShared(hashes);
  });

  test('a reference that is written while the sweep begins keeps what it names', async () => {
    const [one, two] = [await machine(), await machine()];
    const tree = await treeOf(two, { 'a/b': 'x', c: 'y' });
    ageObjects(2 * DAY);
    const { leases } = one.shared ?? fail();
    const announce = leases.announce.bind(leases);
    jest.spyOn(leases, 'announce').mockImplementationOnce(async (notice) => {
      await announce(notice);
      await named(two, 'new', { tree });
    });
    expect(await collect(one)).toMatchObject({ blobs: 0 });
    await readTrees(await machine(), [tree]);
  });

  test('refuses where a folder of a kept run cannot be read', async () => {
    const one = await machine();
    const tree = await treeOf(one, { 'folder/f': 'in it' });
    await named(one, 'kept', { tree });
    const inner = (await one.trees.find(tree, 'folder'))?.hash ?? '';
    await harmShared(one, server, prefix, asBlob(inner), 'lose');
    ageObjects(2 * DAY);
    await expect(collect(one)).rejects.toThrow('missing or damaged, so nothing was collected');
    expect(names('blobs/').length).toBeGreaterThan(0);
  });

  test('a capture of unchanged files renews leases in the bucket, and stores again what is gone from it', async () => {
    const project = join(folder, randomUUID());
    mkdirSync(join(project, 'deep'), { recursive: true });
    for (const name of ['a', 'deep/b', 'deep/c']) writeFileSync(join(project, name), `in ${name}`);
    await delay(50);
    const [one, two] = [await machine(), await machine()];
    const first = await importDirectory(one, project);
    const isWhole = async () => {
      const elsewhere = await machine();
      await readTrees(elsewhere, [first.tree]);
      expect(await new SnapshotTimes(elsewhere, first).mtimeUs('deep/c')).toBeGreaterThan(0);
    };
    ageObjects(2 * DAY);
    expect(await importDirectory(one, project)).toEqual(first);
    expect(await collect(two)).toMatchObject({ blobs: 0 });
    await isWhole();
    ageObjects(2 * DAY);
    expect((await collect(two))?.blobs).toBe(7);
    expect(await importDirectory(one, project)).toEqual(first);
    await isWhole();
  });

  test('keeps the times of folders that a run names, and what a journal of this machine names', async () => {
    const project = join(folder, randomUUID());
    mkdirSync(join(project, 'deep'), { recursive: true });
    writeFileSync(join(project, 'deep', 'b'), 'b');
    const one = await machine();
    const { tree, times } = await importDirectory(one, project);
    await named(one, 'kept', { restored: { tree, times } });
    const [journaled] = await one.blobs.put(randoms(2, 100));
    const journals = join(folder, randomUUID());
    mkdirSync(journals);
    writeFileSync(join(journals, 'x.json'), JSON.stringify({ steps: [{ before: { hash: journaled } }] }));
    ageObjects(2 * DAY);
    // The pack of both goes only as a whole.
    expect(await collect(one, { journals })).toMatchObject({ blobs: 0 });
    await new SnapshotTimes(await machine(), { tree, times }).mtimeUs('deep/b');
    expect(await collect(one)).toMatchObject({ blobs: 2 });
    expect(await new SnapshotTimes(await machine(), { tree, times }).mtimeUs('deep/b')).toBeGreaterThan(0);
  });

  test('counts what is there and what may go', async () => {
    const one = await machine();
    const tree = await treeOf(one, { f: 'kept' });
    await named(one, 'kept', { tree });
    await one.blobs.put(randoms(5, 100));
    ageObjects(2 * DAY);
    const [, shared] = await storeStats(one, request());
    expect(shared).toMatchObject({
      tier: 'shared',
      blobs: 7,
      objects: { packs: 1, blobs: 2, refs: 1, leases: 0 },
      runs: { retained: 1 },
      collectable: { blobs: 5, runs: 0 },
    });
  });
});

describeS3('the local tier as a cache', () => {
  test('makes room by what the shared tier has; it is fetched again when it is needed', async () => {
    const one = await machine();
    const tree = await treeOf(one, { f: 'x'.repeat(400_000), g: 'small' });
    await named(one, 'open', { tree });
    await ageLocalTier(one.local, 2 * DAY);
    await collectGarbage(one, request());
    expect((await one.local.measure()).blobs).toBe(3);
    await makeRoom(one.local, one.shared, 100_000, request());
    expect((await one.local.measure()).blobs).toBe(0);
    await readTrees(one, [tree]);
    expect((await one.local.measure()).blobs).toBe(3);
  });

  test('what only this machine has stays: runs of a time without a shared tier', async () => {
    const at = join(folder, randomUUID());
    const alone = await openStore(at);
    const tree = await treeOf(alone, { f: 'x'.repeat(400_000) });
    await named(alone, 'before', { tree });
    await alone.close();
    const one = await openStore(at, { shared: server.settings(prefix), leaseFreshMs: 0 });
    open.push(one);
    // It happens to be in the bucket as well, where no run names it.
    await one.blobs.put(Buffer.from('x'.repeat(400_000)));
    await ageLocalTier(one.local, 2 * DAY);
    await makeRoom(one.local, one.shared, 0, request());
    await readTrees(one, [tree]);
  });

  test('needs no folder that only the shared tier has', async () => {
    const one = await machine();
    const tree = await treeOf(one, { 'a/b/c': 'x' });
    await named(one, 'open', { tree });
    loseLocally(one.local, (await one.trees.find(tree, 'a'))?.hash ?? asBlob(''));
    await ageLocalTier(one.local, 2 * DAY);
    await collectGarbage(one, request());
    await readTrees(await machine(), [tree]);
  });
});

function fail(): never {
  throw new Error('no shared tier');
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
