import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Version of the tables: a database of another one is put aside like a damaged one. */
export const VERSION = 3;
const SCHEMA = [
  // The hash is an index of its own: with it as the key of the table whole blobs would lie in its pages.
  'CREATE TABLE blobs (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL)',
  'CREATE TABLE refs (run TEXT, effect TEXT, value TEXT NOT NULL, PRIMARY KEY (run, effect)) WITHOUT ROWID',
  'CREATE TABLE runs (run TEXT PRIMARY KEY, seen_ms INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE leases (id BLOB PRIMARY KEY, ms INTEGER NOT NULL, hashes BLOB NOT NULL) WITHOUT ROWID',
  'CREATE TABLE folders (key BLOB PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID',
  'CREATE TABLE counts (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE bucket_facts (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID',
  'CREATE TABLE bucket_objects (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE)',
  'CREATE TABLE bucket_copies (hash BLOB, object INTEGER, offset INTEGER, length INTEGER, leased_ms INTEGER, ' +
    'PRIMARY KEY (hash, object)) WITHOUT ROWID',
  'CREATE INDEX bucket_contents ON bucket_copies (object)',
];

const SETTINGS = [
  'PRAGMA page_size = 8192',
  'PRAGMA journal_mode = WAL',
  // A commit is on disk before anybody is told of it.
  'PRAGMA synchronous = FULL',
  'PRAGMA cache_size = -16384',
].join(';\n');

/** Time for which the thread is held at once, ms; others wait for their turn meanwhile. */
const BATCH_MS = 50;
/** Another process that writes is waited for so long, ms. */
const BUSY_DEADLINE_MS = 60_000;
const BUSY_POLL_MS = 5;
const SQLITE_BUSY = 5;

/** Counts that all processes share: references that were written, and times that blobs left the store. */
export type Count = 'refs' | 'sweeps';

type Row = SQLOutputValue[];

/** Writes that wait for their turn: all of a list, one after the other, though perhaps not in one transaction. */
interface Job {
  steps: readonly (() => void)[];
  next: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The database of a store: a connection of this process to a file that several may have open. Writes wait in a queue and are
 * committed together; each resolves when it is on disk.
 */
export class StoreDatabase {
  private readonly queue: Job[] = [];
  private readonly statements = new Map<string, StatementSync>();
  private running: Promise<void> | undefined;

  private constructor(private readonly connection: DatabaseSync) {}

  /** Opens the file, private to its owner, and makes the tables where it is new. Throws where it is no database of this version. */
  static open(path: string): StoreDatabase {
    // The files beside it get the mode of this one.
    closeSync(openSync(path, 'a', 0o600));
    const connection = new DatabaseSync(path, { timeout: BUSY_DEADLINE_MS });
    try {
      connection.exec(SETTINGS);
      connection.exec('BEGIN IMMEDIATE');
      const database = new StoreDatabase(connection);
      const version = database.value('PRAGMA user_version');
      if (version === 0)
        for (const sql of [...SCHEMA, `PRAGMA user_version = ${VERSION}`]) connection.exec(sql);
      else if (version !== VERSION) throw new Error(`it has version ${String(version)}, not ${VERSION}`);
      connection.exec('COMMIT');
      // From here on others are waited for without holding the thread.
      connection.exec('PRAGMA busy_timeout = 0');
      return database;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Rows of a query, each with its columns in order. */
  rows(sql: string, ...given: SQLInputValue[]): Row[] {
    return this.statement(sql).all(...given) as unknown as Row[];
  }

  /** First column of the first row; undefined where there is none. */
  value(sql: string, ...given: SQLInputValue[]): SQLOutputValue | undefined {
    return (this.statement(sql).get(...given) as Row | undefined)?.[0];
  }

  /** A part of a write. */
  run(sql: string, ...given: SQLInputValue[]): void {
    this.statement(sql).run(...given);
  }

  /** How often something has happened, in all processes. */
  count(name: Count): number {
    return Number(this.value('SELECT count FROM counts WHERE name = ?', name) ?? 0);
  }

  /** Counts one more, as a part of a write. */
  countUp(name: Count): void {
    this.run('INSERT INTO counts VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1', name);
  }

  /** Runs small writes one after the other; resolves when all of them are on disk. */
  write(steps: readonly (() => void)[]): Promise<void> {
    if (steps.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.queue.push({ steps, next: 0, resolve, reject });
      this.running ??= this.drain().finally(() => (this.running = undefined));
    });
  }

  /** Runs reads and writes with which nobody interferes, and all or nothing of them; resolves when they are on disk. */
  async transaction<T>(act: () => T): Promise<T> {
    let result: { value: T } | { error: unknown } | undefined;
    await this.write([
      () => {
        this.connection.exec('SAVEPOINT act');
        try {
          result = { value: act() };
        } catch (error) {
          // After a full disk all of the batch is taken back already.
          if (!this.connection.isTransaction) throw error;
          this.connection.exec('ROLLBACK TO act');
          result = { error };
        }
        this.connection.exec('RELEASE act');
      },
    ]);
    if (!result || 'error' in result) throw result?.error;
    return result.value;
  }

  /** Looks through all of the file; what is wrong, as the end of a sentence, or undefined. */
  problem(): string | undefined {
    const found = this.value('PRAGMA integrity_check(1)');
    return found === 'ok' ? undefined : String(found).split('\n').slice(-1).join();
  }

  /** Ends what waits, and closes the file. */
  async close(): Promise<void> {
    await this.running;
    this.connection.close();
  }

  /** Prepared once. */
  private statement(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.connection.prepare(sql);
    statement.setReturnArrays(true);
    this.statements.set(sql, statement);
    return statement;
  }

  private async drain(): Promise<void> {
    // Puts of the same turn share a commit.
    for (await nextTurn(); this.queue.length > 0; await nextTurn()) {
      const [job] = this.queue;
      try {
        await this.begin();
      } catch (error) {
        if (job) this.fail([job], error);
        continue;
      }
      this.runBatch();
    }
  }

  /** Begins a transaction once nobody else writes. */
  private async begin(): Promise<void> {
    const deadline = performance.now() + BUSY_DEADLINE_MS;
    for (;;) {
      try {
        return this.connection.exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (sqliteCode(error) !== SQLITE_BUSY || performance.now() > deadline) throw error;
      }
      await delay(BUSY_POLL_MS);
    }
  }

  private runBatch(): void {
    const endMs = performance.now() + BATCH_MS;
    const begun: Job[] = [];
    try {
      for (const job of this.queue) {
        begun.push(job);
        for (; job.next < job.steps.length && performance.now() < endMs; job.next += 1)
          job.steps[job.next]?.();
        if (job.next < job.steps.length) break;
      }
      this.connection.exec('COMMIT');
    } catch (error) {
      if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
      return this.fail(begun, error);
    }
    for (const job of begun.filter(({ next, steps }) => next === steps.length)) {
      this.queue.splice(this.queue.indexOf(job), 1);
      job.resolve();
    }
  }

  private fail(jobs: readonly Job[], error: unknown): void {
    for (const job of jobs) {
      this.queue.splice(this.queue.indexOf(job), 1);
      job.reject(error);
    }
  }
}

/** Bytes of a column, without a copy. */
export function bytesOf(value: unknown): Buffer | undefined {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : undefined;
}

export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = (typeof error === 'object' && error !== null ? error : {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
