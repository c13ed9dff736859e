import type { BlobHash } from '../domain/ids';
import { BlobMissingError } from './errors';
import { HashedBlob } from './hash';
import { checkRef } from './refs';
import { createTreeStore } from './tree-store';
import type { BulkBlobStore, RefStore, StatCache, Store } from './types';

/** Blobs in memory, for tests. */
export function createMemoryBlobStore(): BulkBlobStore {
  const blobs = new Map<BlobHash, Buffer>();

  const keep = (blob: HashedBlob): BlobHash => {
    if (!blobs.has(blob.hash)) blobs.set(blob.hash, Buffer.from(blob.bytes));
    return blob.hash;
  };
  const read = (hash: BlobHash): Buffer => {
    const bytes = blobs.get(hash);
    if (!bytes) throw new BlobMissingError(hash);
    return Buffer.from(bytes);
  };

  return {
    put: (bytes) => Promise.resolve(keep(new HashedBlob(bytes))),
    putMany: (many) => Promise.resolve(many.map((bytes) => keep(new HashedBlob(bytes)))),
    putHashed: (many) => Promise.resolve(many.forEach(keep)),
    putStream: async (chunks) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(Uint8Array.from(chunk));
      const bytes = Buffer.concat(parts);
      return { hash: keep(new HashedBlob(bytes)), size: bytes.length };
    },
    get: (hash) => Promise.resolve().then(() => read(hash)),
    getStream: async function* (hash) {
      yield await Promise.resolve(read(hash));
    },
    has: (hash) => Promise.resolve(blobs.has(hash)),
    close: () => Promise.resolve(),
  };
}

/** References in memory, for tests. */
export function createMemoryRefStore(): RefStore {
  const runs = new Map<string, Map<string, string>>();
  return {
    putOnce: (key, value) =>
      Promise.resolve().then(() => {
        checkRef(key, value);
        const steps = runs.get(key.run) ?? new Map<string, string>();
        runs.set(key.run, steps);
        const standing = steps.get(key.step);
        if (standing === undefined) steps.set(key.step, value);
        return standing ?? value;
      }),
    get: (key) => Promise.resolve(runs.get(key.run)?.get(key.step)),
    list: (run) =>
      Promise.resolve(
        [...(runs.get(run) ?? [])]
          .map(([step, value]) => ({ step, value }))
          .sort((a, b) => Buffer.compare(Buffer.from(a.step), Buffer.from(b.step))),
      ),
  };
}

/** A store in memory, for tests. */
export function createMemoryStore(): Store {
  const blobs = createMemoryBlobStore();
  const records = new Map<string, Buffer>();
  let epoch = 0;
  const stats: StatCache = {
    get: (key) => records.get(key.toString('hex')),
    setMany: (folders) =>
      Promise.resolve(folders.forEach((folder) => records.set(folder.key.toString('hex'), folder.record))),
    epoch: () => epoch,
    nextEpoch: () => Promise.resolve(void (epoch += 1)),
  };
  return {
    blobs,
    refs: createMemoryRefStore(),
    stats,
    trees: createTreeStore(blobs),
    close: () => blobs.close(),
  };
}
