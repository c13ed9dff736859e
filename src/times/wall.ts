/** A moment on the user's clock: milliseconds since 1970-01-01T00:00, counted as if that clock stood at UTC. */
export type Wall = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export type Unit =
  | 'minute'
  | 'hour'
  | 'day'
  | 'workday'
  | 'week'
  | 'weekend'
  | 'month'
  | 'quarter'
  | 'half'
  | 'year'
  | 'decade'
  | 'century';

/** Months in a unit that calendars build of months; undefined for the others. */
export const MONTHS_IN: Readonly<Partial<Record<Unit, number>>> = {
  month: 1,
  quarter: 3,
  half: 6,
  year: 12,
  decade: 120,
  century: 1200,
};

/** Start of a date; undefined where the calendar has none. Months and days from 1. */
export function dayAt(year: number, month: number, day: number): Wall | undefined {
  if (month < 1 || month > 12 || day < 1 || year < 1 || year > 9999) return undefined;
  const wall = wallAt(year, month, day);
  return partsOf(wall).day === day ? wall : undefined;
}

/** As `dayAt`; months and days beyond their ends run over into the next ones. */
export function wallAt(year: number, month: number, day: number): Wall {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

/** Year, month and day from 1; the weekday from 1, Monday, to 7. */
export function partsOf(wall: Wall): { year: number; month: number; day: number; weekday: number } {
  const date = new Date(wall);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() || 7,
  };
}

export function startOfDay(wall: Wall): Wall {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

/** Monday of the week that a moment lies in. */
export function mondayOf(wall: Wall): Wall {
  return startOfDay(wall) - (partsOf(wall).weekday - 1) * DAY_MS;
}

/** The same day `months` later; the last of the month where that has fewer days. */
export function addMonths(wall: Wall, months: number): Wall {
  const { year, month, day } = partsOf(wall);
  const first = wallAt(year, month + months, 1);
  const last = partsOf(wallAt(year, month + months + 1, 0)).day;
  return first + (Math.min(day, last) - 1) * DAY_MS + (wall - startOfDay(wall));
}

/** Monday to Friday, `days` further or back. */
export function addWorkdays(wall: Wall, days: number): Wall {
  let at = wall;
  for (let left = Math.min(Math.abs(days), 10_000); left > 0;) {
    at += Math.sign(days) * DAY_MS;
    if (partsOf(at).weekday <= 5) left -= 1;
  }
  return at;
}

/** Start of the unit that a moment lies in, or of the one `shift` units further. */
export function unitStart(unit: Unit, wall: Wall, shift: number): Wall {
  const months = MONTHS_IN[unit];
  if (months !== undefined) {
    const { year, month } = partsOf(wall);
    const index = Math.floor((year * 12 + month - 1) / months) + shift;
    return wallAt(0, index * months + 1, 1);
  }
  if (unit === 'week') return mondayOf(wall) + shift * 7 * DAY_MS;
  if (unit === 'weekend') return mondayOf(wall) + (shift * 7 + 5) * DAY_MS;
  if (unit === 'workday') return addWorkdays(startOfDay(wall), shift);
  const size = unit === 'minute' ? MINUTE_MS : unit === 'hour' ? HOUR_MS : DAY_MS;
  return (Math.floor(wall / size) + shift) * size;
}

/** End of the unit that starts at `start`. */
export function unitEnd(unit: Unit, start: Wall): Wall {
  if (unit === 'weekend') return start + 2 * DAY_MS;
  if (unit === 'workday') return start + DAY_MS;
  return unitStart(unit, start, 1);
}

/** Monday of the n-th week of a period, by ISO 8601: week 1 holds the fourth day. -1: the last. */
export function nthWeek(period: { from: Wall; to: Wall }, nth: number): Wall {
  if (nth < 0) return mondayOf(period.to - 4 * DAY_MS);
  return mondayOf(period.from + 3 * DAY_MS) + (nth - 1) * 7 * DAY_MS;
}

/** The n-th Monday, Tuesday, … of a period; undefined where it has fewer. -1: the last. */
export function nthWeekday(period: { from: Wall; to: Wall }, weekday: number, nth: number): Wall | undefined {
  const days = (from: number) => ((weekday - from + 7) % 7) * DAY_MS;
  const first = period.from + days(partsOf(period.from).weekday);
  const count = Math.floor((period.to - first - 1) / (7 * DAY_MS)) + 1;
  const index = nth < 0 ? count - 1 : nth - 1;
  return index >= 0 && index < count ? first + index * 7 * DAY_MS : undefined;
}
