import type { RootDatabase } from 'lmdb';
import type { BlobHash } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import type { BlobFiles } from './blob-files';
import { BlobCorruptError, BlobMissingError, CollectedMeanwhileError } from '../errors';
import { errorCode } from '../../machine/system-errors';
import { HashedPuts } from '../hashed-puts';
import { hashBytes, HashedBlob, HashingStream, joinHashes, keyOf, sizeOf, splitHashes } from '../hash';
import type { LeaseTable } from './leases';
import type { Departures } from './lmdb-stats';
import type { SmallBlobs } from './small-blobs';
import type { BulkBlobStore, Pins } from '../types';

/** Larger blobs are files of their own: LMDB rewrites pages as a whole, and its file never shrinks. */
export const INLINE_LIMIT = 64 * 1024;

/** Parts of the database that a blob store needs. */
export interface LmdbParts {
  root: RootDatabase;
  small: SmallBlobs;
  files: BlobFiles;
  leases: LeaseTable;
  departures: Departures;
  /** Rejects where so many more bytes may not be kept. */
  admit?(bytes: number): Promise<void>;
}

/** How often a write is made again that the database has lost. */
const MOST_LOST = 3;

/** Blobs up to 64 KiB in LMDB or packs, larger ones as files. The database is closed by whoever opened it. */
export class LmdbBlobStore extends HashedPuts implements BulkBlobStore {
  constructor(private readonly parts: LmdbParts) {
    super();
  }

  async putHashed(blobs: readonly HashedBlob[]): Promise<void> {
    currentSignal()?.throwIfAborted();
    if (blobs.length === 0) return;
    const { small, files, leases, departures, admit } = this.parts;
    const hashes = joinHashes(blobs.map((blob) => blob.hash));
    const large = blobs.filter((blob) => blob.bytes.byteLength > INLINE_LIMIT);
    const isMissing = (blob: HashedBlob): boolean =>
      blob.bytes.byteLength <= INLINE_LIMIT && !small.has(keyOf(blob.hash));
    if (admit) await admit(sizeOf(blobs.filter(isMissing)) + sizeOf(large));
    for (let lost = 0; ;) {
      const before = departures.count();
      const missing = [...new Map(blobs.filter(isMissing).map((blob) => [blob.hash, blob])).values()];
      // Leases first: writes become visible in their order, so no blob is ever there without its lease.
      const leased = leases.note(hashes);
      await Promise.all([leased, small.put(missing), files.putMany(large)]);
      if (missing.length > 0 || leased) await small.flushed;
      // A sweep that did not see the lease yet may have removed what was found here.
      if (departures.count() !== before) continue;
      // The database has been seen to lose a write that it had called durable, while other processes opened it.
      if (small.haveAll(missing.map(({ hash }) => keyOf(hash)))) return;
      if (++lost > MOST_LOST) throw new Error('the store does not keep what is put into it');
    }
  }

  async putStream(chunks: AsyncIterable<Uint8Array>): Promise<{ hash: BlobHash; size: number }> {
    currentSignal()?.throwIfAborted();
    const { files, admit } = this.parts;
    const { hash, size, bytes } = await files.putStream(chunks, INLINE_LIMIT, async (found, length) => {
      await admit?.(length);
      await this.lease(keyOf(found));
    });
    if (bytes) await this.putHashed([new HashedBlob(bytes)]);
    return { hash, size };
  }

  async get(hash: BlobHash): Promise<Buffer> {
    // Bytes in a piece of a pack are another blob's soon; others are the caller's own already.
    return this.use(hash, (bytes, isOwn) => (isOwn ? bytes : Buffer.from(bytes)));
  }

  override async use<T>(hash: BlobHash, act: (bytes: Buffer, isOwn: boolean) => T): Promise<T> {
    const { small, files } = this.parts;
    const key = keyOf(hash);
    const loaded = small.loaded(key) ?? (await small.load(key), small.loaded(key));
    const own = loaded ? undefined : small.get(key);
    // Check before awaiting: another writer could store the blob meanwhile.
    if (!loaded && !own && small.has(key)) return this.corrupt(hash);
    const bytes = loaded ?? own ?? (await files.get(hash));
    if (!bytes) throw new BlobMissingError(hash);
    return hashBytes(bytes) === hash ? act(bytes, bytes !== loaded) : this.corrupt(hash);
  }

  async *getStream(hash: BlobHash): AsyncGenerator<Buffer> {
    if (this.parts.small.has(keyOf(hash))) {
      yield await this.get(hash);
      return;
    }
    const hashing = new HashingStream();
    try {
      for await (const chunk of this.parts.files.stream(hash)) {
        hashing.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw errorCode(error) === 'ENOENT' ? new BlobMissingError(hash) : error;
    }
    if (hashing.digest() !== hash) await this.corrupt(hash);
  }

  async copyTo(hash: BlobHash, fd: number): Promise<void> {
    if ((await this.parts.files.size(hash)) === undefined) throw new BlobMissingError(hash);
    if (!(await this.parts.files.copyTo(hash, fd))) await this.corrupt(hash);
  }

  async has(hash: BlobHash): Promise<boolean> {
    const { small, files } = this.parts;
    return small.has(keyOf(hash)) || (await files.size(hash)) !== undefined;
  }

  async size(hash: BlobHash): Promise<number | undefined> {
    return this.parts.small.size(keyOf(hash)) ?? (await this.parts.files.size(hash));
  }

  pins(): Pins {
    const before = this.parts.departures.count();
    const pinned: Buffer[] = [];
    return {
      pin: async (hash) => {
        const found = await this.has(hash);
        if (found) pinned.push(keyOf(hash));
        return found;
      },
      pinRecorded: (hashes) => pinned.push(hashes) > 0,
      release: async () => {
        const hashes = Buffer.concat(pinned);
        await this.lease(hashes);
        if (this.parts.departures.count() === before) return;
        for (const hash of splitHashes(hashes))
          if (!(await this.has(hash))) throw new CollectedMeanwhileError(hash);
      },
    };
  }

  prefetch(hashes: readonly BlobHash[]): Promise<void> {
    return this.parts.small.prefetch(hashes);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async lease(hashes: Buffer): Promise<void> {
    const leased = this.parts.leases.note(hashes);
    if (!leased) return;
    await leased;
    await this.parts.small.flushed;
  }

  /** Once it is out of the way, the blob is missing, and putting it again heals it. */
  private async corrupt(hash: BlobHash): Promise<never> {
    await setAside(this.parts, hash).catch(() => undefined);
    throw new BlobCorruptError(hash);
  }
}

async function setAside({ root, small, files, departures }: LmdbParts, hash: BlobHash): Promise<void> {
  const isWhole = (bytes: Buffer | undefined): boolean => bytes !== undefined && hashBytes(bytes) === hash;
  // Another process may have healed it meanwhile.
  await root.transaction(() => {
    if (small.removeDamaged(keyOf(hash), isWhole)) departures.add();
  });
  const file = await files.get(hash);
  if (!file || isWhole(file)) return;
  await files.setAside(hash);
  await root.transaction(() => departures.add());
}
