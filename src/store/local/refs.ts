import { currentSignal } from '../../machine/abort-scope';
import { checkRef, refKey } from '../ref-names';
import type { SeenRun, SweptRefs } from '../types';
import { numberIn, numberOf, type StoreDatabase, type Table } from './database';

/** A run is marked as seen at most once in this time. */
const SEEN_EVERY_MS = 60_000;

/** References in the database of a machine; several processes may write them at once. */
export class LocalRefs implements SweptRefs {
  private readonly refs: Table;
  private readonly seen: Table;

  constructor(private readonly database: StoreDatabase) {
    this.refs = database.table('refs');
    this.seen = database.table('runs');
  }

  async putOnce(key: { run: string; effect: string }, value: string): Promise<string> {
    currentSignal()?.throwIfAborted();
    checkRef(key, value);
    const name = refKey(key);
    return this.database.transaction(() => {
      const standing = this.refs.get(name);
      if (standing === undefined) {
        this.refs.put(name, Buffer.from(value));
        this.database.countUp('refs');
      }
      if (Date.now() - this.seenMs(key.run) > SEEN_EVERY_MS)
        this.seen.put(Buffer.from(key.run), numberOf(Date.now()));
      return standing?.toString() ?? value;
    });
  }

  async get(key: { run: string; effect: string }): Promise<string | undefined> {
    return Promise.resolve(this.refs.get(refKey(key))?.toString());
  }

  list(run: string): Promise<{ effect: string; value: string }[]> {
    return Promise.resolve(this.rowsOf(run).map(({ effect, value }) => ({ effect, value })));
  }

  runs(): Promise<SeenRun[]> {
    const found: SeenRun[] = [];
    // From the first key of a run it is a jump to behind its last.
    for (let [key] = this.refs.keys(undefined, 1); key;) {
      const name = key.subarray(0, key.indexOf(0));
      found.push({ run: name.toString(), seenMs: this.seenMs(name.toString()) });
      [key] = this.refs.keys(Buffer.concat([name, Buffer.from([1])]), 1);
    }
    return Promise.resolve(found);
  }

  removeRun(run: string): Promise<void> {
    return this.database.transaction(() => {
      for (const { key } of this.rowsOf(run)) this.refs.remove(key);
      this.seen.remove(Buffer.from(run));
    });
  }

  async *news(known: Set<string>, leaveOut: ReadonlySet<string>): AsyncGenerator<string> {
    for (const { run } of await this.runs()) {
      if (leaveOut.has(run)) continue;
      for (const { key, value } of this.rowsOf(run)) {
        const name = String(key);
        if (!known.has(name)) yield value;
        known.add(name);
      }
    }
  }

  private seenMs(run: string): number {
    return numberIn(this.seen.get(Buffer.from(run)));
  }

  private rowsOf(run: string): { key: Buffer; effect: string; value: string }[] {
    const start = refKey({ run, effect: '' });
    const end = Buffer.from(start);
    // NUL ends the run's name, so the names of other runs stand before it or after this.
    end[end.length - 1] = 1;
    return this.refs
      .rows(start, end)
      .map(({ key, value }) => ({ key, effect: key.toString('utf8', start.length), value: String(value) }));
  }
}
