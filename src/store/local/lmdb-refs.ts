import type { Database, RootDatabase } from 'lmdb';
import { currentSignal } from '../../machine/abort-scope';
import { checkRef, refKey } from '../ref-names';
import type { RefStore, SeenRun } from '../types';

/** A run is marked as seen at most once in this time. */
const SEEN_EVERY_MS = 60_000;
const COUNT = 'refs';

/** References of a machine; several processes may write them at once. */
export interface LocalRefStore extends RefStore {
  /** How many references were ever written: whether there are new ones since one looked. */
  written(): number;
  /** Keeps a reference by the bytes of its key, unless one is there already; false where one is. */
  restore(key: Buffer, value: string): Promise<boolean>;
}

/** References in LMDB. */
export function createLmdbRefStore(root: RootDatabase, meta: Database<number, string>): LocalRefStore {
  const refs = root.openDB<string, Buffer>('refs', { keyEncoding: 'binary', encoding: 'string' });
  const seen = root.openDB<number, Buffer>('runs', { keyEncoding: 'binary', encoding: 'msgpack' });

  function* rowsOf(run: string): Generator<{ key: Buffer; effect: string; value: string }> {
    const start = refKey({ run, effect: '' });
    const end = refKey({ run, effect: '' });
    // NUL ends the run's name, so the names of other runs stand before it or after this.
    end[end.length - 1] = 1;
    for (const { key, value } of refs.getRange({ start, end }))
      yield { key: Buffer.from(key), effect: Buffer.from(key).toString('utf8', start.length), value };
  }

  return {
    putOnce: async (key, value) => {
      currentSignal()?.throwIfAborted();
      checkRef(key, value);
      const name = refKey(key);
      const run = Buffer.from(key.run);
      const standing = await root.transaction(() => {
        const found = refs.get(name);
        if (found === undefined) {
          void refs.put(name, value);
          void meta.put(COUNT, (meta.get(COUNT) ?? 0) + 1);
        }
        if (Date.now() - (seen.get(run) ?? 0) > SEEN_EVERY_MS) void seen.put(run, Date.now());
        return found;
      });
      await refs.flushed;
      return standing ?? value;
    },
    get: (key) => Promise.resolve().then(() => refs.get(refKey(key))),
    list: (run) => Promise.resolve([...rowsOf(run)].map(({ effect, value }) => ({ effect, value }))),
    runs: () => {
      const found: SeenRun[] = [];
      for (const run of runNames(refs)) found.push({ run, seenMs: seen.get(Buffer.from(run)) ?? 0 });
      return Promise.resolve(found);
    },
    removeRun: async (run) => {
      await root.transaction(() => {
        for (const { key } of [...rowsOf(run)]) void refs.remove(key);
        void seen.remove(Buffer.from(run));
      });
    },
    restore: async (key, value) => {
      if (refs.doesExist(key)) return false;
      await refs.put(key, value);
      return true;
    },
    written: () => meta.get(COUNT) ?? 0,
  };
}

/** The name of each run once: from the first key of one it is a jump to behind its last. */
function* runNames(refs: Database<string, Buffer>): Generator<string> {
  for (let start: Buffer = Buffer.alloc(0); ;) {
    const [first] = [...refs.getKeys({ start, limit: 1 })];
    if (first === undefined) return;
    const key = Buffer.from(first);
    const run = key.subarray(0, key.indexOf(0));
    yield run.toString('utf8');
    start = Buffer.concat([run, Buffer.from([1])]);
  }
}
