import { buffer } from 'node:stream/consumers';
import type { BlobHash } from '../../src/domain/ids';
import { currentSignal } from '../../src/machine/abort-scope';
import { BlobCorruptError, BlobMissingError, CollectedMeanwhileError } from '../../src/store/errors';
import { HashedBlob, hashBytes, splitHashes } from '../../src/store/hash';
import { putWith, createTreeStore } from '../../src/store/tree-store';
import { byEffect, checkRef } from '../../src/store/ref-names';
import type { BlobStore, RefStore, StatCache, Store } from '../../src/store/types';

/** Blobs in memory, for tests; `onLeave` is told of each that is found damaged. */
function createMemoryBlobStore(blobs: Map<BlobHash, Buffer>, onLeave: () => void): BlobStore {
  const keep = (many: readonly HashedBlob[]): void => {
    currentSignal()?.throwIfAborted();
    for (const { hash, bytes } of many) if (!blobs.has(hash)) blobs.set(hash, Buffer.from(bytes));
  };
  const read = (hash: BlobHash): Buffer => {
    const bytes = blobs.get(hash);
    if (!bytes) throw new BlobMissingError(hash);
    if (hashBytes(bytes) === hash) return Buffer.from(bytes);
    blobs.delete(hash);
    onLeave();
    throw new BlobCorruptError(hash);
  };
  const has = (hash: BlobHash): Promise<boolean> => Promise.resolve(blobs.has(hash));

  return {
    put: putWith(
      async (many) => keep(many),
      async (chunks) => {
        currentSignal()?.throwIfAborted();
        const blob = new HashedBlob(await buffer(chunks));
        keep([blob]);
        return blob.hash;
      },
    ),
    load: (hash) => Promise.resolve().then(() => read(hash)),
    stream: async function* (hash) {
      yield await Promise.resolve(read(hash));
    },
    has,
    size: (hash) => Promise.resolve(blobs.get(hash)?.length),
    pin: has,
    release: async (hashes) => {
      for (const hash of splitHashes(hashes)) if (!blobs.has(hash)) throw new CollectedMeanwhileError(hash);
    },
    prefetch: () => Promise.resolve(),
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
        [...(runs.get(run) ?? [])].map(([effect, value]) => ({ effect, value })).sort(byEffect),
      ),
    runs: () => Promise.resolve([...seen].map(([run, seenMs]) => ({ run, seenMs }))),
    removeRun: async (run) => {
      runs.delete(run);
      seen.delete(run);
    },
  };
}

/** A store in memory, for tests. */
export function createMemoryStore(kept = new Map<BlobHash, Buffer>()): Store {
  const records = new Map<string, Buffer>();
  let epoch = 0;
  const blobs = createMemoryBlobStore(kept, () => (epoch += 1));
  const stats: StatCache = {
    get: (key) => records.get(key.toString('hex')),
    setMany: async (folders) =>
      folders.forEach(({ key, record }) => records.set(key.toString('hex'), record)),
    epoch: () => epoch,
  };
  const refs = createMemoryRefStore();
  return { blobs, refs, stats, trees: createTreeStore(blobs), close: () => Promise.resolve() };
}
