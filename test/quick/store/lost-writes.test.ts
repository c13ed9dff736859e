import { LmdbBlobStore, type LmdbParts } from '../../../src/store/local/lmdb-blob-store';
import { HashedBlob } from '../../../src/store/hash';

/** A store whose database loses the first writes. */
function forgetful(losses: number) {
  const kept = new Set<string>();
  let writes = 0;
  const nameOf = (key: Buffer): string => key.toString('hex');
  const small = {
    has: (key: Buffer) => kept.has(nameOf(key)),
    haveAll: (keys: readonly Buffer[]) => keys.every((key) => kept.has(nameOf(key))),
    put: (blobs: readonly HashedBlob[]) => {
      if (writes++ >= losses) for (const { hash } of blobs) kept.add(hash);
      return Promise.resolve();
    },
    flushed: Promise.resolve(),
  };
  const parts = {
    small,
    files: { putMany: () => Promise.resolve() },
    leases: { note: () => undefined },
    departures: { count: () => 0 },
  };
  return { store: new LmdbBlobStore(parts as unknown as LmdbParts), kept, writes: () => writes };
}

describe('a write that the database has lost', () => {
  const blob = new HashedBlob(Buffer.from('text'));

  it('is made again', async () => {
    const { store, kept, writes } = forgetful(2);
    await store.putHashed([blob]);
    expect([[...kept], writes()]).toEqual([[blob.hash], 3]);
  });

  it('is told where it is lost each time', async () => {
    await expect(forgetful(9).store.putHashed([blob])).rejects.toThrow('does not keep what is put into it');
  });
});
