import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { infrastructure } from '../../domain/kintsugi-error';
import type { BlobHash, EffectKey } from '../../domain/ids';
import { Pace } from '../../machine/pace';
import { errorCode, isDiskFull, isReadOnly } from '../../machine/system-errors';
import { BlobCorruptError, BlobError, BlobMissingError, CollectedMeanwhileError } from '../errors';
import type { StatCache, SeenRun, SweptRefs, BlobStore } from '../types';
import { BlobFiles } from './blob-files';
import { DATABASE, headProblem, putAsideIfDamaged } from './damage';
import { bytesOf, StoreDatabase } from './database';
import { LeaseTable } from './leases';
import { Openers } from './openers';
import { currentSignal } from '../../machine/abort-scope';
import { checkRef } from '../ref-names';
import { forEachOf } from '../../machine/for-each-of';
import { hashBytes, HashedBlob, joinHashes, keyOf, sizeOf, splitHashes } from '../hash';
import { putWith } from '../tree-store';

/** Larger blobs are files of their own. */
const INLINE_LIMIT = 64 * 1024;

/** Blobs up to 64 KiB in the database, larger ones as files. The database is closed by whoever opened it. */
class LocalBlobs implements BlobStore {
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

/** A lease younger than this is not written again. The shortest grace of a collection is several times as long. */
export const LEASE_FRESH_MS = 10 * 60_000;

/** Rows that are read at once. */
const PAGE = 1_000;

export interface LocalTierOptions {
  /** Below this age a lease is not written again; for tests. */
  leaseFreshMs?: number;
  /** Rejects where so many more bytes may not be kept. */
  admit?(bytes: number): Promise<void>;
}

/** Size of a machine's own tier. */
export interface LocalUsage {
  blobs: number;
  /** Of blobs; of the database the pages that are in use. */
  bytes: number;
  /** Size of the database's file: what is freed in it is used again. */
  databaseBytes: number;
}

/** A blob of a tier, and its bytes. */
export interface LocalBlob {
  hash: BlobHash;
  size: number;
}

/**
 * Opens the store in a folder of this machine, never on a network file system. Several processes may have it
 * open at once. Folder and files are for their owner only, since blobs hold sources and model replies. A database that is
 * damaged is put aside first, and a new one begun. Rejects with `StoreDamagedError` where another process still has it open, and with
 * a sentence where the disk is full or read-only.
 */
export async function openLocalTier(folder: string, options: LocalTierOptions = {}): Promise<LocalTier> {
  try {
    return await openTier(folder, options);
  } catch (error) {
    if (isDiskFull(error))
      throw infrastructure(
        `No room is left on the disk of the store ${folder}: free some and try again. Nothing in it was changed.`,
      );
    if (isReadOnly(error))
      throw infrastructure(
        `The store ${folder} cannot be written (${errorCode(error)}), and to be read it must be: make its disk and folder writable for this user, or set KINTSUGI_HOME to a folder that is.`,
      );
    throw error;
  }
}

async function openTier(folder: string, options: LocalTierOptions): Promise<LocalTier> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const openers = new Openers(folder, join(folder, DATABASE));
  return openers.oneAtATime(async () => {
    const living = await openers.living();
    const recovered = await putAsideIfDamaged(folder, openers, living);
    const files = await BlobFiles.open(join(folder, 'blobs'));
    const database = StoreDatabase.open(join(folder, DATABASE));
    try {
      await openers.enter({ foundWhole: living.length === 0 });
    } catch (error) {
      await database.close();
      throw error;
    }
    return new LocalTier(folder, database, files, openers, recovered, options);
  });
}

/** Store of one machine: the whole store if there is no shared tier, else a cache of it. */
export class LocalTier {
  readonly blobs: LocalBlobs;
  readonly refs: LocalRefs;
  /**
   * Records of captured folders. The epoch is the count that sweeps keep: a record that promises a blob is believed no longer
   * from the very transaction on that removes it.
   */
  readonly stats: StatCache;
  readonly leases: LeaseTable;
  private inDoubt = false;

  /**
   * `database` holds the index of the shared tier too; `recovered` is a sentence on the damaged database that this process
   * found here and replaced.
   */
  constructor(
    readonly folder: string,
    readonly database: StoreDatabase,
    files: BlobFiles,
    private readonly openers: Openers,
    readonly recovered: string | undefined,
    { leaseFreshMs = LEASE_FRESH_MS, admit }: LocalTierOptions,
  ) {
    this.leases = new LeaseTable(database, leaseFreshMs);
    this.blobs = new LocalBlobs(database, files, this.leases, admit);
    this.refs = new LocalRefs(database);
    const insert = 'INSERT OR REPLACE INTO folders VALUES (?, ?)';
    this.stats = {
      get: (key) => bytesOf(database.value('SELECT record FROM folders WHERE key = ?', key)),
      setMany: (all) => database.write(all.map((one) => () => database.run(insert, one.key, one.record))),
      epoch: () => database.count('sweeps'),
    };
  }

