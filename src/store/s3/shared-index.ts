import { keyOf } from '../hash';
import type { BlobHash } from '../../domain/ids';
import type { StoreDatabase } from '../local';
import { PACKS } from './names';
import type { PackedBlob } from './pack';

/** A collection has said that it may remove this copy, or it is damaged: good for reading at most. */
const CONDEMNED_MS = 0;
/** A copy that somebody else made: its age by this machine's clock is not known. */
const FOUND_MS = 1;

/** A copy of a blob in the bucket: an object of its own, or a part of a pack. */
export interface SharedCopy extends PackedBlob {
  key: string;
}

/**
 * Index that this machine keeps of the bucket: which object holds which blobs, and when this machine last put or leased
 * them. Only a cache: if it is missing, it is made anew from the bucket.
 */
export class SharedIndex {
  constructor(private readonly database: StoreDatabase) {}

  /** Makes the index that of one bucket; where it was another's, all that it knew is forgotten. */
  async belongTo(bucket: string): Promise<void> {
    if (this.database.value(FACT, 'bucket') === bucket) return;
    await this.database.transaction(() => {
      for (const table of ['copies', 'objects', 'facts']) this.database.run(`DELETE FROM bucket_${table}`);
      this.note('bucket', bucket);
    });
  }

  /** All copies that may be there, the one that was leased last first. */
  copies(hash: BlobHash): SharedCopy[] {
    const sql =
      'SELECT key, offset, length FROM bucket_copies JOIN bucket_objects ON id = object ' +
      'WHERE hash = ? ORDER BY leased_ms DESC';
    const rows = this.database.rows(sql, keyOf(hash));
    return rows.map(([key, offset, length]) => ({
      key: String(key),
      hash,
      offset: Number(offset),
      length: Number(length),
    }));
  }

  /** When this machine last put or leased a copy that no collection is known to remove; undefined if there is none. */
  sureSince(hash: BlobHash): number | undefined {
    const sql = `SELECT max(leased_ms) FROM bucket_copies WHERE hash = ? AND leased_ms > ${CONDEMNED_MS}`;
    const ms = this.database.value(sql, keyOf(hash));
    return ms === null ? undefined : Number(ms);
  }

  /** Notes an object and what it holds. `ours`: just written by this machine. */
  async add(key: string, blobs: readonly PackedBlob[], ours: boolean): Promise<void> {
    const found = this.fact(condemned(key)) === undefined ? FOUND_MS : CONDEMNED_MS;
    // What is known of a copy that was found once more stays.
    const insert = `INSERT OR ${ours ? 'REPLACE' : 'IGNORE'} INTO bucket_copies SELECT ?, id, ?, ?, ? FROM bucket_objects WHERE key = ?`;
    await this.database.transaction(() => {
      this.database.run('INSERT OR IGNORE INTO bucket_objects (key) VALUES (?)', key);
      for (const { hash, offset, length } of blobs)
        this.database.run(insert, keyOf(hash), offset, length, ours ? Date.now() : found, key);
    });
  }

  /** Notes that copies are leased as of now. */
  async touch(hashes: readonly BlobHash[]): Promise<void> {
    const sql = `UPDATE bucket_copies SET leased_ms = ? WHERE hash = ? AND leased_ms > ${CONDEMNED_MS}`;
    await this.database.write(hashes.map((hash) => () => this.database.run(sql, Date.now(), keyOf(hash))));
  }

  has(key: string): boolean {
    return this.database.value('SELECT 1 FROM bucket_objects WHERE key = ?', key) !== undefined;
  }

  packs(): string[] {
    const sql = 'SELECT key FROM bucket_objects WHERE key LIKE ?';
    return this.database.rows(sql, `${PACKS}%`).map(([key]) => String(key));
  }

  blobsIn(key: string): PackedBlob[] {
    const sql =
      'SELECT lower(hex(hash)), offset, length FROM bucket_copies ' +
      'WHERE object = (SELECT id FROM bucket_objects WHERE key = ?) ORDER BY offset, length';
    return this.database.rows(sql, key).map(([hash, offset, length]) => ({
      hash: String(hash) as BlobHash,
      offset: Number(offset),
      length: Number(length),
    }));
  }

  /** Forgets objects that are gone. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.database.transaction(() => {
      for (const key of keys) {
        this.database.run(`DELETE FROM bucket_copies WHERE object = ${ID}`, key);
        this.database.run('DELETE FROM bucket_objects WHERE key = ?', key);
      }
    });
  }

  /** From now on the copies in these objects are good for reading only: a put makes another. */
  async condemn(keys: readonly string[]): Promise<void> {
    await this.database.transaction(() => {
      for (const key of keys) {
        this.note(condemned(key), 1);
        this.database.run(`UPDATE bucket_copies SET leased_ms = ${CONDEMNED_MS} WHERE object = ${ID}`, key);
      }
    });
  }

  /** The same for one blob, whose copies were found damaged. */
  async doubt(hash: BlobHash): Promise<void> {
    const sql = `UPDATE bucket_copies SET leased_ms = ${CONDEMNED_MS} WHERE hash = ?`;
    await this.database.write([() => this.database.run(sql, keyOf(hash))]);
  }

  /** A number to be remembered; undefined where there is none. */
  fact(name: string): number | undefined {
    const value = this.database.value(FACT, name);
    return value === undefined ? undefined : Number(value);
  }

  async setFact(name: string, value: number): Promise<void> {
    await this.database.write([() => this.note(name, value)]);
  }

  private note(name: string, value: string | number): void {
    this.database.run('INSERT OR REPLACE INTO bucket_facts VALUES (?, ?)', name, value);
  }
}

const FACT = 'SELECT value FROM bucket_facts WHERE name = ?';
const ID = '(SELECT id FROM bucket_objects WHERE key = ?)';

function condemned(key: string): string {
  return `condemned ${key}`;
}
