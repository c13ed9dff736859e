import type { EffectKey } from '../../domain/ids';
import { currentSignal } from '../../machine/abort-scope';
import { checkRef } from '../ref-names';
import type { SeenRun, SweptRefs } from '../types';
import type { StoreDatabase } from './database';

/** A run is marked as seen at most once in this time. */
const SEEN_EVERY_MS = 60_000;

/** References in the database of a machine; several processes may write them at once. */
export class LocalRefs implements SweptRefs {
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
