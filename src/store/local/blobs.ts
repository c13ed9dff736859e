import type { BlobHash } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import { forEachOf } from '../../machine/for-each-of';
import { BlobCorruptError, BlobMissingError, CollectedMeanwhileError } from '../errors';
import { hashBytes, HashedBlob, joinHashes, keyOf, sizeOf, splitHashes } from '../hash';
import { putWith } from '../put';
import type { BlobStore } from '../types';
import type { BlobFiles } from './blob-files';
import { bytesOf, type StoreDatabase } from './database';
import type { LeaseTable } from './leases';

/** Larger blobs are files of their own. */
const INLINE_LIMIT = 64 * 1024;

/** Blobs up to 64 KiB in the database, larger ones as files. The database is closed by whoever opened it. */
export class LocalBlobs implements BlobStore {
  readonly put = putWith(
    (blobs) => this.keep(blobs),
    (chunks) => this.keepStream(chunks),
  );

  /** `admit` rejects where so many more bytes may not be kept. */
  constructor(
    private readonly database: StoreDatabase,
    readonly files: BlobFiles,
    private readonly leases: LeaseTable,
    private readonly admit?: (bytes: number) => Promise<void>,
  ) {}

  private async keep(blobs: readonly HashedBlob[]): Promise<void> {
    currentSignal()?.throwIfAborted();
    if (blobs.length === 0) return;
    const { database } = this;
    const insert = 'INSERT OR IGNORE INTO blobs (hash, bytes) VALUES (?, ?)';
    const hashes = joinHashes(blobs.map((blob) => blob.hash));
    const large = blobs.filter(({ bytes }) => bytes.byteLength > INLINE_LIMIT);
    const each = new Map(blobs.map((blob) => [blob.hash, blob]));
    for (let before = -1; before !== database.count('sweeps');) {
      const isFirst = before < 0;
      before = database.count('sweeps');
      const missing = [...each.values()].filter(
        ({ hash, bytes }) => bytes.byteLength <= INLINE_LIMIT && !this.isRow(hash),
      );
      if (isFirst) await this.admit?.(sizeOf(missing) + sizeOf(large));
      // Leases first: no blob is ever there without its lease.
      await database.write([
        ...this.leases.note(hashes),
        ...missing.map(
          ({ hash, bytes }) =>
            () =>
              database.run(insert, keyOf(hash), bytes),
        ),
      ]);
      // The size of Node's pool of file threads.
      await forEachOf(large, 4, (blob) => this.files.put(blob));
      // A sweep that did not see the lease yet may have removed what was found here: then once more.
    }
  }

  private async keepStream(chunks: AsyncIterable<Uint8Array>): Promise<BlobHash> {
    currentSignal()?.throwIfAborted();
    const { hash, bytes } = await this.files.putStream(chunks, INLINE_LIMIT, async (found, length) => {
      await this.admit?.(length);
      await this.database.write(this.leases.note(keyOf(found)));
    });
    if (bytes) await this.keep([new HashedBlob(bytes)]);
    return hash;
  }

  async load(hash: BlobHash): Promise<Buffer> {
    const bytes = this.row(hash) ?? (await this.files.get(hash));
    if (!bytes) throw new BlobMissingError(hash);
    return hashBytes(bytes) === hash ? bytes : this.corrupt(hash);
  }

  async *stream(hash: BlobHash): AsyncGenerator<Buffer> {
    if (this.isRow(hash)) yield await this.load(hash);
    else if (!(yield* this.files.stream(hash))) await this.corrupt(hash);
  }

  async has(hash: BlobHash): Promise<boolean> {
    return this.isRow(hash) || (await this.files.size(hash)) !== undefined;
  }

  async size(hash: BlobHash): Promise<number | undefined> {
    const size = this.database.value('SELECT length(bytes) FROM blobs WHERE hash = ?', keyOf(hash));
    return size === undefined ? this.files.size(hash) : Number(size);
  }

  pin(hash: BlobHash): Promise<boolean> {
    return this.has(hash);
  }

  async release(hashes: Buffer, since?: number): Promise<void> {
    await this.database.write(this.leases.note(hashes));
    if (this.database.count('sweeps') === since) return;
    for (const hash of splitHashes(hashes))
      if (!(await this.has(hash))) throw new CollectedMeanwhileError(hash);
  }

  prefetch(): Promise<void> {
    return Promise.resolve();
  }

  /** Once it is out of the way, the blob is missing, and putting it again heals it. */
  private async corrupt(hash: BlobHash): Promise<never> {
    await this.setAside(hash).catch(() => undefined);
    throw new BlobCorruptError(hash);
  }

  private async setAside(hash: BlobHash): Promise<void> {
    const file = await this.files.get(hash);
    const isBadFile = file !== undefined && hashBytes(file) !== hash;
    if (isBadFile) await this.files.setAside(hash);
    // Another process may have healed it meanwhile.
    await this.database.transaction(() => {
      const bytes = this.row(hash);
      const isBad = bytes !== undefined && hashBytes(bytes) !== hash;
      if (isBad) this.removeRow(hash);
      if (isBad || isBadFile) this.database.countUp('sweeps');
    });
  }
  /** Removes a blob, as a part of a write. */
  remove(hash: BlobHash): void {
    this.removeRow(hash);
    this.files.removeSync(hash);
  }

  private row(hash: BlobHash): Buffer | undefined {
    return bytesOf(this.database.value('SELECT bytes FROM blobs WHERE hash = ?', keyOf(hash)));
  }

  /** The index alone tells. */
  private isRow(hash: BlobHash): boolean {
    return this.database.value('SELECT 1 FROM blobs WHERE hash = ?', keyOf(hash)) !== undefined;
  }

  private removeRow(hash: BlobHash): void {
    this.database.run('DELETE FROM blobs WHERE hash = ?', keyOf(hash));
  }
}
