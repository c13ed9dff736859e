import { writeFileSync } from 'node:fs';
import type { BlobHash } from '../domain/ids';
import { currentSignal } from '../machine/abort-scope';
import { BlobCorruptError, BlobMissingError } from './errors';
import { HashedBlob, hashBytes } from './hash';
import { checkRef } from './ref-names';
import { createTreeStore } from './tree-store';
import type { BulkBlobStore, RefStore, StatCache, Store } from './types';

/** Blobs in memory, for tests. */
function createMemoryBlobStore(blobs = new Map<BlobHash, Buffer>(), onLeave?: () => void): BulkBlobStore {
  const keep = (blob: HashedBlob): BlobHash => {
    if (!blobs.has(blob.hash)) blobs.set(blob.hash, Buffer.from(blob.bytes));
    return blob.hash;
  };
  const putAll = (many: readonly HashedBlob[]): BlobHash[] => {
    currentSignal()?.throwIfAborted();
    return many.map(keep);
  };
  const read = (hash: BlobHash): Buffer => {
    const bytes = blobs.get(hash);
    if (!bytes) throw new BlobMissingError(hash);
    if (hashBytes(bytes) === hash) return Buffer.from(bytes);
    blobs.delete(hash);
    onLeave?.();
    throw new BlobCorruptError(hash);
  };

  return {
    put: async (bytes) => {
      const blob = new HashedBlob(bytes);
      putAll([blob]);
      return blob.hash;
    },
    putMany: async (many) => putAll(many.map((bytes) => new HashedBlob(bytes))),
    putHashed: async (many) => void putAll(many),
    putStream: async (chunks) => {
      currentSignal()?.throwIfAborted();
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(Uint8Array.from(chunk));
      const bytes = Buffer.concat(parts);
      return { hash: keep(new HashedBlob(bytes)), size: bytes.length };
    },
    get: (hash) => Promise.resolve().then(() => read(hash)),
    use: (hash, act) => Promise.resolve().then(() => act(read(hash))),
    getStream: async function* (hash) {
      yield await Promise.resolve(read(hash));
    },
    copyTo: async (hash, fd) => writeFileSync(fd, await Promise.resolve(read(hash))),
    has: (hash) => Promise.resolve(blobs.has(hash)),
    size: (hash) => Promise.resolve(blobs.get(hash)?.length),
    pins: () => ({
      pin: (hash) => Promise.resolve(blobs.has(hash)),
      pinRecorded: () => true,
      release: () => Promise.resolve(),
    }),
    prefetch: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** References in memory, for tests. */
function createMemoryRefStore(): RefStore {
  const runs = new Map<string, Map<string, string>>();
  const seen = new Map<string, number>();
  return {
    putOnce: (key, value) =>
      Promise.resolve().then(() => {
        currentSignal()?.throwIfAborted();
        checkRef(key, value);
        const effects = runs.get(key.run) ?? new Map<string, string>();
        runs.set(key.run, effects);
        const standing = effects.get(key.effect);
        if (standing === undefined) effects.set(key.effect, value);
        seen.set(key.run, Date.now());
        return standing ?? value;
      }),
    get: (key) => Promise.resolve(runs.get(key.run)?.get(key.effect)),
    list: (run) =>
      Promise.resolve(
        [...(runs.get(run) ?? [])]
          .map(([effect, value]) => ({ effect, value }))
          .sort((a, b) => Buffer.compare(Buffer.from(a.effect), Buffer.from(b.effect))),
      ),
    runs: () => Promise.resolve([...seen].map(([run, seenMs]) => ({ run, seenMs }))),
    removeRun: async (run) => {
      runs.delete(run);
      seen.delete(run);
    },
  };
}

/** A store in memory, for tests. */
export function createMemoryStore(kept?: Map<BlobHash, Buffer>): Store {
  const records = new Map<string, Buffer>();
  let epoch = 0;
  const blobs = createMemoryBlobStore(kept, () => (epoch += 1));
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
