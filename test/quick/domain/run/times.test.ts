import { isoOf, withClock, withWaiting, workedMs, type RunTimes } from '../../../../src/domain/run/times';

const begun: RunTimes = { startedMs: 1_000, waitedMs: 0, clocks: {} };

describe('the time that a run has worked', () => {
  it('is all of its time where it never waited', () => {
    expect(workedMs(begun, 1_000)).toBe(0);
    expect(workedMs(begun, 4_000)).toBe(3_000);
  });

  it('stands still while the run waits for people', () => {
    const waiting = withWaiting(begun, true, 2_000);
    expect(workedMs(waiting, 2_000)).toBe(1_000);
    expect(workedMs(waiting, 90_000)).toBe(1_000);
    const again = withWaiting(waiting, false, 90_000);
    expect(again).toMatchObject({ waitedMs: 88_000, waitingSinceMs: undefined });
    expect(workedMs(again, 91_000)).toBe(2_000);
  });

  it('does not depend on how often the run is told that it waits', () => {
    const waiting = withWaiting(begun, true, 2_000);
    expect(withWaiting(waiting, true, 50_000)).toBe(waiting);
    expect(withWaiting(begun, false, 50_000)).toBe(begun);
  });

  it('leaves out every wait there was', () => {
    const twice = [2_000, 10_000].reduce(
      (times, at) => withWaiting(withWaiting(times, true, at), false, at + 5_000),
      begun,
    );
    expect(twice.waitedMs).toBe(10_000);
    expect(workedMs(twice, 16_000)).toBe(5_000);
  });
});

it('a clock adds up, and what names no clock is on none', () => {
  const once = withClock(begun, 'repair-1', 300);
  expect(withClock(withClock(once, 'repair-1', 200), 'import', 5).clocks).toEqual({
    'repair-1': 500,
    import: 5,
  });
  expect(withClock(once, undefined, 900)).toBe(once);
});

it('a time is told as ISO 8601', () => {
  expect(isoOf(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe('2026-01-02T03:04:05.006Z');
});
