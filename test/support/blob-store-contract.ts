import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobHash } from '../../src/domain/ids';
import { withSignal } from '../../src/store';
import {
  BlobCorruptError,
  BlobError,
  BlobMissingError,
  CollectedMeanwhileError,
} from '../../src/store/errors';
import { HashedBlob, joinHashes } from '../../src/store/hash';
import { readTreeFile } from '../../src/store/tree-store';
import type { BlobStore, Store } from '../../src/store/types';
import { writeChunks } from '../../src/machine/file-holes';
import { asBlob } from './hashes';

/** Blobs, and how to harm what is kept. */
export interface BlobSubject {
  blobs: BlobStore;
  /** Changes the stored bytes of a blob, wherever they are. */
  damage(hash: string): Promise<void>;
  /** Removes a blob, wherever it is. */
  lose(hash: string): Promise<void>;
  close(): Promise<void>;
}

const sha256 = (bytes: Uint8Array): BlobHash => asBlob(createHash('sha256').update(bytes).digest('hex'));

/** Every store of blobs passes the same suite. `make` makes a new, empty one. */
export function blobContract(name: string, make: () => Promise<BlobSubject>): void {
  describe(`${name}: contract of blobs`, () => {
    let blobs: BlobStore;
    let subject: BlobSubject;
    beforeEach(async () => {
      subject = await make();
      blobs = subject.blobs;
    });
    afterEach(() => subject.close());

    test.each([0, 1, 100, 65_536, 65_537, 1_000_000])(
      'a blob of %i bytes comes back as it was',
      async (size) => {
        const bytes = randomBytes(size);
        const hash = await blobs.put(bytes);
        expect(hash).toBe(sha256(bytes));
        expect((await blobs.load(hash)).equals(bytes)).toBe(true);
        expect(await blobs.has(hash)).toBe(true);
      },
    );

    test('many blobs: hashes in the order given, equal bytes once', async () => {
      const many = [randomBytes(10), randomBytes(100_000), randomBytes(0), randomBytes(3)];
      const hashes = await blobs.put([...many, many[0] ?? Buffer.alloc(0)]);
      expect(hashes).toEqual([...many, many[0] ?? Buffer.alloc(0)].map(sha256));
      for (const [index, hash] of hashes.slice(0, 4).entries()) {
        expect((await blobs.load(hash)).equals(many[index] ?? Buffer.alloc(1))).toBe(true);
      }
    });

    test('the same blob put at the same time by many', async () => {
      const small = randomBytes(500);
      const large = randomBytes(200_000);
      const hashes = await Promise.all(Array.from({ length: 10 }, () => blobs.put([small, large])));
      expect(new Set(hashes.flat())).toEqual(new Set([sha256(small), sha256(large)]));
      expect((await blobs.load(sha256(large))).equals(large)).toBe(true);
    });

    test('what was put does not change with the buffer it came from', async () => {
      const bytes = Buffer.from('before');
      const hash = await blobs.put(bytes);
      bytes.fill(0);
      expect((await blobs.load(hash)).toString()).toBe('before');
      (await blobs.load(hash)).fill(0);
      expect((await blobs.load(hash)).toString()).toBe('before');
    });

    test('bytes that are hashed already', async () => {
      const many = [new HashedBlob(Buffer.from('x')), new HashedBlob(randomBytes(70_000))];
      await blobs.put(many);
      for (const { hash, bytes } of many) expect((await blobs.load(hash)).equals(bytes)).toBe(true);
    });

    test.each([0, 1, 3, 40])('a stream of %i chunks of 10 kB, in and out', async (count) => {
      const chunks = Array.from({ length: count }, () => randomBytes(10_000));
      const whole = Buffer.concat(chunks);
      const put = await blobs.put(each(chunks));
      expect(put).toEqual(sha256(whole));
      expect(await blobs.size(put)).toBe(whole.length);
      const read: Buffer[] = [];
      for await (const chunk of blobs.stream(put)) read.push(Buffer.from(chunk));
      expect(Buffer.concat(read).equals(whole)).toBe(true);
    });

    test('a stream that fails leaves nothing and says why', async () => {
      async function* failing(): AsyncGenerator<Buffer> {
        yield await Promise.resolve(randomBytes(100_000));
        throw new Error('the source broke');
      }
      await expect(blobs.put(failing())).rejects.toThrow('the source broke');
    });

    test('a blob that is not there is an error that names its hash', async () => {
      const hash = sha256(randomBytes(8));
      const error = await blobs.load(hash).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BlobMissingError);
      expect(String(error)).toContain(hash);
      await expect(blobs.stream(hash)[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(
        BlobMissingError,
      );
      expect(await blobs.has(hash)).toBe(false);
    });

    test.each([10, 65_537, 300_000])(
      'a damaged blob of %i bytes is found so, and mended by another put',
      async (size) => {
        const bytes = randomBytes(size);
        // Beside others, so that a store that packs them has a pack.
        const [hash = asBlob(''), ...others] = await blobs.put([bytes, randomBytes(20), randomBytes(30)]);
        await subject.damage(hash);
        await expect(blobs.load(hash)).rejects.toBeInstanceOf(BlobCorruptError);
        await expect(blobs.load(hash)).rejects.toBeInstanceOf(BlobError);
        await expect(drained(blobs.stream(hash))).rejects.toBeInstanceOf(BlobError);
        for (const other of others) expect(sha256(await blobs.load(other))).toBe(other);
        expect(await blobs.put(bytes)).toBe(hash);
        expect((await blobs.load(hash)).equals(bytes)).toBe(true);
      },
    );

    test.each([10, 200_000])('a lost blob of %i bytes is missing until it is put again', async (size) => {
      const bytes = randomBytes(size);
      const hash = await blobs.put(bytes);
      await subject.lose(hash);
      await expect(blobs.load(hash)).rejects.toBeInstanceOf(BlobMissingError);
      expect(await blobs.has(hash)).toBe(false);
      await blobs.put(bytes);
      expect((await blobs.load(hash)).equals(bytes)).toBe(true);
    });

    test('many blobs by many at once, each read back by all', async () => {
      const batches = Array.from({ length: 8 }, (_, index) =>
        Array.from({ length: 150 }, (__, at) =>
          Buffer.from(`${at % 2 === 0 ? 'shared' : index} ${at}`.repeat(at)),
        ),
      );
      const hashes = await Promise.all(batches.map((batch) => blobs.put(batch)));
      expect(hashes).toEqual(batches.map((batch) => batch.map(sha256)));
      await Promise.all(hashes.flat().map(async (hash) => expect(sha256(await blobs.load(hash))).toBe(hash)));
    });

    test('a stream of 40 MB, in and out in bounded pieces', async () => {
      const chunk = randomBytes(1_000_003);
      const put = await blobs.put(each(Array.from({ length: 40 }, () => chunk)));
      const whole = createHash('sha256');
      for (let count = 0; count < 40; count += 1) whole.update(chunk);
      expect(put).toBe(whole.digest('hex'));
      expect(await blobs.size(put)).toBe(40 * chunk.length);
      const { hash, longest } = await drained(blobs.stream(put));
      expect(hash).toBe(put);
      if (name !== 'memory') expect(longest).toBeLessThanOrEqual(8 * 1024 * 1024);
    });

    test('a large blob is copied into a new file; its holes take no room', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kintsugi-blob-'));
      const copied = async (hash: BlobHash): Promise<string> => {
        const file = await open(join(folder, 'copy'), 'w');
        await writeChunks(blobs.stream(hash), file.fd).finally(() => file.close());
        return join(folder, 'copy');
      };
      const hole = Buffer.alloc(1_000_000);
      const chunks = [hole, randomBytes(100_000), ...Array.from({ length: 20 }, () => hole)];
      const hash = await blobs.put(each(chunks));
      const path = await copied(hash);
      expect(sha256(await readFile(path))).toBe(hash);
      expect((await stat(path)).blocks * 512).toBeLessThan((chunks.length * hole.length) / 2);
      await subject.damage(hash);
      await expect(copied(hash)).rejects.toBeInstanceOf(BlobError);
      await subject.lose(hash);
      await expect(copied(hash)).rejects.toBeInstanceOf(BlobMissingError);
      await rm(folder, { recursive: true });
    });

    test('the size of a blob is known of small, packed and large ones, and of none that is missing', async () => {
      const packed = Array.from({ length: 300 }, () => randomBytes(5_000));
      const mixed = [Buffer.alloc(0), randomBytes(10), randomBytes(100_000)];
      for (const group of [mixed, packed]) {
        const hashes = await blobs.put(group);
        const sizes = await Promise.all(hashes.map((hash) => blobs.size(hash)));
        expect(sizes).toEqual(group.map((bytes) => bytes.length));
      }
      expect(await blobs.size(sha256(randomBytes(5)))).toBeUndefined();
    });

    test('what is pinned need not be put again, what is not there cannot be pinned, and none that is gone is released', async () => {
      const [small = asBlob(''), large = asBlob('')] = await blobs.put([
        randomBytes(10),
        randomBytes(100_000),
      ]);
      const missing = sha256(randomBytes(5));
      expect(await Promise.all([small, large, missing].map((hash) => blobs.pin(hash)))).toEqual([
        true,
        true,
        false,
      ]);
      await blobs.release(joinHashes([small, large]));
      await expect(blobs.release(joinHashes([small, missing]))).rejects.toBeInstanceOf(
        CollectedMeanwhileError,
      );
    });

    test('what is prefetched is loaded, also where something of it is missing', async () => {
      const many = Array.from({ length: 60 }, () => randomBytes(2_000));
      const hashes = await blobs.put(many);
      await blobs.prefetch([...hashes, sha256(randomBytes(5))]);
      expect(await Promise.all(hashes.map((hash) => blobs.load(hash)))).toEqual(many);
    });

    test('under a signal that is aborted nothing is put, and its reason is said', async () => {
      const [bytes, chunk] = [randomBytes(10), randomBytes(100_000)];
      const reason = new Error('the user left');
      const aborted = AbortSignal.abort(reason);
      const puts: (() => Promise<unknown>)[] = [
        () => blobs.put(bytes),
        () => blobs.put([bytes]),
        () => blobs.put(each([chunk])),
      ];
      for (const put of puts) await expect(withSignal(aborted, put)).rejects.toBe(reason);
      expect(await blobs.has(sha256(bytes))).toBe(false);
      await blobs.put(bytes);
      expect(await blobs.has(sha256(bytes))).toBe(true);
    });
  });
}

