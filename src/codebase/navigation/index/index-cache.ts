/** Keeping of the facts of a directory or tree in the store. */
import { createHash } from 'node:crypto';
import type { BlobHash } from '../../../domain/ids';
import { BlobCorruptError, BlobMissingError, type BlobStore, type StatCache } from '../../../store';

/** Kept bytes of one index, in parts: after a change only the news are added. */
export interface IndexCache {
  /** No parts: nothing is kept, or some of it is damaged. */
  read(): Promise<readonly Buffer[]>;
  /** Keeps these parts in place of all others. */
  write(bytes: Buffer): Promise<void>;
  /** Adds a part to those that were read. */
  append(bytes: Buffer): Promise<void>;
}

/**
 * Cache in a store under a name, such as a directory's real path. The name points at a few blobs through the records of this machine,
 * which change; the blobs have no owner, so the collection takes them when they have not been used for long.
 */
export function storeCache(
  { blobs, stats }: { blobs: Pick<BlobStore, 'load' | 'put'>; stats: Pick<StatCache, 'get' | 'setMany'> },
  name: string,
): IndexCache {
  const key = createHash('sha256').update(`navigation\0${name}`).digest();
  const hashes = (): BlobHash[] => {
    const record = stats.get(key) ?? Buffer.alloc(0);
    const count = record.length % key.length === 0 ? record.length / key.length : 0;
    return Array.from(
      { length: count },
      (_, index) => record.toString('hex', index * key.length, (index + 1) * key.length) as BlobHash,
    );
  };
  const keep = async (kept: readonly string[], bytes: Buffer): Promise<void> => {
    const hash = await blobs.put(bytes);
    await stats.setMany([{ key, record: Buffer.from([...kept, hash].join(''), 'hex') }]);
  };
  return {
    read: async () => {
      try {
        return await Promise.all(hashes().map((hash) => blobs.load(hash)));
      } catch (error) {
        if (error instanceof BlobMissingError || error instanceof BlobCorruptError) return [];
        throw error;
      }
    },
    write: (bytes) => keep([], bytes),
    append: (bytes) => keep(hashes(), bytes),
  };
}
