import { createHash, hash } from 'node:crypto';
import type { BlobHash } from '../domain/ids';

/** SHA-256 of bytes as a blob hash. */
export function hashBytes(bytes: Uint8Array): BlobHash {
  return hash('sha256', bytes, 'hex') as BlobHash;
}

/** Bytes with their hash, so that a store need not hash again what it is given. */
export class HashedBlob<Hash extends BlobHash = BlobHash> {
  readonly hash: Hash;

  constructor(readonly bytes: Uint8Array) {
    this.hash = hashBytes(bytes) as Hash;
  }
}

/** Bytes of blobs in all. */
export function sizeOf(blobs: readonly HashedBlob[]): number {
  return blobs.reduce((sum, blob) => sum + blob.bytes.byteLength, 0);
}

/** Knows hash and size of the chunks that it has seen. */
export class HashingStream {
  private readonly state = createHash('sha256');
  size = 0;

  update(chunk: Uint8Array): void {
    this.state.update(chunk);
    this.size += chunk.byteLength;
  }

  /** Passes chunks on. */
  async *over<Chunk extends Uint8Array>(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    for await (const chunk of chunks) {
      this.update(chunk);
      yield chunk;
    }
  }

  digest(): BlobHash {
    return this.state.digest('hex') as BlobHash;
  }
}

const HASH_BYTES = 32;

/** The bytes of hashes, one after the other. */
export function joinHashes(hashes: readonly BlobHash[]): Buffer {
  const all = Buffer.allocUnsafe(hashes.length * HASH_BYTES);
  hashes.forEach((hash, index) => all.write(hash, index * HASH_BYTES, 'hex'));
  return all;
}

/** The hashes that stand one after the other as bytes. */
export function splitHashes(all: Buffer): BlobHash[] {
  return Array.from({ length: all.length / HASH_BYTES }, (_, index) => hashAt(all, index * HASH_BYTES));
}

/** The hash whose bytes stand at a place of others. */
export function hashAt(bytes: Buffer, at: number): BlobHash {
  return bytes.toString('hex', at, at + HASH_BYTES) as BlobHash;
}

/** The bytes of a hash: half as long as its text. */
export function keyOf(hash: BlobHash): Buffer {
  return Buffer.from(hash, 'hex');
}
