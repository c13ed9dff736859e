import { currentSignal } from '../../machine/abort-scope';
import { checkRef, refKey } from '../ref-names';
import type { RefStore, SeenRun } from '../types';
import { numberIn, numberOf, type Counts } from './counts';
import type { StoreDatabase } from './database';

/** A run is marked as seen at most once in this time. */
const SEEN_EVERY_MS = 60_000;

/** References of a machine; several processes may write them at once. */
export interface LocalRefStore extends RefStore {
  /** How many references were ever written: whether there are new ones since one looked. */
  written(): number;
}

/** References in the database. */
export function createLocalRefStore(database: StoreDatabase, counts: Counts): LocalRefStore {
  const refs = database.table('refs');
  const seen = database.table('runs');
  const seenMs = (run: string): number => numberIn(seen.get(Buffer.from(run)));

  function rowsOf(run: string): { key: Buffer; effect: string; value: string }[] {
    const start = refKey({ run, effect: '' });
    const end = refKey({ run, effect: '' });
    // NUL ends the run's name, so the names of other runs stand before it or after this.
    end[end.length - 1] = 1;
    return refs
      .rows(start, end)
      .map(({ key, value }) => ({ key, effect: key.toString('utf8', start.length), value: String(value) }));
  }

  return {
    putOnce: async (key, value) => {
      currentSignal()?.throwIfAborted();
      checkRef(key, value);
      const name = refKey(key);
      return database.transaction(() => {
        const standing = refs.get(name);
        if (standing === undefined) {
          refs.put(name, Buffer.from(value));
          counts.add('refs');
        }
        if (Date.now() - seenMs(key.run) > SEEN_EVERY_MS)
          seen.put(Buffer.from(key.run), numberOf(Date.now()));
        return standing?.toString() ?? value;
      });
    },
    get: (key) => Promise.resolve().then(() => refs.get(refKey(key))?.toString()),
    list: (run) => Promise.resolve(rowsOf(run).map(({ effect, value }) => ({ effect, value }))),
    runs: () => {
      const found: SeenRun[] = [];
      // From the first key of a run it is a jump to behind its last.
      for (let [key] = refs.keys(undefined, 1); key;) {
        const name = key.subarray(0, key.indexOf(0));
        found.push({ run: name.toString(), seenMs: seenMs(name.toString()) });
        [key] = refs.keys(Buffer.concat([name, Buffer.from([1])]), 1);
      }
      return Promise.resolve(found);
    },
    removeRun: (run) =>
      database.transaction(() => {
        for (const { key } of rowsOf(run)) refs.remove(key);
        seen.remove(Buffer.from(run));
      }),
    written: () => counts.get('refs'),
  };
}
