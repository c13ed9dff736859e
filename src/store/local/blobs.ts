import type { BlobHash } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import { errorCode } from '../../machine/system-errors';
import { BlobCorruptError, BlobMissingError, CollectedMeanwhileError } from '../errors';
import { hashBytes, HashedBlob, HashingStream, joinHashes, keyOf, sizeOf, splitHashes } from '../hash';
import { HashedPuts } from '../hashed-puts';
import type { BulkBlobStore, Pins } from '../types';
import type { BlobFiles } from './blob-files';
import { bytesOf, type StoreDatabase } from './database';
import type { LeaseTable } from './leases';
import type { Departures } from './stats';

/** Larger blobs are files of their own. */
export const INLINE_LIMIT = 64 * 1024;

/** Parts that a blob store works with. */
export interface BlobParts {
  database: StoreDatabase;
  small: SmallBlobs;
  files: BlobFiles;
  leases: LeaseTable;
  departures: Departures;
  /** Rejects where so many more bytes may not be kept. */
  admit?(bytes: number): Promise<void>;
}

/** Blobs in the database, by the bytes of their hashes. */
export class SmallBlobs {
  constructor(private readonly database: StoreDatabase) {}

  has(key: Buffer): boolean {
    return this.database.statement('SELECT 1 FROM blobs WHERE hash = ?').get(key) !== undefined;
  }

  get(key: Buffer): Buffer | undefined {
    return bytesOf(this.database.statement('SELECT bytes FROM blobs WHERE hash = ?').get(key)?.['bytes']);
  }

  size(key: Buffer): number | undefined {
    const row = this.database.statement('SELECT length(bytes) AS size FROM blobs WHERE hash = ?').get(key);
    return row && Number(row['size']);
  }

  /** A part of a write. */
  put({ hash, bytes }: HashedBlob): void {
    this.database
      .statement('INSERT OR IGNORE INTO blobs (hash, bytes) VALUES (?, ?)')
      .run(keyOf(hash), bytes);
  }

  /** A part of a write. */
  remove(key: Buffer): void {
    this.database.statement('DELETE FROM blobs WHERE hash = ?').run(key);
  }

  /** The hashes of so many blobs, in their order, from behind one on. */
  keysAfter(key: Buffer, limit: number): Buffer[] {
    const sql = 'SELECT hash FROM blobs WHERE hash > ? ORDER BY hash LIMIT ?';
    return this.database
      .statement(sql)
      .all(key, limit)
      .flatMap(({ hash }) => bytesOf(hash) ?? []);
  }
}

/** Blobs up to 64 KiB in the database, larger ones as files. The database is closed by whoever opened it. */
export class LocalBlobStore extends HashedPuts implements BulkBlobStore {
  constructor(private readonly parts: BlobParts) {
    super();
  }

  async putHashed(blobs: readonly HashedBlob[]): Promise<void> {
    currentSignal()?.throwIfAborted();
    if (blobs.length === 0) return;
    const { database, small, files, leases, departures, admit } = this.parts;
    const hashes = joinHashes(blobs.map((blob) => blob.hash));
    const large = blobs.filter(({ bytes }) => bytes.byteLength > INLINE_LIMIT);
    const each = new Map(blobs.map((blob) => [blob.hash, blob]));
    for (let before = -1; before !== departures.count();) {
      const isFirst = before < 0;
      before = departures.count();
      const missing = [...each.values()].filter(
        ({ hash, bytes }) => bytes.byteLength <= INLINE_LIMIT && !small.has(keyOf(hash)),
      );
      if (isFirst) await admit?.(sizeOf(missing) + sizeOf(large));
      // Leases first: no blob is ever there without its lease.
      await database.write([...leases.note(hashes), ...missing.map((blob) => () => small.put(blob))]);
      await files.putMany(large);
      // A sweep that did not see the lease yet may have removed what was found here: then once more.
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
    const { small, files } = this.parts;
    const bytes = small.get(keyOf(hash)) ?? (await files.get(hash));
    if (!bytes) throw new BlobMissingError(hash);
    return hashBytes(bytes) === hash ? bytes : this.corrupt(hash);
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
    return (await this.size(hash)) !== undefined;
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

  prefetch(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private lease(hashes: Buffer): Promise<void> {
    return this.parts.database.write(this.parts.leases.note(hashes));
  }

  /** Once it is out of the way, the blob is missing, and putting it again heals it. */
  private async corrupt(hash: BlobHash): Promise<never> {
    await setAside(this.parts, hash).catch(() => undefined);
    throw new BlobCorruptError(hash);
  }
}

async function setAside({ database, small, files, departures }: BlobParts, hash: BlobHash): Promise<void> {
  const key = keyOf(hash);
  const file = await files.get(hash);
  const isBadFile = file !== undefined && hashBytes(file) !== hash;
  if (isBadFile) await files.setAside(hash);
  // Another process may have healed it meanwhile.
  await database.transaction(() => {
    const bytes = small.get(key);
    const isBad = bytes !== undefined && hashBytes(bytes) !== hash;
    if (isBad) small.remove(key);
    if (isBad || isBadFile) departures.add();
  });
}
