import { z } from 'zod';
import { BlobHash } from '../ids';
import { excerpt } from '../text';

/** One thing that happened in a run, for `watch`, reports and editors. */
export const RunEvent = z.object({
  version: z.literal(1),
  /** From 1, without gaps. */
  sequence: z.number().int(),
  /** ISO 8601, workflow time. */
  at: z.string(),
  /** `attempt`, `diagnosis`, `asked` … */
  kind: z.string(),
  /** One line, or one block, in the run's language. */
  text: z.string(),
  /** The facts of it for machines. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type RunEvent = z.infer<typeof RunEvent>;

/** An event as a machine tells it; the host numbers and dates it. */
export type NewEvent = Pick<RunEvent, 'kind' | 'text'> & { fields?: Readonly<RunEvent['fields']> };

/** Events of a run that the store holds: each chunk names the one before. */
export const EventChunk = z.object({
  version: z.literal(1),
  previous: BlobHash.optional(),
  events: z.array(RunEvent),
});
export type EventChunk = z.infer<typeof EventChunk>;

/** The events of a run: the newest, and where the older ones are. */
export interface EventLog {
  /** How many there were so far. */
  readonly count: number;
  readonly recent: readonly RunEvent[];
  /** The newest chunk; absent while all are recent. */
  readonly stored?: BlobHash;
}

export const NO_EVENTS: EventLog = { count: 0, recent: [] };

/** Answer of the `events` query: those after a sequence number that history holds. */
export interface EventPage {
  events: readonly RunEvent[];
  /** The chunk that ends before them; absent where none is older. */
  earlier?: BlobHash;
}

/** Events that a run keeps at hand, and how many make a chunk. */
const MOST_RECENT = 200;
const CHUNK = 100;
const TEXT_CHARS = 1_000;

/** The log with what has happened at a time. */
export function withEvents(log: EventLog, given: readonly NewEvent[], at: string): EventLog {
  const added = given.map(({ kind, text, fields = {} }, index) => ({
    version: 1 as const,
    sequence: log.count + index + 1,
    at,
    kind,
    text: excerpt(text, TEXT_CHARS),
    fields: { ...fields },
  }));
  return { ...log, count: log.count + added.length, recent: [...log.recent, ...added] };
}

/** The oldest events of a log that has too many at hand; undefined where it has not. */
export function chunkOf({ recent, stored }: EventLog): EventChunk | undefined {
  if (recent.length < MOST_RECENT) return undefined;
  return { version: 1, previous: stored, events: recent.slice(0, CHUNK) };
}

/** The log once a chunk of it is stored. */
export function withoutChunk(log: EventLog, chunk: EventChunk, stored: BlobHash): EventLog {
  return { ...log, recent: log.recent.slice(chunk.events.length), stored };
}

/** The events after a sequence number. */
export function eventsAfter({ recent, stored }: EventLog, sequence: number): EventPage {
  const oldest = recent[0]?.sequence ?? 1;
  const events = recent.filter((event) => event.sequence > sequence);
  return sequence + 1 < oldest ? { events, earlier: stored } : { events };
}
