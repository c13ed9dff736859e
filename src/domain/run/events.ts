import { z } from 'zod';
import { BlobHash } from '../ids';
import { excerpt, utf8Bytes } from '../text';

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

export function eventOf(kind: string, text: string, fields?: NewEvent['fields']): NewEvent {
  return fields ? { kind, text, fields } : { kind, text };
}

/** Events of a run that the store holds: each chunk names the one before. */
export const EventChunk = z.object({
  version: z.literal(1),
  previous: BlobHash.optional(),
  events: z.array(RunEvent),
});
export type EventChunk = z.infer<typeof EventChunk>;

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

/** Events that a run keeps at hand: so many, and so many bytes of their JSON. */
const MOST_RECENT = 200;
export const MOST_RECENT_BYTES = 32 * 1024;
const TEXT_CHARS = 1_000;

/** The log with what has happened at a time. */
export function withEvents(log: EventLog, given: readonly NewEvent[], at: string): EventLog {
  const added = given.map(({ kind, text, fields = {} }, index) => ({
    version: 1 as const,
    sequence: log.count + index + 1,
    at,
    kind,
    text: excerpt(text, TEXT_CHARS),
    fields: boundedFields(fields),
  }));
  return { ...log, count: log.count + added.length, recent: [...log.recent, ...added] };
}

/** A large part is a blob, which a field names by its hash. */
function boundedFields(fields: NonNullable<NewEvent['fields']>): RunEvent['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? excerpt(value, TEXT_CHARS) : value,
    ]),
  );
}

/** The oldest events of a log that has too many at hand; undefined where it has not. */
export function chunkOf({ recent, stored }: EventLog): EventChunk | undefined {
  const isFull = recent.length >= MOST_RECENT || utf8Bytes(JSON.stringify(recent)) > MOST_RECENT_BYTES;
  if (!isFull || recent.length === 0) return undefined;
  return {
    version: 1,
    previous: stored,
    events: recent.slice(0, Math.ceil(Math.min(recent.length, MOST_RECENT) / 2)),
  };
}

export function lastChunkOf({ recent, stored }: EventLog): EventChunk {
  return { version: 1, previous: stored, events: [...recent] };
}

export function withoutChunk(log: EventLog, chunk: EventChunk, stored: BlobHash): EventLog {
  return { ...log, recent: log.recent.slice(chunk.events.length), stored };
}

export function eventsAfter({ recent, stored }: EventLog, sequence: number): EventPage {
  const oldest = recent[0]?.sequence ?? 1;
  const events = recent.filter((event) => event.sequence > sequence);
  return sequence + 1 < oldest ? { events, earlier: stored } : { events };
}
