import { buffer } from 'node:stream/consumers';
import type { BlobHash } from '../../domain/ids';
import { currentSignal, unlessAborted, withSignal } from '../../machine/abort-scope';
import { forEachOf } from '../../machine/for-each-of';
import { Lru } from '../../machine/lru';
import {
  BlobCorruptError,
  BlobMissingError,
  CollectedMeanwhileError,
  undefinedForBlobErrors,
} from '../errors';
import { hashBytes, HashedBlob, HashingStream, splitHashes } from '../hash';
import { LEASE_FRESH_MS } from '../local';
import { putWith } from '../tree-store';
import type { BlobStore } from '../types';
import { PIECE_BYTES, type Bucket } from './bucket';
import { freshName, looseFolder, packCount, packKey, PACKS, timeText } from './names';
import { decodePackIndex, encodePack, PACKED_LIMIT, packGroups, packIndexBytes } from './pack';
import type { SharedCopy, SharedIndex } from './shared-index';
import type { SharedLeases } from './shared-leases';

/** From so many new blobs on it is worth a look whether another machine has captured them. */
const WORTH_LISTING = 50;
const LISTING_AGE_MS = 60_000;
const LISTED_FACT = 'packs listed';
/** How far the clocks of machines may differ before a new pack is seen only by a listing of all. */
const SKEW_MS = 60 * 60_000;
const PUTS_AT_ONCE = 6;
const GETS_AT_ONCE = 8;
/** Packs that are read at once, and those that are kept in memory: listings of one capture stand in several. */
const PACKS_AT_ONCE = 3;

/**
 * Blobs in a bucket: small ones that are put together in packs, others as objects of their own. Packs are read as a whole:
 * whoever needs a file of a capture needs its neighbours too.
 */
export class SharedBlobs implements BlobStore {
  readonly put = putWith(
    (blobs) => this.keep(blobs),
    async (chunks) => {
      // A machine puts what is too large to be held into its own tier first, and uploads it from there.
      const blob = new HashedBlob(await buffer(chunks));
      await this.keep([blob]);
      return blob.hash;
    },
  );
  private readonly packs = new Lru<string, Promise<Buffer | undefined>>(PACKS_AT_ONCE);
  private readonly listing = new Map<boolean, Promise<void>>();

  constructor(
    private readonly bucket: Bucket,
    private readonly index: SharedIndex,
    private readonly leases: SharedLeases,
    private readonly freshMs = LEASE_FRESH_MS,
    /** Is told the whole blobs of each pack that is read, before anybody gets one. */
    private readonly onPack?: (blobs: readonly HashedBlob[]) => Promise<unknown>,
  ) {}

  /** Resolves when the bucket holds all of these and no collection can be about to remove them. */
  private async keep(blobs: readonly HashedBlob[]): Promise<void> {
    currentSignal()?.throwIfAborted();
    const unique = [...new Map(blobs.map((blob) => [blob.hash, blob])).values()];
    const missing = await this.missing(unique);
    const large = missing.filter(({ bytes }) => bytes.byteLength > PACKED_LIMIT);
    const small = missing.filter(({ bytes }) => bytes.byteLength <= PACKED_LIMIT);
    // Listings are among the small ones, so what they name comes first; nobody knows their hash before all is there.
    await forEachOf(large, PUTS_AT_ONCE, (blob) => this.putLoose(blob));
    await forEachOf(packGroups(small), PUTS_AT_ONCE, (group) => {
      const [only] = group;
      return only && group.length === 1 ? this.putLoose(only) : this.putPack(group);
    });
  }

  /** Those that have to be uploaded. */
  private async missing(blobs: readonly HashedBlob[]): Promise<HashedBlob[]> {
    const unknown = blobs.filter(({ hash }) => !this.isSure(hash));
    if (unknown.length >= WORTH_LISTING && Date.now() - (this.index.fact(LISTED_FACT) ?? 0) > LISTING_AGE_MS)
      await this.refresh();
    // A look costs less than to send a large one.
    const large = unknown.filter(({ bytes }) => bytes.byteLength > PACKED_LIMIT);
    await forEachOf(large, GETS_AT_ONCE, ({ hash }) => this.findLoose(hash));
    const lost = new Set(await this.renew(blobs.map(({ hash }) => hash)));
    return blobs.filter(({ hash }) => lost.has(hash));
  }

