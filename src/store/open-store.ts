import { openLocalTier, type LocalTier, type LocalTierOptions } from './local';
import { QuotaGuard, type Quota } from './quota';
import type { S3Settings } from './s3/settings';
import { SharedTier } from './s3/shared-tier';
import { createTreeStore, putWith } from './tree-store';
import type { BlobStore, Store } from './types';
import type { BlobHash } from '../domain/ids';
import { forEachOf } from '../machine/for-each-of';
import { BlobMissingError, CollectedMeanwhileError, undefinedForBlobErrors } from './errors';
import { HashedBlob, splitHashes } from './hash';
import { PIECE_BYTES } from './s3/bucket';
import type { SharedBlobs } from './s3/shared-blobs';

const FETCHES_AT_ONCE = 8;

/**
 * Blobs in a local tier and in one that machines share. A put goes to both and resolves when both have it; a load reads
 * the local tier, and keeps there what it had to fetch.
 */
class TieredBlobs implements BlobStore {
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

export interface StoreOptions extends Omit<LocalTierOptions, 'admit'> {
  /** How much this machine's tier may hold; without it as much as the disk. */
  quota?: Quota;
  /** The tier that other machines share; without it the store is this machine's alone. */
  shared?: S3Settings;
}

/** A store with the tiers that it is made of, which collection and statistics work on. */
export interface OpenStore extends Store {
  local: LocalTier;
  shared?: SharedTier;
}

/** Opens the store in a folder of this machine, and in front of a shared tier where the options name one. */
export async function openStore(folder: string, options: StoreOptions = {}): Promise<OpenStore> {
  const guard: QuotaGuard | undefined = options.quota && new QuotaGuard(options.quota, () => local);
  const admit = guard && ((bytes: number) => guard.admit(bytes));
  const local = await openLocalTier(folder, { leaseFreshMs: options.leaseFreshMs, admit });
  const shared = options.shared && new SharedTier(local, options.shared, options.leaseFreshMs);
  await shared?.index.belongTo(shared.id);
  const blobs: BlobStore = shared ? new TieredBlobs(local.blobs, shared.blobs) : local.blobs;
  return {
    local,
    shared,
    blobs,
    refs: (shared ?? local).refs,
    stats: local.stats,
    trees: createTreeStore(blobs),
    close: async () => {
      shared?.bucket.close();
      await local.close();
    },
  };
}

function collected(error: unknown): never {
  throw error instanceof BlobMissingError ? new CollectedMeanwhileError(error.hash) : error;
}
