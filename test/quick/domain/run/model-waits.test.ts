import { limitPause, NO_WAITS, tooLongSentence, withLimitWait } from '../../../../src/domain/run/model-waits';

describe('waits for limits of the model', () => {
  it('are as long as the endpoint asks, and a second at least', () => {
    expect(limitPause(90_000, 5)).toBe(90_000);
    expect(limitPause(3, 0)).toBe(1_000);
  });

  it('grow from a minute to a quarter of an hour where the endpoint names no time', () => {
    expect([0, 1, 2, 3, 4, 50].map((waits) => limitPause(undefined, waits) / 60_000)).toEqual([
      1, 2, 4, 8, 15, 15,
    ]);
  });

  it('count time once that calls side by side share', () => {
    const first = withLimitWait(NO_WAITS, 1_000, { untilMs: 11_000, why: 'a' });
    const second = withLimitWait(first, 2_000, { untilMs: 14_000, why: 'b' });
    const third = withLimitWait(second, 20_000, { untilMs: 25_000, why: 'c' });
    expect([first, second, third].map(({ waitedMs }) => waitedMs)).toEqual([10_000, 13_000, 18_000]);
  });

  it('that are too long are refused with the flag that allows them', () => {
    expect(tooLongSentence('It is limited.', 7_200_000, 600_000)).toBe(
      'It is limited. It resets in 2h, and the run may wait 10m for limits in all (--wait-for-limit).',
    );
  });
});
