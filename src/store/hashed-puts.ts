/** Puts of bytes, for stores that put blobs whose hash is known. */
import type { BlobHash } from '../domain/ids';
import { HashedBlob } from './hash';

export abstract class HashedPuts {
  abstract putHashed(blobs: readonly HashedBlob[]): Promise<void>;

  abstract get(hash: BlobHash): Promise<Buffer>;

  async use<T>(hash: BlobHash, act: (bytes: Buffer) => T): Promise<T> {
    return act(await this.get(hash));
  }

  async put(bytes: Uint8Array): Promise<BlobHash> {
    const blob = new HashedBlob(bytes);
    await this.putHashed([blob]);
    return blob.hash;
  }

  async putMany(many: readonly Uint8Array[]): Promise<BlobHash[]> {
    const blobs = many.map((bytes) => new HashedBlob(bytes));
    await this.putHashed(blobs);
    return blobs.map((blob) => blob.hash);
  }
}
