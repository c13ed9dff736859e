import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../../src/domain/ids';
import { importDirectory } from '../../../../src/workspace/capture/import';
import type { RunsOnServer } from '../../../../src/domain/run/retention';
import { openStore, type OpenStore } from '../../../../src/store';
import { BlobCorruptError, BlobMissingError, CollectedMeanwhileError } from '../../../../src/store/errors';
import { joinHashes } from '../../../../src/store/hash';
import { collectGarbage, type CollectRequest } from '../../../../src/store/retention/collect';
import { CollectRefusedError } from '../../../../src/store/retention/marker';
import { keepRunRecord } from '../../../../src/store/retention/plan';
import { SnapshotTimes } from '../../../../src/store/times';
import { encodeListing } from '../../../../src/store/tree-listing';
import { acquireOwnerLock } from '../../../../src/machine/owner-lock';
import { asBlob } from '../../../support/hashes';
import { ageLocalTier } from '../../../support/aged-store';
import { harmLocally, loseLocally } from '../../../support/harm-store';
import { tempFolder } from '../../../support/temp-folder';
import { treeOf } from '../../../support/text-trees';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let folder: string;
let store: OpenStore;

beforeEach(async () => {
  folder = tempFolder('collect');
  store = await openStore(join(folder, 'store'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const nobodyElse: RunsOnServer = { namespaceId: 'here', ends: new Map() };

function request(more: Partial<CollectRequest> = {}): CollectRequest {
  return {
    server: nobodyElse,
    nowMs: Date.now(),
    graceMs: DAY,
    retentionMs: 30 * DAY,
    foreignToo: false,
    dryRun: false,
    journals: join(folder, 'journals'),
    ...more,
  };
}

const collect = async (more: Partial<CollectRequest> = {}) => (await collectGarbage(store, request(more)))[0];
const named = (run: string, value: object) => store.refs.putOnce({ run, effect: 's' }, JSON.stringify(value));
const isThere = (hash: BlobHash) => store.blobs.has(hash);

/** Removes a blob as the sweep of another process would that has not seen the lease yet, when a lease is about to be written. */
function sweepBeforeLease(hash: BlobHash): void {
  const { leases, database } = store.local;
  const note = leases.note.bind(leases);
  jest.spyOn(leases, 'note').mockImplementationOnce((hashes) => {
    loseLocally(store.local, hash);
    database.countUp('sweeps');
    return note(hashes);
  });
}

describe('a collection of the local tier', () => {
  test('takes what nobody names once its lease is over, small and large', async () => {
    const hashes = [await store.blobs.put(randomBytes(100)), await store.blobs.put(randomBytes(100_000))];
    expect(await collect()).toMatchObject({ blobs: 0 });
    await ageLocalTier(store.local, DAY + HOUR);
    expect(await collect({ dryRun: true })).toMatchObject({ blobs: 2, bytes: 100_100 });
    for (const hash of hashes) expect(await isThere(hash)).toBe(true);
    expect(await collect()).toMatchObject({ blobs: 2, bytes: 100_100 });
    for (const hash of hashes) await expect(store.blobs.load(hash)).rejects.toBeInstanceOf(BlobMissingError);
  });

  test('a put, a stream and a release renew the lease, also of what is there already', async () => {
    const bytes = [
      randomBytes(10),
      randomBytes(90_000),
      randomBytes(20),
      randomBytes(80_000),
      randomBytes(30),
    ];
    const hashes = await store.blobs.put(bytes);
    await ageLocalTier(store.local, 2 * DAY);
    await store.blobs.put(bytes[0] ?? Buffer.alloc(0));
    await store.blobs.put(once(bytes[1] ?? Buffer.alloc(0)));
    for (const hash of hashes.slice(2, 4)) expect(await store.blobs.pin(hash)).toBe(true);
    await store.blobs.release(joinHashes(hashes.slice(2, 4)));
    expect(await collect()).toMatchObject({ blobs: 1 });
    expect(await Promise.all(hashes.map(isThere))).toEqual([true, true, true, true, false]);
  });

  test('a capture of unchanged files renews the leases of all of them', async () => {
    const project = join(folder, 'project');
    mkdirSync(join(project, 'src'), { recursive: true });
    for (let count = 0; count < 600; count += 1)
      writeFileSync(join(project, 'src', `f${count}`), `file ${count}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const first = await importDirectory(store, project);
    await ageLocalTier(store.local, 2 * DAY);
    expect(await importDirectory(store, project)).toEqual(first);
    expect(await collect()).toMatchObject({ blobs: 0 });
    await ageLocalTier(store.local, 2 * DAY);
    expect((await collect())?.blobs).toBe(604);
  });

  test('a capture whose files are swept while it goes on believes no record of theirs', async () => {
    const project = join(folder, 'project');
    mkdirSync(join(project, 'src'), { recursive: true });
    for (const name of ['a', 'src/b', 'src/c']) writeFileSync(join(project, name), `file ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { tree } = await importDirectory(store, project);
    const [file] = await store.trees.list(tree);
    await ageLocalTier(store.local, 2 * DAY);
    sweepBeforeLease(file?.hash ?? asBlob(''));
    await expect(importDirectory(store, project)).rejects.toBeInstanceOf(CollectedMeanwhileError);
    expect(await importDirectory(store, project)).toMatchObject({ tree });
    for (const { hash } of await store.trees.list(tree)) await store.blobs.load(hash);
  });

  test('a capture after a collection stores again what is gone', async () => {
    const project = join(folder, 'project');
    mkdirSync(join(project, 'src'), { recursive: true });
    for (const name of ['a', 'src/b', 'src/c']) writeFileSync(join(project, name), `file ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const first = await importDirectory(store, project);
    await ageLocalTier(store.local, 2 * DAY);
    // Three files, two listings, two blobs of times.
    expect(await collect()).toMatchObject({ blobs: 7 });
    expect(await importDirectory(store, project)).toEqual(first);
    for (const { hash } of await store.trees.list(first.tree, { dirs: true })) await store.blobs.load(hash);
  });

  test('a blob that is found damaged is believed to be there no longer', async () => {
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'f'), 'whole');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { tree } = await importDirectory(store, project);
    const [file] = await store.trees.list(tree);
    harmLocally(store.local, file?.hash ?? asBlob(''), 'harmed');
    await expect(store.blobs.load(file?.hash ?? asBlob(''))).rejects.toBeInstanceOf(BlobCorruptError);
    await importDirectory(store, project);
    expect((await store.blobs.load(file?.hash ?? asBlob(''))).toString()).toBe('whole');
  });

  test('keeps the modification times of what a run names, of all folders', async () => {
    const project = join(folder, 'project');
    mkdirSync(join(project, 'deep/er'), { recursive: true });
    writeFileSync(join(project, 'deep/er/f'), 'f');
    utimesSync(join(project, 'deep/er/f'), 1, 1_600_000_000.25);
    const { tree, times } = await importDirectory(store, project);
    await named('kept', { restored: { tree, times } });
    await ageLocalTier(store.local, 2 * DAY);
    expect(await collect()).toMatchObject({ blobs: 0 });
    expect(await new SnapshotTimes(store, { tree, times }).mtimeUs('deep/er/f')).toBe(1_600_000_000_250_000);
  });

  test('keeps what a run names: its trees, and what documents of it name in turn', async () => {
    const tree = await treeOf(store, { 'a.txt': 'a', 'deep/er/b.txt': 'b' });
    const output = await store.blobs.put(Buffer.from('the whole output'));
    const report = await store.blobs.put(Buffer.from(JSON.stringify({ version: 1, checks: [{ output }] })));
    const long = await store.blobs.put(Buffer.from(JSON.stringify({ tree, report })));
    await store.refs.putOnce({ run: 'kept', effect: 'verify' }, `blob:${long}`);
    const other = await store.blobs.put(Buffer.from('unnamed'));
    await ageLocalTier(store.local, 20 * DAY);
    expect(await collect()).toMatchObject({ blobs: 1, runs: { retained: 1 } });
    expect(await isThere(other)).toBe(false);
    for (const hash of [output, report, long]) expect(await isThere(hash)).toBe(true);
    for (const file of await store.trees.list(tree, { dirs: true }))
      expect(await isThere(file.hash)).toBe(true);
  });

  test('the file of a tree may have the bytes of a folder of another: both are kept whole', async () => {
    const inner = await store.blobs.put(randomBytes(40));
    const listing = encodeListing([{ name: 'f', type: 'file', mode: 0o644, hash: inner, size: 40 }]);
    const asFile = await store.blobs.put(listing);
    const holder = await store.trees.writeDir([
      { name: 'l', type: 'file', mode: 0o644, hash: asFile, size: listing.length },
    ]);
    // The one with the file is marked first.
    await named('a', { tree: holder });
    await named('b', { tree: asFile });
    await ageLocalTier(store.local, 20 * DAY);
    expect(await collect()).toMatchObject({ blobs: 0 });
    expect(await isThere(inner)).toBe(true);
  });

  test('takes the data of runs that ended long ago, but not what others share with them', async () => {
    const [old, open] = [
      await treeOf(store, { shared: 'both have it', old: 'only the old one' }),
      await treeOf(store, { shared: 'both have it', open: 'only the open one' }),
    ];
    await named('old', { tree: old });
    await named('open', { tree: open });
    await ageLocalTier(store.local, 40 * DAY);
    const server: RunsOnServer = {
      namespaceId: 'here',
      ends: new Map<string, number | 'open'>([
        ['old', Date.now() - 31 * DAY],
        ['open', 'open'],
      ]),
    };
    const report = await collect({ server });
    expect(report).toMatchObject({ blobs: 2, collectedRuns: ['old'], runs: { running: 1, collectable: 1 } });
    expect(await store.refs.list('old')).toEqual([]);
    expect((await store.trees.list(open)).map(({ path }) => path)).toEqual(['open', 'shared']);
    for (const { hash } of await store.trees.list(open)) await store.blobs.load(hash);
    await expect(store.blobs.load(old)).rejects.toBeInstanceOf(BlobMissingError);
  });

  test('with no server to ask it takes only what no run names', async () => {
    const tree = await treeOf(store, { f: 'of a run that ended long ago' });
    await named('old', { tree });
    const loose = await store.blobs.put(Buffer.from('unnamed'));
    await ageLocalTier(store.local, 400 * DAY);
    expect(await collect({ server: undefined })).toMatchObject({
      blobs: 1,
      runs: { unasked: 1 },
      collectedRuns: [],
    });
    expect([await isThere(tree), await isThere(loose)]).toEqual([true, false]);
  });

  test('leaves runs of other Temporal servers alone unless told otherwise', async () => {
    await keepRunRecord(store.refs, 'theirs', {
      version: 1,
      workflowId: 'w',
      namespace: 'default',
      namespaceId: 'there',
    });
    const tree = await treeOf(store, { f: 'theirs' });
    await named('theirs', { tree });
    await ageLocalTier(store.local, 400 * DAY);
    expect(await collect()).toMatchObject({ blobs: 0, runs: { foreign: 1 } });
    expect(await collect({ foreignToo: true })).toMatchObject({ blobs: 2, collectedRuns: ['theirs'] });
  });

  test('keeps what the journal of a publish names', async () => {
    const [before, gone] = await store.blobs.put([Buffer.from('before'), Buffer.from('gone')]);
    mkdirSync(join(folder, 'journals'));
    writeFileSync(
      join(folder, 'journals', 'x.json'),
      JSON.stringify({ steps: [{ before: { hash: before } }] }),
    );
    await ageLocalTier(store.local, 2 * DAY);
    await collect();
    expect([await isThere(before ?? asBlob('')), await isThere(gone ?? asBlob(''))]).toEqual([true, false]);
  });

  test('refuses a grace below an hour, and to run twice at once', async () => {
    await expect(collect({ graceMs: HOUR - 1 })).rejects.toThrow('A grace below 1 hour');
    const lock = await acquireOwnerLock(join(store.local.folder, 'gc.lock'));
    await expect(collect()).rejects.toBeInstanceOf(CollectRefusedError);
    await lock.release?.();
    await collect();
  });

  test('refuses where a folder of a kept run cannot be read, since all in it would go', async () => {
    const tree = await treeOf(store, { 'folder/f': 'in it', g: 'beside' });
    const inner = (await store.trees.find(tree, 'folder'))?.hash ?? '';
    const file = (await store.trees.find(tree, 'folder/f'))?.hash ?? '';
    await named('kept', { tree });
    loseLocally(store.local, asBlob(inner));
    await ageLocalTier(store.local, 2 * DAY);
    await expect(collect()).rejects.toThrow(/1 folders? .* missing or damaged, so nothing was collected/);
    expect(await isThere(asBlob(file))).toBe(true);
    expect(await collect({ force: true })).toMatchObject({ blobs: 1 });
    expect(await isThere(asBlob(file))).toBe(false);
  });
});

describe('what happens in between', () => {
  test.each([10, 100_000])(
    'a put whose blob of %i bytes is swept after it was found puts it again',
    async (size) => {
      const bytes = randomBytes(size);
      const hash = await store.blobs.put(bytes);
      await ageLocalTier(store.local, 2 * DAY);
      sweepBeforeLease(hash);
      await store.blobs.put(bytes);
      expect((await store.blobs.load(hash)).equals(bytes)).toBe(true);
    },
  );

  test('a release whose blob is swept after it was found fails, so that it is tried again', async () => {
    const hash = await store.blobs.put(randomBytes(10));
    await ageLocalTier(store.local, 2 * DAY);
    const epoch = store.stats.epoch();
    expect(await store.blobs.pin(hash)).toBe(true);
    sweepBeforeLease(hash);
    await expect(store.blobs.release(joinHashes([hash]), epoch)).rejects.toBeInstanceOf(
      CollectedMeanwhileError,
    );
  });

  test('a reference that is written after the marking keeps what it names', async () => {
    const tree = await treeOf(store, { 'a/b': 'found by a new run, long after it was stored' });
    await ageLocalTier(store.local, 2 * DAY);
    const list = store.local.list.bind(store.local);
    jest.spyOn(store.local, 'list').mockImplementationOnce(async function* () {
      await named('new', { tree });
      yield* list();
    });
    expect(await collect()).toMatchObject({ blobs: 0 });
    for (const file of await store.trees.list(tree, { dirs: true }))
      expect(await isThere(file.hash)).toBe(true);
  });

  test('a run that writes after it was taken for ended is not collected', async () => {
    const tree = await treeOf(store, { f: 'of a run that nobody knew any more' });
    await named('back', { tree });
    await ageLocalTier(store.local, 40 * DAY);
    const list = store.local.list.bind(store.local);
    jest.spyOn(store.local, 'list').mockImplementationOnce(async function* () {
      await store.refs.putOnce({ run: 'back', effect: 'next' }, '{}');
      yield* list();
    });
    expect(await collect()).toMatchObject({ blobs: 0, collectedRuns: [] });
    expect(await isThere(tree)).toBe(true);
  });
});

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