  private async putPack(blobs: readonly HashedBlob[]): Promise<void> {
    const key = packKey(blobs.length);
    const pack = encodePack(blobs);
    await this.bucket.put(key, pack);
    await this.index.add(key, decodePackIndex(pack, blobs.length) ?? [], true);
  }

  private async putLoose({ hash, bytes }: HashedBlob): Promise<void> {
    const key = looseFolder(hash) + freshName();
    await this.bucket.put(key, bytes);
    await this.index.add(key, [{ hash, offset: 0, length: bytes.byteLength }], true);
  }

  /** Puts a blob that is too large to be held; `read` gives its bytes. */
  async putLarge(hash: BlobHash, length: number, read: () => AsyncIterable<Uint8Array>): Promise<void> {
    if (!this.isSure(hash)) await this.findLoose(hash);
    if ((await this.renew([hash])).length === 0) return;
    const key = looseFolder(hash) + freshName();
    await this.bucket.putParts(key, length, read());
    await this.index.add(key, [{ hash, offset: 0, length }], true);
  }

  /** Makes sure of copies that are there, and resolves to the blobs of which there is none to be sure of. */
  async renew(hashes: readonly BlobHash[]): Promise<BlobHash[]> {
    const now = Date.now();
    const isStale = (hash: BlobHash) => now - (this.index.sureSince(hash) ?? Infinity) >= this.freshMs;
    const stale = hashes.filter(isStale);
    if (stale.length > 0) await this.leases.renew(stale);
    return hashes.filter((hash) => !this.isSure(hash));
  }

  /** True if the blob need not be uploaded, as far as is known here. */
  isSure(hash: BlobHash): boolean {
    return this.index.sureSince(hash) !== undefined;
  }

  pin(hash: BlobHash): Promise<boolean> {
    return Promise.resolve(this.isSure(hash));
  }

  async release(hashes: Buffer): Promise<void> {
    const [lost] = await this.renew(splitHashes(hashes));
    if (lost !== undefined) throw new CollectedMeanwhileError(lost);
  }

  async has(hash: BlobHash): Promise<boolean> {
    if (this.isSure(hash)) return true;
    const isKnown = this.index.copies(hash).length > 0;
    await this.findLoose(hash);
    // A copy that a sweep may have removed is there as long as its pack is listed.
    if (this.index.copies(hash).every(isPacked)) await this.refresh(isKnown);
    return this.index.copies(hash).length > 0;
  }

  async size(hash: BlobHash): Promise<number | undefined> {
    return (await this.has(hash)) ? this.index.copies(hash)[0]?.length : undefined;
  }

  async prefetch(hashes: readonly BlobHash[]): Promise<void> {
    if (hashes.some((hash) => this.index.copies(hash).length === 0)) await this.refresh();
    const packs = new Set(hashes.flatMap((hash) => this.index.copies(hash).find(isPacked)?.key ?? []));
    await forEachOf([...packs], PACKS_AT_ONCE, async (key) => void (await this.pack(key)));
  }

  async load(hash: BlobHash): Promise<Buffer> {
    return this.read(hash, [
      () => Promise.resolve(),
      () => this.findLoose(hash),
      () => this.refresh(),
      () => this.refresh(true),
    ]);
  }

  /** Loads a blob while the index is up to date, as after `refresh(true)`; undefined where it cannot be had. */
  async loadKnown(hash: BlobHash): Promise<Buffer | undefined> {
    const looks = [() => Promise.resolve(), () => this.findLoose(hash)];
    return this.read(hash, looks).catch(undefinedForBlobErrors);
  }

  /** Reads the first whole copy that the index knows after one of the looks. */
  private async read(hash: BlobHash, looks: readonly (() => Promise<void>)[]): Promise<Buffer> {
    const tried = new Set<string>();
    let isDamaged = false;
    for (const look of looks) {
      await look();
      for (const copy of this.index.copies(hash)) {
        if (tried.has(copy.key)) continue;
        tried.add(copy.key);
        const bytes = await this.bytesOf(copy);
        if (bytes && hashBytes(bytes) === hash) return bytes;
        isDamaged ||= bytes !== undefined;
      }
    }
    if (isDamaged) return this.corrupt(hash);
    throw new BlobMissingError(hash);
  }

