/** A day as `YYYY-MM-DD`. */
export type Day = string;

const DAY_MS = 86_400_000;

function toMs(day: Day): number {
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms)) throw new RangeError(`not a day: ${day}`);
  return ms;
}

/** The day `count` days later. */
export function addDays(day: Day, count: number): Day {
  return new Date(toMs(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one day to another. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((toMs(to) - toMs(from)) / DAY_MS);
}

/** Friday and Saturday nights are weekend nights. */
export function isWeekendNight(day: Day): boolean {
  const weekday = new Date(toMs(day)).getUTCDay();
  return weekday === 5 || weekday === 6;
}
