import {
  chunkOf,
  eventsAfter,
  NO_EVENTS,
  withEvents,
  withoutChunk,
  type EventChunk,
  type EventLog,
  type RunEvent,
} from '../../../src/domain/run/events';
import { asBlob } from '../../support/hashes';
import fc from '../../support/fast-check';

const AT = '2026-01-01T00:00:00.000Z';
const hashOf = (number: number) => asBlob(number.toString(16).padStart(64, '0'));

/** A log as its host keeps it: older events go to a store whenever there are too many. */
function logOf(sizes: readonly number[]): { log: EventLog; store: Map<string, EventChunk> } {
  const store = new Map<string, EventChunk>();
  let log = NO_EVENTS;
  for (const size of sizes) {
    const told = Array.from({ length: size }, () => ({ kind: 'tick', text: '' }));
    log = withEvents(log, told, AT);
    const chunk = chunkOf(log);
    if (!chunk) continue;
    const hash = hashOf(store.size + 1);
    store.set(hash, chunk);
    log = withoutChunk(log, chunk, hash);
  }
  return { log, store };
}

/** All events after a number, as a reader puts them together. */
function readAfter({ log, store }: ReturnType<typeof logOf>, sequence: number): RunEvent[] {
  const page = eventsAfter(log, sequence);
  const found = [...page.events];
  for (let hash = page.earlier; hash !== undefined;) {
    const chunk = store.get(hash);
    if (!chunk) throw new Error(`there is no chunk ${hash}`);
    found.unshift(...chunk.events.filter((event) => event.sequence > sequence));
    hash = (chunk.events[0]?.sequence ?? 0) > sequence + 1 ? chunk.previous : undefined;
  }
  return found;
}

const sizes = fc.array(fc.nat({ max: 60 }), { maxLength: 40 });

describe('the events of a run', () => {
  it('are found from any number on, each once and in order, wherever they are kept', () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 3_000 }), (given, after) => {
        const kept = logOf(given);
        const expected = Array.from(
          { length: Math.max(0, kept.log.count - after) },
          (_, index) => after + index + 1,
        );
        expect(readAfter(kept, after).map(({ sequence }) => sequence)).toEqual(expected);
      }),
    );
  });

  it('at hand stay few however many there were', () => {
    fc.assert(
      fc.property(sizes, (given) => {
        const { log } = logOf(given);
        expect(log.recent.length).toBeLessThan(200);
        expect(log.count).toBe(given.reduce((sum, size) => sum + size, 0));
      }),
    );
  });
});
