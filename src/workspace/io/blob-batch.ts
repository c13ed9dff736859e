import type { BlobHash } from '../../domain/ids';
import type { BlobStore, HashedBlob } from '../../store';

const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_BLOBS = 2_000;

/** Batches on their way to the disk or to a bucket: each waits for it, and none shall wait for another one's turn. */
const MAX_WRITING = 3;

/** Gathers blobs into large transactions. A few are written while the next is gathered, so memory stays bounded. */
export class BlobBatch {
  private blobs: HashedBlob[] = [];
  private bytes = 0;
  /** Memory that files share: ten thousand buffers of their own keep the collector busy. */
  private slab: Buffer | undefined;
  private used = 0;
  /** Slabs of batches that are written: memory that is used again costs neither the collector nor the kernel anything. */
  private readonly free: Buffer[] = [];
  private readonly writing: Promise<unknown>[] = [];
  /** Hashes of blobs that are used without being put again, as bytes: there are ten thousand in a capture of 30 ms. */
  private readonly pinned: Buffer[] = [];

  /** `epoch`: of the store's cache, from which on no blob may leave. */
  constructor(
    private readonly store: BlobStore,
    private readonly epoch?: number,
  ) {}

  /** True if the store has the blob, so that it need not be added. */
  async has(hash: BlobHash): Promise<boolean> {
    const found = await this.store.pin(hash);
    if (found) this.pinned.push(Buffer.from(hash, 'hex'));
    return found;
  }

  /** Counts blobs as stored that a record of the epoch promises, by the bytes of their hashes. */
  useRecorded(hashes: Buffer): void {
    this.pinned.push(hashes);
  }

  /** True if `flush` is due. */
  get full(): boolean {
    return this.bytes >= BATCH_BYTES || this.blobs.length >= BATCH_BLOBS;
  }

  /** Memory for bytes that are to be added before the next `flush`. */
  readonly allocate = (size: number): Buffer => {
    this.slab ??= this.free.pop() ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
    if (this.used + size > BATCH_BYTES) return Buffer.allocUnsafeSlow(size);
    this.used += size;
    return this.slab.subarray(this.used - size, this.used);
  };

  add(blob: HashedBlob): void {
    this.blobs.push(blob);
    this.bytes += blob.bytes.byteLength;
  }

  /** Like `add`; wait for what it returns. */
  put(blob: HashedBlob): Promise<void> | undefined {
    this.add(blob);
    return this.full ? this.flush() : undefined;
  }

  /** Starts to write what was gathered; waits while too much is under way. */
  async flush(): Promise<void> {
    const { blobs, slab } = this;
    this.blobs = [];
    this.slab = undefined;
    this.bytes = this.used = 0;
    while (this.writing.length >= MAX_WRITING) await this.writing.shift();
    const written = this.store.put(blobs);
    // It may fail before anybody waits for it; part of it may still be under way then.
    written.then(
      () => slab && this.free.push(slab),
      () => undefined,
    );
    this.writing.push(written);
  }

  /** Resolves when all is durable. */
  async finish(): Promise<void> {
    await this.flush();
    await Promise.all([...this.writing, this.store.release(Buffer.concat(this.pinned), this.epoch)]);
  }
}