/** A whole store, and how to harm what it keeps. */
export type Subject = Omit<BlobSubject, 'blobs'> & { store: Store };

/** Every store passes the contract of its blobs, and of its trees, references and records of folders. */
export function storeContract(name: string, make: () => Promise<Subject>): void {
  blobContract(name, async () => {
    const subject = await make();
    return { ...subject, blobs: subject.store.blobs };
  });

  describe(`${name}: contract of trees and references`, () => {
    let store: Store;
    let subject: Subject;
    beforeEach(async () => {
      subject = await make();
      store = subject.store;
    });
    afterEach(() => subject.close());

    test.each(['damage', 'lose'] as const)(
      '%s: reads of a tree say which file of which tree it is',
      async (harm) => {
        const file = await store.blobs.put(randomBytes(100));
        const entry = { name: 'a.txt', type: 'file' as const, mode: 0o644, hash: file, size: 100 };
        const folder = await store.trees.writeDir([entry]);
        const tree = await store.trees.writeDir([
          { name: 'd', type: 'dir', mode: 0o755, hash: folder, size: 0 },
        ]);
        await subject[harm](file);
        const error = await readTreeFile(store, tree, 'd/a.txt').catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(harm === 'damage' ? BlobCorruptError : BlobMissingError);
        expect((error as BlobError).place).toEqual({ tree, path: 'd/a.txt' });
        expect(String(error)).toContain('"d/a.txt"');
        expect(String(error)).toContain(tree);
      },
    );

    test('under a signal that is aborted no reference is written', async () => {
      const reason = new Error('the user left');
      const key = { run: 'r', effect: 's' };
      const put = withSignal(AbortSignal.abort(reason), () => store.refs.putOnce(key, 'v'));
      await expect(put).rejects.toBe(reason);
      expect(await store.refs.get(key)).toBeUndefined();
    });

    test('the first value of a reference stands', async () => {
      const key = { run: 'r1', effect: 'a/b' };
      expect(await store.refs.get(key)).toBeUndefined();
      expect(await store.refs.putOnce(key, 'one')).toBe('one');
      expect(await store.refs.putOnce(key, 'two')).toBe('one');
      expect(await store.refs.get(key)).toBe('one');
    });

    test('of references written at the same time one wins, for all', async () => {
      const key = { run: 'r', effect: 's' };
      const seen = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.refs.putOnce(key, `v${index}`)),
      );
      expect(new Set(seen).size).toBe(1);
      expect(await store.refs.get(key)).toBe(seen[0]);
    });

    test('the effects of a run are listed in order, without those of others', async () => {
      for (const effect of ['z', 'a', 'm/1', '가'])
        await store.refs.putOnce({ run: 'run', effect }, `v-${effect}`);
      await store.refs.putOnce({ run: 'run2', effect: 'x' }, 'other');
      await store.refs.putOnce({ run: 'ru', effect: 'x' }, 'other');
      expect(await store.refs.list('run')).toEqual(
        ['a', 'm/1', 'z', '가'].map((effect) => ({ effect, value: `v-${effect}` })),
      );
      expect(await store.refs.list('none')).toEqual([]);
    });

    test('runs and effects of any name, and long ones that begin alike', async () => {
      const names = [
        'a/b',
        '..',
        '.',
        'a b',
        '=2F',
        'ü가🙂',
        'A',
        '~',
        `${'x'.repeat(900)}1`,
        `${'x'.repeat(900)}2`,
      ];
      for (const name of names) {
        await store.refs.putOnce({ run: 'odd', effect: name }, `value of ${name}`);
        await store.refs.putOnce({ run: name, effect: 's' }, `run ${name}`);
      }
      const kept = await store.refs.list('odd');
      expect(kept.map(({ effect }) => effect).sort()).toEqual([...names].sort());
      for (const { effect, value } of kept) expect(value).toBe(`value of ${effect}`);
      for (const name of names) expect(await store.refs.get({ run: name, effect: 's' })).toBe(`run ${name}`);
      expect((await store.refs.runs()).map(({ run }) => run).sort()).toEqual([...names, 'odd'].sort());
    });

    test('a run is seen when it writes, and forgotten with all of its references', async () => {
      const before = Date.now() - 5_000;
      await store.refs.putOnce({ run: 'one', effect: 'a' }, '1');
      await store.refs.putOnce({ run: 'one', effect: 'b' }, '2');
      await store.refs.putOnce({ run: 'two', effect: 'a' }, '3');
      for (const { seenMs } of await store.refs.runs()) {
        expect(seenMs).toBeGreaterThan(before);
        expect(seenMs).toBeLessThan(Date.now() + 5_000);
      }
      await store.refs.removeRun('one');
      expect(await store.refs.list('one')).toEqual([]);
      expect(await store.refs.get({ run: 'one', effect: 'a' })).toBeUndefined();
      expect((await store.refs.runs()).map(({ run }) => run)).toEqual(['two']);
      expect(await store.refs.putOnce({ run: 'one', effect: 'a' }, 'again')).toBe('again');
    });

    test('a reference that is too large or badly named is refused', async () => {
      const put = (effect: string, value: string) => store.refs.putOnce({ run: 'r', effect }, value);
      await expect(put('s', 'x'.repeat(65_537))).rejects.toThrow('keep it as a blob');
      await expect(put('a\0b', 'x')).rejects.toThrow('cannot hold NUL');
      expect(await put('s', 'x'.repeat(65_536))).toHaveLength(65_536);
    });

    test('records of folders come back, the newest, and a blob that leaves the store begins another epoch', async () => {
      const key = Buffer.alloc(32, 7);
      expect(store.stats.get(key)).toBeUndefined();
      await store.stats.setMany([{ key, record: Buffer.from('old') }]);
      await store.stats.setMany([{ key, record: Buffer.from([0, 255, 10]) }]);
      expect(store.stats.get(key)).toEqual(Buffer.from([0, 255, 10]));
      const before = store.stats.epoch();
      const hash = await store.blobs.put(randomBytes(20));
      expect(store.stats.epoch()).toBe(before);
      await subject.damage(hash);
      await store.blobs.load(hash).catch(() => undefined);
      expect(store.stats.epoch() > before).toBe(name !== 'tiered');
    });
  });
}

async function drained(chunks: AsyncIterable<Buffer>): Promise<{ hash: string; longest: number }> {
  const hash = createHash('sha256');
  let longest = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    longest = Math.max(longest, chunk.length);
  }
  return { hash: hash.digest('hex'), longest };
}

async function* each(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
