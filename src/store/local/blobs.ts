import type { BlobHash } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import { BlobCorruptError, BlobMissingError, CollectedMeanwhileError } from '../errors';
import { hashBytes, HashedBlob, joinHashes, keyOf, sizeOf, splitHashes } from '../hash';
import { putWith } from '../put';
import type { BlobStore } from '../types';
import type { BlobFiles } from './blob-files';
import { bytesOf, type StoreDatabase } from './database';
import type { LeaseTable } from './leases';

/** Larger blobs are files of their own. */
const INLINE_LIMIT = 64 * 1024;

/** Blobs in the database, by the bytes of their hashes. */
export class BlobRows {
  constructor(private readonly database: StoreDatabase) {}

  has(key: Buffer): boolean {
    // The index alone tells.
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

  /** Hashes and sizes of so many blobs, in the order of their hashes, from behind one on. */
  after(key: Buffer, limit: number): { key: Buffer; size: number }[] {
    const sql = 'SELECT hash, length(bytes) AS size FROM blobs WHERE hash > ? ORDER BY hash LIMIT ?';
    const rows = this.database.statement(sql).all(key, limit);
    return rows.flatMap((row) => {
      const hash = bytesOf(row['hash']);
      return hash ? [{ key: hash, size: Number(row['size']) }] : [];
    });
  }
}

/** Blobs up to 64 KiB in the database, larger ones as files. The database is closed by whoever opened it. */
export class LocalBlobs implements BlobStore {
  readonly rows: BlobRows;
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
  ) {
    this.rows = new BlobRows(database);
  }

  private async keep(blobs: readonly HashedBlob[]): Promise<void> {
    currentSignal()?.throwIfAborted();
    if (blobs.length === 0) return;
    const { database, rows } = this;
    const hashes = joinHashes(blobs.map((blob) => blob.hash));
    const large = blobs.filter(({ bytes }) => bytes.byteLength > INLINE_LIMIT);
    const each = new Map(blobs.map((blob) => [blob.hash, blob]));
    for (let before = -1; before !== database.count('sweeps');) {
      const isFirst = before < 0;
      before = database.count('sweeps');
      const missing = [...each.values()].filter(
        ({ hash, bytes }) => bytes.byteLength <= INLINE_LIMIT && !rows.has(keyOf(hash)),
      );
      if (isFirst) await this.admit?.(sizeOf(missing) + sizeOf(large));
      // Leases first: no blob is ever there without its lease.
      await database.write([...this.leases.note(hashes), ...missing.map((blob) => () => rows.put(blob))]);
      await this.files.putMany(large);
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
    const bytes = this.rows.get(keyOf(hash)) ?? (await this.files.get(hash));
    if (!bytes) throw new BlobMissingError(hash);
    return hashBytes(bytes) === hash ? bytes : this.corrupt(hash);
  }

  async *stream(hash: BlobHash): AsyncGenerator<Buffer> {
    if (this.rows.has(keyOf(hash))) yield await this.load(hash);
    else if (!(yield* this.files.stream(hash))) await this.corrupt(hash);
  }

  async has(hash: BlobHash): Promise<boolean> {
    return (await this.size(hash)) !== undefined;
  }

  async size(hash: BlobHash): Promise<number | undefined> {
    return this.rows.size(keyOf(hash)) ?? (await this.files.size(hash));
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
      const bytes = this.rows.get(keyOf(hash));
      const isBad = bytes !== undefined && hashBytes(bytes) !== hash;
      if (isBad) this.rows.remove(keyOf(hash));
      if (isBad || isBadFile) this.database.countUp('sweeps');
    });
  }
}
