import { createHash, randomBytes } from 'node:crypto';
import { BlobMissingError, RefError } from '../../../src/store/errors';
import { HashedBlob } from '../../../src/store/hash';
import type { Store } from '../../../src/store/types';

/** Every driver passes the same suite. `open` makes a new, empty store. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`${name}: store contract`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store.close();
    });

    const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

    test.each([0, 1, 100, 65_536, 65_537, 1_000_000])(
      'a blob of %i bytes comes back as it was',
      async (size) => {
        const bytes = randomBytes(size);
        const hash = await store.blobs.put(bytes);
        expect(hash).toBe(sha256(bytes));
        expect((await store.blobs.get(hash)).equals(bytes)).toBe(true);
        expect(await store.blobs.has(hash)).toBe(true);
      },
    );

    test('many blobs: hashes in the order given, equal bytes once', async () => {
      const blobs = [randomBytes(10), randomBytes(100_000), randomBytes(0), randomBytes(3)];
      const hashes = await store.blobs.putMany([...blobs, blobs[0] ?? Buffer.alloc(0)]);
      expect(hashes).toEqual([...blobs, blobs[0] ?? Buffer.alloc(0)].map(sha256));
      for (const [index, hash] of hashes.slice(0, 4).entries()) {
        expect((await store.blobs.get(hash)).equals(blobs[index] ?? Buffer.alloc(1))).toBe(true);
      }
    });

    test('the same blob put at the same time by many', async () => {
      const small = randomBytes(500);
      const large = randomBytes(200_000);
      const hashes = await Promise.all(Array.from({ length: 10 }, () => store.blobs.putMany([small, large])));
      expect(new Set(hashes.flat())).toEqual(new Set([sha256(small), sha256(large)]));
      expect((await store.blobs.get(sha256(large))).equals(large)).toBe(true);
    });

    test('what was put does not change with the buffer it came from', async () => {
      const bytes = Buffer.from('before');
      const hash = await store.blobs.put(bytes);
      bytes.fill(0);
      expect((await store.blobs.get(hash)).toString()).toBe('before');
      (await store.blobs.get(hash)).fill(0);
      expect((await store.blobs.get(hash)).toString()).toBe('before');
    });

    test('bytes that are hashed already', async () => {
      const blobs = [new HashedBlob(Buffer.from('x')), new HashedBlob(randomBytes(70_000))];
      await store.blobs.putHashed(blobs);
      for (const { hash, bytes } of blobs) expect((await store.blobs.get(hash)).equals(bytes)).toBe(true);
    });

    test.each([0, 1, 3, 40])('a stream of %i chunks of 10 kB, in and out', async (count) => {
      const chunks = Array.from({ length: count }, () => randomBytes(10_000));
      const whole = Buffer.concat(chunks);
      const put = await store.blobs.putStream(each(chunks));
      expect(put).toEqual({ hash: sha256(whole), size: whole.length });
      const read: Buffer[] = [];
      for await (const chunk of store.blobs.getStream(put.hash)) read.push(Buffer.from(chunk));
      expect(Buffer.concat(read).equals(whole)).toBe(true);
    });

    test('a stream that fails leaves nothing and says why', async () => {
      async function* failing(): AsyncGenerator<Buffer> {
        yield await Promise.resolve(randomBytes(100_000));
        throw new Error('the source broke');
      }
      await expect(store.blobs.putStream(failing())).rejects.toThrow('the source broke');
    });

    test('a blob that is not there is an error that names its hash', async () => {
      const hash = sha256(randomBytes(8));
      const error = await store.blobs.get(hash).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BlobMissingError);
      expect(String(error)).toContain(hash);
      await expect(store.blobs.getStream(hash)[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(
        BlobMissingError,
      );
      expect(await store.blobs.has(hash)).toBe(false);
    });

    test('the first value of a reference stands', async () => {
      const key = { run: 'r1', step: 'a/b' };
      expect(await store.refs.get(key)).toBeUndefined();
      expect(await store.refs.putOnce(key, 'one')).toBe('one');
      expect(await store.refs.putOnce(key, 'two')).toBe('one');
      expect(await store.refs.get(key)).toBe('one');
    });

    test('of references written at the same time one wins, for all', async () => {
      const key = { run: 'r', step: 's' };
      const seen = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.refs.putOnce(key, `v${index}`)),
      );
      expect(new Set(seen).size).toBe(1);
      expect(await store.refs.get(key)).toBe(seen[0]);
    });

    test('the steps of a run are listed in order, without those of others', async () => {
      for (const step of ['z', 'a', 'm/1', '가']) await store.refs.putOnce({ run: 'run', step }, `v-${step}`);
      await store.refs.putOnce({ run: 'run2', step: 'x' }, 'other');
      await store.refs.putOnce({ run: 'ru', step: 'x' }, 'other');
      expect(await store.refs.list('run')).toEqual(
        ['a', 'm/1', 'z', '가'].map((step) => ({ step, value: `v-${step}` })),
      );
      expect(await store.refs.list('none')).toEqual([]);
    });

    test('a reference that is too large or badly named is refused', async () => {
      const put = (step: string, value: string) => store.refs.putOnce({ run: 'r', step }, value);
      await expect(put('s', 'x'.repeat(65_537))).rejects.toBeInstanceOf(RefError);
      await expect(put('s'.repeat(2_000), 'x')).rejects.toBeInstanceOf(RefError);
      await expect(put('a\0b', 'x')).rejects.toBeInstanceOf(RefError);
      expect(await put('s', 'x'.repeat(65_536))).toHaveLength(65_536);
    });

    test('records of folders come back, the newest, and epochs count', async () => {
      const key = Buffer.alloc(32, 7);
      expect(store.stats.get(key)).toBeUndefined();
      await store.stats.setMany([{ key, record: Buffer.from('old') }]);
      await store.stats.setMany([{ key, record: Buffer.from([0, 255, 10]) }]);
      expect(store.stats.get(key)).toEqual(Buffer.from([0, 255, 10]));
      const before = store.stats.epoch();
      await store.stats.nextEpoch();
      expect(store.stats.epoch()).toBe(before + 1);
    });
  });
}

async function* each(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
