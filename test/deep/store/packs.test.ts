import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, type OpenStore } from '../../../src/store';
import { BlobCorruptError, BlobMissingError } from '../../../src/store/errors';
import { verifyStore } from '../../../src/store/retention/verify-store';
import { asBlob } from '../../support/hashes';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { openIn } from '../../support/open-in';
import { tempFolder } from '../../support/temp-folder';
import { partsOf } from '../../support/local-parts';

let folder: string;
let store: OpenStore;

beforeEach(async () => {
  folder = tempFolder('packs');
  store = await openStore(join(folder, 'store'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const packsFolder = (): string => join(folder, 'store', 'packs');
const packs = (): string[] => readdirSync(packsFolder()).sort();
const placeOf = (hash: string) => partsOf(store.local).small.place(Buffer.from(hash, 'hex'));

/** Blobs of 0 to 20,000 bytes, 12 MB in all. */
function manyBlobs(): Buffer[] {
  return Array.from({ length: 1_200 }, (_, index) => randomBytes((index * 7_919) % 20_000));
}

async function expectAll(hashes: readonly string[], blobs: readonly Buffer[]): Promise<void> {
  for (const [index, hash] of hashes.entries())
    expect((await store.blobs.get(asBlob(hash))).equals(blobs[index] ?? Buffer.alloc(1))).toBe(true);
}

async function reopen(): Promise<void> {
  await store.close();
  store = await openStore(join(folder, 'store'));
}

function age(name: string): void {
  utimesSync(join(packsFolder(), name), 1, 1_600_000_000);
}

describe('blobs that are put together', () => {
  test('are packed, and come back in any order, before and after the store was opened again', async () => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    expect(packs().length).toBe(2);
    expect(hashes.map((hash) => placeOf(hash) !== undefined)).toEqual(
      blobs.map(({ length }) => length >= 2_048),
    );
    expect(hashes).toEqual(blobs.map((bytes) => createHash('sha256').update(bytes).digest('hex')));
    await expectAll(hashes, blobs);
    await expectAll(hashes.toReversed(), blobs.toReversed());
    await reopen();
    await expectAll(hashes, blobs);
    const shuffled = hashes.map((_, index) => (index * 541) % hashes.length);
    await expectAll(
      shuffled.map((index) => hashes[index] ?? ''),
      shuffled.map((index) => blobs[index] ?? Buffer.alloc(1)),
    );
  });

  test('come back whole to many that read at the same time, and to uses that end at once', async () => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    const readers = Array.from({ length: 8 }, (_, reader) =>
      (async () => {
        for (let turn = 0; turn < hashes.length; turn++) {
          const index = (turn + reader * 150) % hashes.length;
          const bytes = blobs[index] ?? Buffer.alloc(1);
          expect(await store.blobs.use(hashes[index] ?? asBlob(''), (found) => found.equals(bytes))).toBe(
            true,
          );
        }
      })(),
    );
    await Promise.all(readers);
  });

  test('are one copy where they are equal or there already; few of them need no pack', async () => {
    const blobs = manyBlobs();
    await store.blobs.putMany([...blobs, ...blobs]);
    const before = packs();
    await store.blobs.putMany(blobs);
    expect(packs()).toEqual(before);
    const [few] = await store.blobs.putMany([randomBytes(100), randomBytes(60_000)]);
    expect([packs(), placeOf(few ?? '')]).toEqual([before, undefined]);
    expect((await store.local.measure()).blobs).toBe(new Set(blobs.map(String)).size + 2);
  });

  test('stand in files for their owner only, and no file stays open', async () => {
    await store.blobs.putMany(manyBlobs());
    expect(packs().map((name) => statSync(join(packsFolder(), name)).mode & 0o777)).toEqual([0o600, 0o600]);
    await store.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(openIn(packsFolder())).toEqual([]);
    store = await openStore(join(folder, 'store'));
  });

  test('a pack that is being written when the process is killed leaves nothing that counts', async () => {
    const child = bundleChild(join(__dirname, 'packs.child.ts'), folder);
    const running = startChild(child, [join(folder, 'store')]);
    const { hashes } = (await nextMessage(running)) as { hashes: string[] };
    running.kill('SIGKILL');
    await ended(running);
    for (const hash of hashes) await store.blobs.get(asBlob(hash));
    const [report] = await verifyStore(store);
    expect(report).toMatchObject({ corrupt: [] });
    for (const name of packs()) age(name);
    await reopen();
    await store.local.tidy({ cutoffMs: Date.now() });
    const used = new Set([...partsOf(store.local).small.packed()].map(({ place }) => place.pack));
    expect(packs()).toEqual([...used].sort());
  });
});

describe('harm to packs', () => {
  const HARMS: [how: string, harm: (path: string, offset: number) => Promise<void> | void][] = [
    [
      'changed',
      async (path, offset) => {
        const file = await open(path, 'r+');
        await file.write(Buffer.from('XXXX'), 0, 4, offset);
        await file.close();
      },
    ],
    ['cut off', (path, offset) => truncateSync(path, offset + 2)],
    ['deleted', (path) => rmSync(path)],
  ];

  test.each(HARMS)(
    'a blob whose pack was %s is found corrupt, then missing, and mended by putting it again',
    async (_, harm) => {
      const blobs = manyBlobs();
      const hashes = await store.blobs.putMany(blobs);
      const victim = 1_000;
      const hash = hashes[victim] ?? '';
      const place = placeOf(hash);
      await harm(join(packsFolder(), place?.pack ?? ''), place?.offset ?? 0);
      await reopen();
      await expect(store.blobs.get(asBlob(hash))).rejects.toBeInstanceOf(BlobCorruptError);
      await expect(store.blobs.get(asBlob(hash))).rejects.toBeInstanceOf(BlobMissingError);
      expect(await store.blobs.has(asBlob(hash))).toBe(false);
      await store.blobs.put(blobs[victim] ?? Buffer.alloc(0));
      expect((await store.blobs.get(asBlob(hash))).equals(blobs[victim] ?? Buffer.alloc(1))).toBe(true);
    },
  );

  test('verify names what is damaged in a pack, and all of a pack that is gone', async () => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    const gone = packs()[0] ?? '';
    const lost = new Set(hashes.filter((hash) => placeOf(hash)?.pack === gone));
    rmSync(join(packsFolder(), gone));
    await reopen();
    const [report] = await verifyStore(store);
    expect(report?.corrupt).toEqual([...lost].sort());
    await store.blobs.putMany(blobs);
    await expectAll(hashes, blobs);
  });
});

describe('copies of the same blob', () => {
  const both = async (): Promise<{ hash: string; bytes: Buffer }> => {
    const blobs = manyBlobs();
    const bytes = blobs[1_000] ?? Buffer.alloc(0);
    const hash = (await store.blobs.putMany(blobs))[1_000] ?? '';
    await partsOf(store.local).inline.put(Buffer.from(hash, 'hex'), bytes);
    return { hash, bytes };
  };

  test('a pack that is damaged takes no whole copy in LMDB with it', async () => {
    const { hash, bytes } = await both();
    const place = placeOf(hash);
    const file = await open(join(packsFolder(), place?.pack ?? ''), 'r+');
    await file.write(Buffer.from('XXXX'), 0, 4, place?.offset ?? 0);
    await file.close();
    await expect(store.blobs.get(asBlob(hash))).rejects.toBeInstanceOf(BlobCorruptError);
    expect((await store.blobs.get(asBlob(hash))).equals(bytes)).toBe(true);
  });

  test('a pack that is gone is not missed where LMDB has a copy', async () => {
    const { hash, bytes } = await both();
    rmSync(join(packsFolder(), placeOf(hash)?.pack ?? ''));
    await reopen();
    expect((await store.blobs.get(asBlob(hash))).equals(bytes)).toBe(true);
  });

  test('a read that comes just before its put finds it missing, not corrupt', async () => {
    for (let round = 0; round < 50; round++) {
      const bytes = randomBytes(3_000);
      const hash = asBlob(createHash('sha256').update(bytes).digest('hex'));
      const reading = store.blobs.get(hash);
      const putting = store.blobs.put(bytes);
      await expect(reading).rejects.toBeInstanceOf(BlobMissingError);
      await putting;
    }
  });

  test('a pack that is taken for forgotten before its places are written is written again', async () => {
    const { packs: files } = partsOf(store.local);
    const write = files.write.bind(files);
    jest.spyOn(files, 'write').mockImplementationOnce(async (blobs) => {
      const written = await write(blobs);
      files.remove(written[0]?.place.pack ?? '');
      return written;
    });
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    await expectAll(hashes, blobs);
  });
});

describe('tidying packs', () => {
  const remove = (hashes: readonly string[]): void =>
    partsOf(store.local).root.transactionSync(() => {
      for (const hash of hashes) partsOf(store.local).small.removeSync(Buffer.from(hash, 'hex'));
    });

  test.each([
    ['a few of which are left', 30],
    ['a third of which is left', 3],
  ])('packs, %s, are written anew; what is left can be read meanwhile and after', async (_, every) => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    const isKept = (__: unknown, index: number): boolean => index % every === 0;
    const [kept, keptBlobs] = [hashes.filter(isKept), blobs.filter(isKept)];
    const keptSet = new Set(kept);
    remove(hashes.filter((hash) => !keptSet.has(hash)));
    const before = packs();
    const bytes = (await store.local.measure()).bytes;
    await store.local.tidy({ cutoffMs: Date.now() - 1_000 });
    expect(packs()).toEqual(before);
    before.forEach(age);
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        await expectAll(kept, keptBlobs);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await store.local.tidy({ cutoffMs: Date.now() - 1_000 });
    isOver = true;
    await reading;
    expect(packs().filter((name) => before.includes(name))).toEqual([]);
    expect((await store.local.measure()).bytes).toBeLessThan(bytes / 2);
    await reopen();
    await expectAll(kept, keptBlobs);
  });

  test('writes a pack anew of which a tenth is free only where room is needed', async () => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    const isFreed = (__: unknown, index: number): boolean => index % 10 === 0;
    remove(hashes.filter(isFreed));
    const before = packs();
    before.forEach(age);
    await store.local.tidy({ cutoffMs: Date.now() });
    expect(packs()).toEqual(before);
    await store.local.tidy({ cutoffMs: Date.now(), isInNeed: true });
    expect(packs().filter((name) => before.includes(name))).toEqual([]);
    const isKept = (__: unknown, index: number): boolean => !isFreed(__, index);
    await expectAll(hashes.filter(isKept), blobs.filter(isKept));
  });

  test('goes on after a pack that cannot be written anew', async () => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    const isKept = (__: unknown, index: number): boolean => index % 5 === 0;
    remove(hashes.filter((__, index) => !isKept(__, index)));
    const before = packs();
    before.forEach(age);
    jest.spyOn(partsOf(store.local).small, 'move').mockRejectedValueOnce(new Error('EIO'));
    await store.local.tidy({ cutoffMs: Date.now() });
    expect(packs().filter((name) => before.includes(name))).toHaveLength(1);
    await expectAll(hashes.filter(isKept), blobs.filter(isKept));
  });

  test('leaves alone what is used, and what is no pack; removes a pack that nothing names once it is old', async () => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    const before = packs();
    before.forEach(age);
    for (const name of ['0123456789abcdef', 'fedcba9876543210', 'note.txt'])
      writeFileSync(join(packsFolder(), name), 'x');
    age('0123456789abcdef');
    await store.local.tidy({ cutoffMs: Date.now() - 60_000 });
    expect(packs()).toEqual([...before, 'fedcba9876543210', 'note.txt'].sort());
    await expectAll(hashes, blobs);
  });

  test('a blob that is damaged is not carried on: it is missing then', async () => {
    const blobs = manyBlobs();
    const hashes = await store.blobs.putMany(blobs);
    const packedOnes = hashes.filter((hash) => placeOf(hash) !== undefined);
    const [first = asBlob(''), ...rest] = packedOnes.slice(100, 110);
    const place = placeOf(first);
    const file = await open(join(packsFolder(), place?.pack ?? ''), 'r+');
    await file.write(Buffer.from('XXXX'), 0, 4, place?.offset ?? 0);
    await file.close();
    remove(hashes.filter((hash) => hash !== first && !rest.includes(hash)));
    packs().forEach(age);
    await store.local.tidy({ cutoffMs: Date.now() });
    expect(existsSync(join(packsFolder(), place?.pack ?? ''))).toBe(false);
    await expect(store.blobs.get(first)).rejects.toBeInstanceOf(BlobMissingError);
    await expectAll(
      rest,
      rest.map((hash) => blobs[hashes.indexOf(hash)] ?? Buffer.alloc(1)),
    );
  });
});
