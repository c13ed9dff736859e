import { setTimeout as delay } from 'node:timers/promises';
import { NewEvents } from '../../../src/client/event-log';
import type { EventPage, RunEvent } from '../../../src/domain/run/events';

const EVENTS = [1, 2, 3].map((sequence): RunEvent => ({
  version: 1,
  sequence,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'told',
  text: '',
  fields: {},
}));

/** A run whose answers take less time each. */
function hastyRun() {
  let answers = 0;
  return {
    events: async (after: number): Promise<EventPage> => {
      answers += 1;
      await delay(30 / answers);
      return { events: EVENTS.filter(({ sequence }) => sequence > after) };
    },
  };
}

test('two looks at once give each event once, and in their order', async () => {
  const news = new NewEvents(hastyRun(), 0, () => Promise.resolve(undefined));
  const seen: number[] = [];
  const look = async () => seen.push(...(await news.next()).map(({ sequence }) => sequence));
  await Promise.all([look(), look()]);
  expect(seen).toEqual([1, 2, 3]);
});
