import type { BlobHash } from '../domain/ids';
import { forEachOf } from '../machine/for-each-of';
import { BlobMissingError, CollectedMeanwhileError, undefinedForBlobErrors } from './errors';
import { HashedBlob, splitHashes } from './hash';
import { putWith } from './put';
import { PIECE_BYTES } from './s3/bucket';
import type { SharedBlobs } from './s3/shared-blobs';
import type { BlobStore } from './types';

const FETCHES_AT_ONCE = 8;

/**
 * Blobs in a local tier and in one that machines share. A put goes to both and resolves when both have it; a load reads
 * the local tier, and keeps there what it had to fetch.
 */
export class TieredBlobs implements BlobStore {
  readonly put = putWith(
    async (blobs) => void (await Promise.all([this.local.put(blobs), this.shared.put(blobs)])),
    async (chunks) => {
      const hash = await this.local.put(chunks);
      await this.share([hash]);
      return hash;
    },
  );

  constructor(
    private readonly local: BlobStore,
    /** Keeps the packs that it reads in the local tier. */
    private readonly shared: SharedBlobs,
  ) {}

  /** Reads the local tier, once more after fetching what it does not have. */
  async load(hash: BlobHash): Promise<Buffer> {
    const bytes = await this.local.load(hash).catch(undefinedForBlobErrors);
    if (bytes) return bytes;
    await this.fetch(hash);
    return this.local.load(hash);
  }

  async *stream(hash: BlobHash): AsyncGenerator<Buffer> {
    if (!(await this.local.has(hash))) await this.fetch(hash);
    yield* this.local.stream(hash);
  }

  async has(hash: BlobHash): Promise<boolean> {
    return ((await this.local.has(hash)) && this.shared.isSure(hash)) || this.shared.has(hash);
  }

  async size(hash: BlobHash): Promise<number | undefined> {
    return (await this.local.size(hash)) ?? this.shared.size(hash);
  }

  async pin(hash: BlobHash): Promise<boolean> {
    return this.shared.isSure(hash) && (await this.local.has(hash));
  }

  async release(hashes: Buffer, since?: number): Promise<void> {
    await this.local.release(hashes, since);
    // Also what the bucket has lost meanwhile, or never had: the local tier has it.
    await this.share(await this.shared.renew(splitHashes(hashes))).catch(collected);
  }

  async prefetch(hashes: readonly BlobHash[]): Promise<void> {
    const far = async (): Promise<BlobHash[]> => {
      const there = await Promise.all(hashes.map((hash) => this.local.has(hash)));
      return [...new Set(hashes.filter((_, index) => !there[index]))];
    };
    const missing = await far();
    if (missing.length === 0) return;
    await this.shared.prefetch(missing);
    await forEachOf(await far(), FETCHES_AT_ONCE, (hash) => this.fetch(hash).catch(undefinedForBlobErrors));
  }

  /** Brings a blob into the local tier. Rejects with `BlobMissingError` or `BlobCorruptError`. */
  private async fetch(hash: BlobHash): Promise<void> {
    if (((await this.shared.size(hash)) ?? 0) > PIECE_BYTES) {
      await this.local.put(this.shared.stream(hash));
      return;
    }
    const blob = new HashedBlob(await this.shared.load(hash));
    if (!(await this.local.has(hash))) await this.local.put([blob]);
  }

  /** Uploads what the local tier has. */
  private async share(hashes: readonly BlobHash[]): Promise<void> {
    let batch: HashedBlob[] = [];
    let bytes = 0;
    for (const hash of hashes) {
      const size = (await this.local.size(hash)) ?? 0;
      if (size > PIECE_BYTES) {
        await this.shared.putLarge(hash, size, () => this.local.stream(hash));
        continue;
      }
      batch.push(new HashedBlob(await this.local.load(hash)));
      bytes += size;
      if (bytes < PIECE_BYTES) continue;
      await this.shared.put(batch);
      [batch, bytes] = [[], 0];
    }
    await this.shared.put(batch);
  }
}

function collected(error: unknown): never {
  throw error instanceof BlobMissingError ? new CollectedMeanwhileError(error.hash) : error;
}
