import {
  chunkOf,
  EventChunk,
  eventsAfter,
  NO_EVENTS,
  withEvents,
  withoutChunk,
  type EventLog,
} from '../../../../src/domain/run/events';
import { excerpt } from '../../../../src/domain/text';
import { asBlob } from '../../../support/hashes';

const AT = '2026-01-01T00:00:00.000Z';
const STORED = asBlob('c'.repeat(64));
const logOf = (count: number, log: EventLog = NO_EVENTS): EventLog =>
  withEvents(
    log,
    Array.from({ length: count }, (_, index) => ({ kind: 'tick', text: `tick ${index}` })),
    AT,
  );
const sequences = ({ events }: { events: readonly { sequence: number }[] }) =>
  events.map(({ sequence }) => sequence);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('an event', () => {
  it('is numbered from 1 and dated, with its facts', () => {
    const first = withEvents(NO_EVENTS, [{ kind: 'asked', text: 'May I?', fields: { hash: 'x' } }], AT);
    expect(first.recent).toEqual([
      { version: 1, sequence: 1, at: AT, kind: 'asked', text: 'May I?', fields: { hash: 'x' } },
    ]);
    expect(withEvents(first, [{ kind: 'answered', text: 'Yes' }], AT).recent[1]).toMatchObject({
      sequence: 2,
      fields: {},
    });
  });

  it('has at most 1,000 characters of a text, and says how many are left out', () => {
    const { recent } = withEvents(NO_EVENTS, [{ kind: 'said', text: 'x'.repeat(9_000) }], AT);
    expect(recent[0]?.text).toBe(excerpt('x'.repeat(9_000), 1_000));
    expect(recent[0]?.text.replace(/[^x]/g, '').length).toBeLessThanOrEqual(1_000);
  });
});

describe('a log of many events', () => {
  it('stays at hand until there are 200', () => {
    expect(chunkOf(logOf(199))).toBeUndefined();
    const chunk = chunkOf(logOf(200));
    expect(chunk && sequences(chunk)).toEqual(range(1, 100));
    expect(EventChunk.parse(chunk)).toEqual(chunk);
  });

  it('goes to the store in chunks, each of which names the one before', () => {
    const log = logOf(250);
    const chunk = chunkOf(log);
    if (!chunk) throw new Error('there is no chunk');
    expect(chunk.previous).toBeUndefined();
    const rest = withoutChunk(log, chunk, STORED);
    expect(rest.count).toBe(250);
    expect(rest.recent.map(({ sequence }) => sequence)).toEqual(range(101, 250));
    expect(chunkOf(logOf(50, rest))).toMatchObject({ previous: STORED });
    expect(logOf(1, rest).recent.at(-1)?.sequence).toBe(251);
  });
});

describe('the events after a number', () => {
  const log = logOf(250);
  const chunk = chunkOf(log);
  if (!chunk) throw new Error('there is no chunk');
  const rest = withoutChunk(log, chunk, STORED);

  it.each([
    [0, range(101, 250), STORED],
    [99, range(101, 250), STORED],
    [100, range(101, 250), undefined],
    [249, [250], undefined],
    [250, [], undefined],
    [999, [], undefined],
  ])('%d are those at hand, with the chunk before them where it is needed', (after, found, earlier) => {
    const page = eventsAfter(rest, after);
    expect(sequences(page)).toEqual(found);
    expect(page.earlier).toBe(earlier);
  });

  it('are none of a run that has told nothing yet', () => {
    expect(eventsAfter(NO_EVENTS, 0)).toEqual({ events: [] });
  });
});
