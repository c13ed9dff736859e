import type { BlobHash } from '../domain/ids';
import { EventChunk, type EventPage, type RunEvent } from '../domain/run/events';
import { KintsugiError } from '../domain/kintsugi-error';

/** A run that tells its events after a sequence number. */
interface Answering {
  events(after: number): Promise<EventPage>;
}

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
export async function eventsAfter(run: Answering, after: number, readBlob: ReadBlob): Promise<RunEvent[]> {
  const { events, earlier } = await run.events(after);
  const first = events[0]?.sequence ?? Infinity;
  const older = (await storedEvents(earlier, after, readBlob)).filter(({ sequence }) => sequence < first);
  return [...older, ...events];
}

/** The events of a run, each once, in their order. */
export class NewEvents {
  private last: Promise<unknown> = Promise.resolve();

  /** `after`: sequence number of the last event that is known already. */
  constructor(
    private readonly run: Answering,
    private after: number,
    private readonly readBlob: ReadBlob,
  ) {}

  /** Events since the last look; none while nobody answers, so that they come with a later look. One look is under way at a time. */
  next(): Promise<RunEvent[]> {
    const look = this.last.then(() => this.look());
    this.last = look.catch(() => undefined);
    return look;
  }

  private async look(): Promise<RunEvent[]> {
    const events = await eventsAfter(this.run, this.after, this.readBlob).catch((error: unknown) => {
      if (error instanceof KintsugiError) return [];
      throw error;
    });
    this.after = events.at(-1)?.sequence ?? this.after;
    return events;
  }
}
