import type { BlobHash } from '../../domain/ids';
import { EventChunk, type RunEvent } from '../../domain/run/events';
import type { RunHandle } from '../run-handle';

/** Reads a blob as text; undefined where the store does not have it. */
export type ReadBlob = (hash: BlobHash) => Promise<string | undefined>;

/** Events of stored chunks, from the one after `after` on; those before a chunk that is lost are lost too. */
export async function storedEvents(
  newest: BlobHash | undefined,
  after: number,
  readBlob: ReadBlob,
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (let hash = newest; hash !== undefined;) {
    const text = await readBlob(hash);
    if (text === undefined) break;
    const chunk = EventChunk.parse(JSON.parse(text));
    events.unshift(...chunk.events);
    hash = (chunk.events[0]?.sequence ?? 0) > after + 1 ? chunk.previous : undefined;
  }
  return events.filter(({ sequence }) => sequence > after);
}

/** Events after a number of a run that answers: those that it has at hand, and the stored ones before them. */
export async function eventsAfter(
  run: RunHandle<unknown>,
  after: number,
  readBlob: ReadBlob,
): Promise<RunEvent[]> {
  const { events, earlier } = await run.events(after);
  const first = events[0]?.sequence ?? Infinity;
  const older = (await storedEvents(earlier, after, readBlob)).filter(({ sequence }) => sequence < first);
  return [...older, ...events];
}
