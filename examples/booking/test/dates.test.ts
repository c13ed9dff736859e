import { addDays, daysBetween, isWeekendNight } from '../src/dates';

describe('dates', () => {
  it('adds days over the ends of months', () => {
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('counts days', () => {
    expect(daysBetween('2026-03-01', '2026-03-01')).toBe(0);
    expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
  });

  it('knows weekend nights', () => {
    expect(['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'].map(isWeekendNight)).toEqual([false, true, true, false]);
  });

  it('refuses what is not a day', () => {
    expect(() => addDays('tomorrow', 1)).toThrow('not a day: tomorrow');
  });
});