  async *stream(hash: BlobHash): AsyncGenerator<Buffer> {
    const size = (await this.size(hash)) ?? 0;
    const [copy] = this.index.copies(hash);
    if (!copy || size <= PIECE_BYTES) {
      yield await this.load(hash);
      return;
    }
    const hashing = new HashingStream();
    yield* hashing.over(this.bucket.stream(copy.key, size));
    if (hashing.digest() === hash) return;
    if (hashing.size === size) await this.corrupt(hash);
    await this.index.remove([copy.key]);
    if (hashing.size > 0) throw new BlobMissingError(hash);
    yield* this.stream(hash);
  }

  /** The next put makes another copy. */
  private async corrupt(hash: BlobHash): Promise<never> {
    await this.index.doubt(hash);
    throw new BlobCorruptError(hash, `its bytes in ${this.bucket.place} do not have its hash`);
  }

  /** Undefined where the object is gone. */
  private async bytesOf(copy: SharedCopy): Promise<Buffer | undefined> {
    const { key, offset, length } = copy;
    if (isPacked(copy)) return (await this.pack(key))?.subarray(offset, offset + length);
    const bytes =
      length > PIECE_BYTES ? await buffer(this.bucket.stream(key, length)) : await this.bucket.get(key);
    if (!bytes) await this.index.remove([key]);
    return bytes;
  }

  /** Of readers at the same time one reads, and none of them can abort it for the others. */
  private async pack(key: string): Promise<Buffer | undefined> {
    const read = (): Promise<Buffer | undefined> => {
      const reading = withSignal(undefined, () => this.readPack(key));
      reading.then(
        (bytes) => bytes ?? this.packs.delete(key),
        () => this.packs.delete(key),
      );
      return reading;
    };
    return unlessAborted(this.packs.getOr(key, read));
  }

  private async readPack(key: string): Promise<Buffer | undefined> {
    const bytes = await this.bucket.get(key);
    if (!bytes) await this.index.remove([key]);
    else if (this.onPack) {
      const held = this.index.blobsIn(key).map((blob) => ({
        expected: blob.hash,
        found: new HashedBlob(bytes.subarray(blob.offset, blob.offset + blob.length)),
      }));
      await this.onPack(held.flatMap(({ expected, found }) => (found.hash === expected ? [found] : [])));
    }
    return bytes;
  }

  /** Brings what is known of a blob's own objects up to date. */
  private async findLoose(hash: BlobHash): Promise<void> {
    const listed = new Set<string>();
    for await (const { key, size } of this.bucket.list(looseFolder(hash))) {
      listed.add(key);
      if (!this.index.has(key)) await this.index.add(key, [{ hash, offset: 0, length: size }], false);
    }
    const loose = this.index.copies(hash).filter((copy) => !isPacked(copy) && !listed.has(copy.key));
    await this.index.remove(loose.map(({ key }) => key));
  }

  /** Learns of packs that were written since the last look; with `all`, of all, and which are gone. */
  refresh(all = false): Promise<void> {
    const standing = this.listing.get(all);
    if (standing) return unlessAborted(standing);
    const started = withSignal(undefined, () => this.listPacks(all)).finally(() => this.listing.delete(all));
    started.catch(() => undefined);
    this.listing.set(all, started);
    return unlessAborted(started);
  }

  private async listPacks(all: boolean): Promise<void> {
    const startedMs = Date.now();
    const since = this.index.fact(LISTED_FACT);
    const complete = all || since === undefined;
    const after = complete ? undefined : PACKS + timeText(since - SKEW_MS);
    const present = new Set<string>();
    for await (const { key } of this.bucket.list(PACKS, after))
      if (packCount(key) !== undefined) present.add(key);
    const fresh = [...present].filter((key) => !this.index.has(key));
    await forEachOf(fresh, GETS_AT_ONCE, async (key) => {
      const count = packCount(key) ?? 0;
      const head = await this.bucket.get(key, { from: 0, length: packIndexBytes(count) });
      if (head) await this.index.add(key, decodePackIndex(head, count) ?? [], false);
    });
    // Not listed: removed, or written while the listing went on.
    const newest = PACKS + timeText(startedMs - SKEW_MS);
    const isGone = (key: string): boolean => !present.has(key) && key < newest;
    if (complete) await this.index.remove(this.index.packs().filter(isGone));
    await this.index.setFact(LISTED_FACT, startedMs);
  }
}

function isPacked({ key }: SharedCopy): boolean {
  return packCount(key) !== undefined;
}
