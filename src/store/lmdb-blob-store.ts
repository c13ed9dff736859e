import type { Database } from 'lmdb';
import type { BlobHash } from '../domain/ids';
import type { BlobFiles } from './blob-files';
import { BlobCorruptError, BlobMissingError, errorCode } from './errors';
import { HashedBlob, hashBytes, HashingStream } from './hash';
import type { BulkBlobStore } from './types';

/** Larger blobs are files: LMDB rewrites pages as a whole, and its file never shrinks. */
export const INLINE_LIMIT = 64 * 1024;

/** Blobs up to 64 KiB in LMDB, larger ones as files. The database is closed by whoever opened it. */
export function createLmdbBlobStore(database: Database<Buffer, Buffer>, files: BlobFiles): BulkBlobStore {
  async function putHashed(blobs: readonly HashedBlob[]): Promise<void> {
    const writes: Promise<boolean>[] = [];
    const large: HashedBlob[] = [];
    for (const blob of blobs) {
      if (blob.bytes.byteLength > INLINE_LIMIT) large.push(blob);
      else if (!database.doesExist(keyOf(blob.hash)))
        writes.push(database.put(keyOf(blob.hash), asBuffer(blob.bytes)));
    }
    await Promise.all([...writes, files.putMany(large)]);
    if (writes.length > 0) await database.flushed;
  }

  async function get(hash: BlobHash): Promise<Buffer> {
    const bytes = database.get(keyOf(hash)) ?? (await files.get(hash));
    if (!bytes) throw new BlobMissingError(hash);
    return hashBytes(bytes) === hash ? bytes : corrupt(hash);
  }

  /** Once it is out of the way, the blob is missing, and putting it again heals it. */
  async function corrupt(hash: BlobHash): Promise<never> {
    await setAside(database, files, hash).catch(() => undefined);
    throw new BlobCorruptError(hash);
  }

  async function* getStream(hash: BlobHash): AsyncGenerator<Buffer> {
    if (database.doesExist(keyOf(hash))) {
      yield await get(hash);
      return;
    }
    const hashing = new HashingStream();
    try {
      for await (const chunk of files.stream(hash)) {
        hashing.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw errorCode(error) === 'ENOENT' ? new BlobMissingError(hash) : error;
    }
    if (hashing.digest() !== hash) await corrupt(hash);
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
    putStream: async (chunks) => {
      const { hash, size, bytes } = await files.putStream(chunks, INLINE_LIMIT);
      if (bytes) await putHashed([new HashedBlob(bytes)]);
      return { hash, size };
    },
    get,
    getStream,
    has: async (hash) => database.doesExist(keyOf(hash)) || (await files.size(hash)) !== undefined,
    close: () => Promise.resolve(),
  };
}

async function setAside(database: Database<Buffer, Buffer>, files: BlobFiles, hash: BlobHash): Promise<void> {
  const damaged = (bytes: Buffer | undefined): boolean => bytes !== undefined && hashBytes(bytes) !== hash;
  // Another process may have healed it meanwhile.
  await database.transaction(() => {
    if (damaged(database.get(keyOf(hash)))) void database.remove(keyOf(hash));
  });
  if (damaged(await files.get(hash))) await files.setAside(hash);
}

function keyOf(hash: BlobHash): Buffer {
  return Buffer.from(hash, 'hex');
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
