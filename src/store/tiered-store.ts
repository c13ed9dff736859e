import type { BlobHash } from '../domain/ids';
import { currentSignal } from './abort-scope';
import { BlobError, BlobMissingError, CollectedMeanwhileError } from './errors';
import { HashedBlob } from './hash';
import { INLINE_LIMIT } from './lmdb-blob-store';
import type { SharedBlobs } from './s3/shared-blobs';
import type { BulkBlobStore, Hold } from './types';

/** Bytes of blobs that are uploaded again together. */
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Blobs in a local tier and in one that machines share. A put goes to both and resolves when both have it; a get reads
 * the local tier, and keeps there what it had to fetch.
 */
export function createTieredBlobs(local: BulkBlobStore, shared: SharedBlobs): BulkBlobStore {
  async function putHashed(blobs: readonly HashedBlob[]): Promise<void> {
    await Promise.all([local.putHashed(blobs), shared.upload(blobs)]);
  }

  async function get(hash: BlobHash): Promise<Buffer> {
    try {
      return await local.get(hash);
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
    }
    await shared.fetch(hash);
    return local.get(hash);
  }

  async function* getStream(hash: BlobHash): AsyncGenerator<Buffer> {
    if (!(await local.has(hash))) await shared.fetch(hash);
    yield* local.getStream(hash);
  }

  async function putStream(chunks: AsyncIterable<Uint8Array>) {
    currentSignal()?.throwIfAborted();
    const stored = await local.putStream(chunks);
    await shareAgain(stored.hash, stored.size);
    return stored;
  }

  /** Uploads what the local tier has. */
  async function shareAgain(hash: BlobHash, size: number): Promise<void> {
    if (size <= INLINE_LIMIT) await shared.upload([new HashedBlob(await local.get(hash))]);
    else await shared.uploadStream(hash, size, () => local.getStream(hash) as AsyncIterable<Buffer>);
  }

  function hold(): Hold {
    const held = local.hold();
    const taken: BlobHash[] = [];
    return {
      take: async (hash) => {
        const found = shared.isSure(hash) && (await held.take(hash));
        if (found) taken.push(hash);
        return found;
      },
      settle: async () => {
        await held.settle();
        await reshare(await shared.renew(taken)).catch(collected);
      },
    };
  }

  /** Uploads blobs again whose shared copies a collection may be removing. */
  async function reshare(hashes: readonly BlobHash[]): Promise<void> {
    let batch: HashedBlob[] = [];
    let bytes = 0;
    for (const hash of hashes) {
      const size = await sizeOf(hash);
      if (size > BATCH_BYTES) {
        await shareAgain(hash, size);
        continue;
      }
      batch.push(new HashedBlob(await local.get(hash)));
      bytes += size;
      if (bytes < BATCH_BYTES) continue;
      await shared.upload(batch);
      [batch, bytes] = [[], 0];
    }
    await shared.upload(batch);
  }

  async function sizeOf(hash: BlobHash): Promise<number> {
    let size = 0;
    for await (const chunk of local.getStream(hash)) size += chunk.length;
    return size;
  }

  return {
    put: async (bytes) => {
      const blob = new HashedBlob(bytes);
      await putHashed([blob]);
      return blob.hash;
    },
    putMany: async (many) => {
      const blobs = many.map((bytes) => new HashedBlob(bytes));
      await putHashed(blobs);
      return blobs.map((blob) => blob.hash);
    },
    putHashed,
    putStream,
    get,
    getStream,
    has: async (hash) => ((await local.has(hash)) && shared.isSure(hash)) || shared.has(hash),
    hold,
    close: () => local.close(),
  };
}

function collected(error: unknown): never {
  throw error instanceof BlobMissingError ? new CollectedMeanwhileError(error.hash) : error;
}