  /** Damage of the database now, as the end of a sentence, by the beginning of its file. */
  problem(): string | undefined {
    return headProblem(join(this.folder, DATABASE), true);
  }

  /** Has the next process that opens it alone look through all of the database. */
  doubt(): void {
    this.inDoubt = true;
  }

  /** Looks at the size of every large blob. */
  async measure(): Promise<LocalUsage> {
    const pragma = (name: string): number => Number(this.database.value(`PRAGMA ${name}`));
    const [pages, pageBytes] = [pragma('page_count'), pragma('page_size')];
    const usage = {
      blobs: Number(this.database.value('SELECT count(*) FROM blobs')),
      bytes: (pages - pragma('freelist_count')) * pageBytes,
      databaseBytes: pages * pageBytes,
    };
    for await (const { size } of this.blobs.files.list()) {
      usage.blobs += 1;
      usage.bytes += size;
    }
    return usage;
  }

  /** All blobs; some perhaps twice. */
  async *list(signal?: AbortSignal): AsyncGenerator<LocalBlob> {
    const pace = new Pace(signal);
    const sql = 'SELECT id, lower(hex(hash)), length(bytes) FROM blobs WHERE id > ? ORDER BY id LIMIT ?';
    for (let last = 0, count = PAGE; count === PAGE;) {
      const rows = this.database.rows(sql, last, PAGE);
      for (const [id, hash, size] of rows) {
        yield { hash: String(hash) as BlobHash, size: Number(size) };
        last = Number(id);
      }
      count = rows.length;
      if (pace.due) await pace.rest();
    }
    yield* this.blobs.files.list();
  }

  /** Reads and hashes all copies of blobs. A damaged one is set aside, so that the next put mends it. */
  async *audit(): AsyncGenerator<LocalBlob & { isWhole: boolean }> {
    for await (const { hash, size } of this.list())
      if (await this.blobs.has(hash)) yield { hash, size, isWhole: await isWhole(this.blobs.stream(hash)) };
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.openers.leave({ inDoubt: this.inDoubt });
  }
}

/** True if a read finds the blob whole; one that finds it damaged has set it aside. */
async function isWhole(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  try {
    for await (const chunk of chunks) void chunk;
    return true;
  } catch (error) {
    if (error instanceof BlobError) return !(error instanceof BlobCorruptError);
    throw error;
  }
}

/** A run is marked as seen at most once in this time. */
const SEEN_EVERY_MS = 60_000;

/** References in the database of a machine; several processes may write them at once. */
class LocalRefs implements SweptRefs {
  constructor(private readonly database: StoreDatabase) {}

  async putOnce(key: EffectKey, value: string): Promise<string> {
    currentSignal()?.throwIfAborted();
    checkRef(key, value);
    const { database } = this;
    const seen = `INSERT INTO runs VALUES (?, ?) ON CONFLICT DO UPDATE SET seen_ms = excluded.seen_ms WHERE seen_ms < excluded.seen_ms - ${SEEN_EVERY_MS}`;
    return database.transaction(() => {
      const standing = this.standing(key);
      if (standing === undefined) {
        database.run('INSERT INTO refs VALUES (?, ?, ?)', key.run, key.effect, value);
        database.countUp('refs');
      }
      database.run(seen, key.run, Date.now());
      return standing ?? value;
    });
  }

  get(key: EffectKey): Promise<string | undefined> {
    return Promise.resolve(this.standing(key));
  }

  list(run: string): Promise<{ effect: string; value: string }[]> {
    const rows = this.database.rows('SELECT effect, value FROM refs WHERE run = ? ORDER BY effect', run);
    return Promise.resolve(rows.map(([effect, value]) => ({ effect: String(effect), value: String(value) })));
  }

  runs(): Promise<SeenRun[]> {
    const rows = this.database.rows('SELECT run, seen_ms FROM runs');
    return Promise.resolve(rows.map(([run, seenMs]) => ({ run: String(run), seenMs: Number(seenMs) })));
  }

  removeRun(run: string): Promise<void> {
    return this.database.transaction(() => {
      for (const table of ['refs', 'runs']) this.database.run(`DELETE FROM ${table} WHERE run = ?`, run);
    });
  }

  async *news(known: Set<string>, leaveOut: ReadonlySet<string>): AsyncGenerator<string> {
    for (const { run } of await this.runs()) {
      if (leaveOut.has(run)) continue;
      for (const { effect, value } of await this.list(run)) {
        const name = `${run}\0${effect}`;
        if (!known.has(name)) yield value;
        known.add(name);
      }
    }
  }

  private standing({ run, effect }: EffectKey): string | undefined {
    const value = this.database.value('SELECT value FROM refs WHERE run = ? AND effect = ?', run, effect);
    return value === undefined ? undefined : String(value);
  }
}
