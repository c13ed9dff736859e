import type { BlobHash } from '../../domain/ids';
import { BlobCorruptError, BlobError, BlobMissingError } from '../errors';
import { forEachOf } from '../../machine/for-each-of';
import { HashedBlob } from '../hash';
import { LEASE_FRESH_MS } from '../lease-times';
import type { BulkBlobStore } from '../types';
import type { Bucket, Listed } from './bucket';
import { BLOBS, freshName, looseFolder, looseHash } from './names';
import { PACKED_LIMIT, packGroups } from '../pack';
import type { SharedIndex } from './shared-index';
import type { SharedLeases } from './shared-leases';
import { SharedPacks, type Found } from './shared-packs';

/** Above this a blob is read and written as a stream. */
const WHOLE_LIMIT = 8 * 1024 * 1024;
/** From so many new blobs on it is worth a look whether another machine has captured them. */
const WORTH_LISTING = 50;
const LISTING_AGE_MS = 60_000;
const PUTS_AT_ONCE = 6;
const GETS_AT_ONCE = 8;
/** Each is held in memory as a whole. */
const PACKS_AT_ONCE = 3;

/** Blobs in the bucket: small ones that are put together in packs, others as objects of their own. */
export class SharedBlobs {
  readonly packs: SharedPacks;

  constructor(
    private readonly bucket: Bucket,
    private readonly index: SharedIndex,
    private readonly leases: SharedLeases,
    private readonly local: BulkBlobStore,
    private readonly freshMs = LEASE_FRESH_MS,
  ) {
    this.packs = new SharedPacks(bucket, index, local);
  }

  /** Resolves when the bucket holds all of these and no collection can be about to remove them. */
  async upload(blobs: readonly HashedBlob[]): Promise<void> {
    const unique = [...new Map(blobs.map((blob) => [blob.hash, blob])).values()];
    const missing = await this.missing(unique);
    const large = missing.filter((blob) => blob.bytes.byteLength > PACKED_LIMIT);
    const small = missing.filter((blob) => blob.bytes.byteLength <= PACKED_LIMIT);
    // Listings are among the small ones, so what they name comes first; nobody knows their hash before all is there.
    await forEachOf(large, PUTS_AT_ONCE, (blob) => this.putLoose(blob));
    await forEachOf(packGroups(small), PUTS_AT_ONCE, (group) => {
      const [only] = group;
      return only && group.length === 1 ? this.putLoose(only) : this.packs.put(group);
    });
  }

  /** Uploads a blob that is too large to be held; `read` gives its bytes. */
  async uploadStream(hash: BlobHash, size: number, read: () => AsyncIterable<Buffer>): Promise<void> {
    if (!this.isSure(hash) && size > PACKED_LIMIT) await this.findLoose(hash);
    if ((await this.renew([hash])).length === 0) return;
    const key = looseFolder(hash) + freshName();
    await this.bucket.putParts(key, size, read);
    await this.index.addLoose(hash, [key], true);
  }

  /** Those that have to be uploaded. */
  private async missing(blobs: readonly HashedBlob[]): Promise<HashedBlob[]> {
    const unknown = blobs.filter((blob) => !this.isSure(blob.hash));
    if (unknown.length >= WORTH_LISTING) await this.packs.refreshIfOlder(LISTING_AGE_MS);
    const lost = new Set(await this.renew(blobs.map((blob) => blob.hash)));
    return blobs.filter((blob) => lost.has(blob.hash));
  }

  /** Makes sure of copies that are there, and resolves to the blobs of which there is none to be sure of. */
  async renew(hashes: readonly BlobHash[]): Promise<BlobHash[]> {
    const now = Date.now();
    const stale = hashes.filter((hash) => {
      const copy = this.index.findSure(hash);
      return copy !== undefined && now - copy.leasedMs >= this.freshMs;
    });
    if (stale.length > 0) await this.leases.renew(stale);
    return hashes.filter((hash) => !this.index.findSure(hash));
  }

  /** True if the blob need not be uploaded, as far as is known here. */
  isSure(hash: BlobHash): boolean {
    return this.index.findSure(hash) !== undefined;
  }

  async has(hash: BlobHash): Promise<boolean> {
    if (this.isSure(hash) || (await this.findLoose(hash)).length > 0) return true;
    // A copy that a sweep may have removed is there as long as its pack is listed.
    await this.packs.refresh(this.index.find(hash) !== undefined);
    return this.index.find(hash) !== undefined;
  }

