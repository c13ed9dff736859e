import type { RootDatabase } from 'lmdb';
import { decodeName, encodeName } from './names';
import type { StatCache } from './types';

type PackedRow = [name: Buffer, size: number, mtimeNs: bigint, ctimeNs: bigint, ino: bigint, hash: Buffer];

export interface LocalStatCache extends StatCache {
  /** Forgets everything: what a row promises may not hold any more. */
  clear(): Promise<void>;
}

/** Stats of captured folders in LMDB. */
export function createLmdbStatCache(root: RootDatabase): LocalStatCache {
  const stats = root.openDB<PackedRow[], Buffer>('stats', { keyEncoding: 'binary', encoding: 'msgpack' });
  return {
    get: (key) =>
      stats.get(key)?.map(([name, size, mtimeNs, ctimeNs, ino, hash]) => ({
        name: decodeName(name),
        size,
        mtimeNs: BigInt(mtimeNs),
        ctimeNs: BigInt(ctimeNs),
        ino: BigInt(ino),
        hash: hash.toString('hex'),
      })),
    setMany: async (folders) => {
      await Promise.all(
        folders.map(({ key, rows }) =>
          stats.put(
            key,
            rows.map((row) => [
              encodeName(row.name),
              row.size,
              row.mtimeNs,
              row.ctimeNs,
              row.ino,
              Buffer.from(row.hash, 'hex'),
            ]),
          ),
        ),
      );
    },
    clear: () => stats.clearAsync(),
  };
}
