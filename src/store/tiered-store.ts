import type { BlobHash } from '../domain/ids';
import { BlobError, BlobMissingError, CollectedMeanwhileError } from './errors';
import { HashedPuts } from './hashed-puts';
import { HashedBlob, splitHashes } from './hash';
import { INLINE_LIMIT } from './local';
import type { SharedBlobs } from './s3/shared-blobs';
import type { BulkBlobStore, Pins } from './types';

/** Bytes of blobs that are uploaded again together. */
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Blobs in a local tier and in one that machines share. A put goes to both and resolves when both have it; a get reads
 * the local tier, and keeps there what it had to fetch.
 */
export class TieredBlobs extends HashedPuts implements BulkBlobStore {
  constructor(
    private readonly local: BulkBlobStore,
    private readonly shared: SharedBlobs,
  ) {
    super();
  }

  async putHashed(blobs: readonly HashedBlob[]): Promise<void> {
    await Promise.all([this.local.putHashed(blobs), this.shared.upload(blobs)]);
  }

  async putStream(chunks: AsyncIterable<Uint8Array>): Promise<{ hash: BlobHash; size: number }> {
    const stored = await this.local.putStream(chunks);
    await this.share(stored.hash, stored.size);
    return stored;
  }

  get(hash: BlobHash): Promise<Buffer> {
    return this.read(hash, () => this.local.get(hash));
  }

  override use<T>(hash: BlobHash, act: (bytes: Buffer) => T): Promise<T> {
    return this.read(hash, () => this.local.use(hash, act));
  }

  /** Reads the local tier, once more after fetching what it does not have. */
  private async read<T>(hash: BlobHash, local: () => Promise<T>): Promise<T> {
    try {
      return await local();
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
    }
    await this.shared.fetch(hash);
    return local();
  }

  async *getStream(hash: BlobHash): AsyncGenerator<Buffer> {
    if (!(await this.local.has(hash))) await this.shared.fetch(hash);
    yield* this.local.getStream(hash);
  }

  copyTo(hash: BlobHash, fd: number): Promise<void> {
    return this.read(hash, () => this.local.copyTo(hash, fd));
  }

  async has(hash: BlobHash): Promise<boolean> {
    return (this.shared.isSure(hash) && (await this.local.has(hash))) || this.shared.has(hash);
  }

  async size(hash: BlobHash): Promise<number | undefined> {
    const size = await this.local.size(hash);
    if (size !== undefined || !(await this.shared.has(hash))) return size;
    await this.shared.fetch(hash);
    return this.local.size(hash);
  }

  pins(): Pins {
    const local = this.local.pins();
    const pinned: BlobHash[] = [];
    return {
      pin: async (hash) => {
        const found = this.shared.isSure(hash) && (await local.pin(hash));
        if (found) pinned.push(hash);
        return found;
      },
      pinRecorded: (hashes) => {
        const all = splitHashes(hashes);
        if (!all.every((hash) => this.shared.isSure(hash)) || !local.pinRecorded(hashes)) return false;
        pinned.push(...all);
        return true;
      },
      release: async () => {
        await local.release();
        await this.reshare(await this.shared.renew(pinned)).catch(collected);
      },
    };
  }

  async prefetch(hashes: readonly BlobHash[]): Promise<void> {
    const far: BlobHash[] = [];
    for (const hash of new Set(hashes)) if (!(await this.local.has(hash))) far.push(hash);
    if (far.length > 0) await this.shared.fetchMany(far);
  }

  close(): Promise<void> {
    return this.local.close();
  }

  /** Uploads what the local tier has. */
  private async share(hash: BlobHash, size: number): Promise<void> {
    if (size <= INLINE_LIMIT) await this.shared.upload([new HashedBlob(await this.local.get(hash))]);
    else await this.shared.uploadStream(hash, size, () => this.local.getStream(hash));
  }

  /** Uploads blobs again whose shared copies a collection may be removing. */
  private async reshare(hashes: readonly BlobHash[]): Promise<void> {
    let batch: HashedBlob[] = [];
    let bytes = 0;
    for (const hash of hashes) {
      const size = (await this.local.size(hash)) ?? 0;
      if (size > BATCH_BYTES) {
        await this.share(hash, size);
        continue;
      }
      batch.push(new HashedBlob(await this.local.get(hash)));
      bytes += size;
      if (bytes < BATCH_BYTES) continue;
      await this.shared.upload(batch);
      [batch, bytes] = [[], 0];
    }
    await this.shared.upload(batch);
  }
}

function collected(error: unknown): never {
  throw error instanceof BlobMissingError ? new CollectedMeanwhileError(error.hash) : error;
}