  /** Brings a blob into the local tier. Rejects with `BlobMissingError` or `BlobCorruptError`. */
  async fetch(hash: BlobHash): Promise<void> {
    const tried = new Set<string>();
    const ways = [
      () => this.fromPacks(hash, [this.index.find(hash)?.pack], tried),
      () => this.fromLoose(hash),
      async () => {
        await this.packs.refresh();
        return this.fromPacks(hash, [this.index.find(hash)?.pack], tried);
      },
      async () => {
        await this.packs.refresh(true);
        return this.fromPacks(hash, this.index.packsWith(hash), tried);
      },
    ];
    let damaged = false;
    for (const way of ways) {
      const found = await way();
      if (found === 'found') return;
      damaged ||= found === 'damaged';
    }
    if (!damaged) throw new BlobMissingError(hash);
    // The next put makes another copy.
    await this.index.doubt(hash);
    throw new BlobCorruptError(hash, `its bytes in ${this.bucket.place} do not have its hash`);
  }

  /** Brings many blobs into the local tier, several at a time. What cannot be had shows when it is read. */
  async fetchMany(hashes: readonly BlobHash[]): Promise<void> {
    if (hashes.some((hash) => !this.index.find(hash))) await this.packs.refresh();
    const packs = new Set<string>();
    const others: BlobHash[] = [];
    for (const hash of hashes) {
      const pack = this.index.find(hash)?.pack;
      if (pack === undefined) others.push(hash);
      else packs.add(pack);
    }
    await forEachOf([...packs], PACKS_AT_ONCE, async (key) => void (await this.packs.fetch(key)));
    await forEachOf(others, GETS_AT_ONCE, (hash) => this.fetch(hash).catch(ignoreBlobErrors));
  }

  private async fromPacks(
    hash: BlobHash,
    packs: readonly (string | undefined)[],
    tried: Set<string>,
  ): Promise<Found> {
    let best: Found = 'absent';
    for (const key of packs) {
      if (key === undefined || tried.has(key)) continue;
      tried.add(key);
      const found = await this.packs.fetch(key, hash);
      if (found === 'found') return found;
      if (found === 'damaged') best = found;
    }
    return best;
  }

  private async fromLoose(hash: BlobHash): Promise<Found> {
    let best: Found = 'absent';
    for (const { key, size } of await this.findLoose(hash)) {
      const found = size > WHOLE_LIMIT ? await this.readStream(key) : await this.readWhole(key);
      if (found === hash) return 'found';
      if (found !== undefined) best = 'damaged';
    }
    return best;
  }

  /** The hash of what was read and kept; undefined where it is gone. */
  private async readWhole(key: string): Promise<BlobHash | undefined> {
    const bytes = await this.bucket.get(key);
    if (!bytes) return undefined;
    const blob = new HashedBlob(bytes);
    if (blob.hash === looseHash(key)) await this.local.putHashed([blob]);
    return blob.hash;
  }

  private async readStream(key: string): Promise<BlobHash | undefined> {
    const stored = await this.bucket.stream(key, (chunks) => this.local.putStream(chunks));
    return stored?.hash;
  }

  /** The objects of a blob, the newest first. */
  private async findLoose(hash: BlobHash): Promise<Listed[]> {
    const found: Listed[] = [];
    for await (const listed of this.bucket.list(looseFolder(hash))) found.unshift(listed);
    const keys = found.map(({ key }) => key);
    if (keys.length > 0) await this.index.addLoose(hash, keys, false);
    else await this.index.removeLoose(hash);
    return found;
  }

  private async putLoose({ hash, bytes }: HashedBlob): Promise<void> {
    const key = looseFolder(hash) + freshName();
    if (bytes.byteLength > WHOLE_LIMIT) await this.bucket.putParts(key, bytes.byteLength, () => once(bytes));
    else await this.bucket.put(key, bytes);
    await this.index.addLoose(hash, [key], true);
  }

  /** All blobs that are objects of their own. */
  listLoose(): AsyncGenerator<Listed> {
    return this.bucket.list(BLOBS);
  }
}

function ignoreBlobErrors(error: unknown): void {
  if (!(error instanceof BlobError)) throw error;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
