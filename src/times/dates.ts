import { feastDay, type Context, type PartialDate, type Time, type Values } from './values';
import { DAY_MS, dayAt, mondayOf, partsOf, unitEnd, wallAt, type Unit, type Wall } from './wall';

/** A number that can name a day, a month or a year: not glued to a word, and more than a count. */
export function isName({ inWord, counts }: Values['num']): boolean {
  return !inWord && !counts;
}

/** Fields of a date in one word: `ymd`, `md`, `w`. */
export function fieldsOf(date: PartialDate): string {
  return (
    (date.year === undefined ? '' : 'y') +
    (date.month === undefined && date.feast === undefined ? '' : 'm') +
    (date.day === undefined && date.feast === undefined ? '' : 'd') +
    (date.weekday === undefined ? '' : 'w')
  );
}

/** Which parts of dates can stand side by side: `January` + `12`, `12 January` + `2016`. */
const NEIGHBOURS = new Set(
  'y+m m+y m+d d+m ym+d d+ym y+md md+y md+w w+md ymd+w w+ymd w+d d+w mdw+y y+mdw dw+m dw+ym'.split(' '),
);

/** Two parts of one date as one; undefined if they are none. */
export function merged(one: PartialDate, other: PartialDate): PartialDate | undefined {
  if (!NEIGHBOURS.has(`${fieldsOf(one)}+${fieldsOf(other)}`)) return undefined;
  return { ...one, ...other, weak: undefined };
}

/** True for a whole week from Monday on. */
export function isWeek({ unit, from, to }: Time): boolean {
  return unit === 'week' && to - from === 7 * DAY_MS;
}

/** A whole unit as a time. */
export function unitTime(unit: Unit, start: Wall): Time {
  return { from: start, to: unitEnd(unit, start), unit };
}

/** Year of two digits: the one nearest to today. */
export function fullYear(value: number, digits: number, today: Wall): number {
  if (digits > 2 || value > 99) return value;
  const { year } = partsOf(today);
  const century = Math.floor(year / 100) * 100;
  const near = [century - 100, century, century + 100].map((base) => base + value);
  return near.reduce((best, one) => (Math.abs(one - year) < Math.abs(best - year) ? one : best));
}

/** The most recent time that a date can mean; `notBefore`: the first one from there on. */
export function resolved(date: PartialDate, { today }: Context, notBefore?: Wall): Time | undefined {
  if (date.year !== undefined) return ofYear(date, date.year);
  const { year } = partsOf(notBefore ?? today);
  if (date.month !== undefined || date.feast !== undefined) {
    const years = Array.from({ length: 9 }, (_, index) => year + (notBefore === undefined ? -index : index));
    return firstFitting(
      years.map((one) => ofYear(date, one)),
      today,
      notBefore,
    );
  }
  if (date.day !== undefined) return dayOfMonth(date, date.day, today, notBefore);
  return date.weekday === undefined ? undefined : dayOfWeek(date.weekday, today, notBefore);
}

function ofYear({ month, day, feast }: PartialDate, year: number): Time | undefined {
  if (year < 1 || year > 9999) return undefined;
  if (feast !== undefined) {
    const start = feastDay(feast, year);
    return start === undefined ? undefined : unitTime('day', start);
  }
  if (month === undefined) return day === undefined ? unitTime('year', wallAt(year, 1, 1)) : undefined;
  if (month < 1 || month > 12) return undefined;
  if (day === undefined) return unitTime('month', wallAt(year, month, 1));
  const start = dayAt(year, month, day);
  return start === undefined ? undefined : unitTime('day', start);
}

function firstFitting(
  times: readonly (Time | undefined)[],
  today: Wall,
  notBefore: Wall | undefined,
): Time | undefined {
  return times.find(
    (time) => time && (notBefore === undefined ? time.from <= today : time.from >= notBefore),
  );
}

/** A day of the month, of the weekday where one is named and the last years have such a day. */
function dayOfMonth(
  { weekday }: PartialDate,
  day: number,
  today: Wall,
  notBefore: Wall | undefined,
): Time | undefined {
  const { year, month } = partsOf(notBefore ?? today);
  const direction = notBefore === undefined ? -1 : 1;
  const times = Array.from({ length: 36 }, (_, index) => {
    const first = partsOf(wallAt(year, month + index * direction, 1));
    const start = dayAt(first.year, first.month, day);
    return start === undefined ? undefined : unitTime('day', start);
  });
  const onWeekday = times.filter((time) => time && partsOf(time.from).weekday === weekday);
  const fitting = weekday === undefined ? undefined : firstFitting(onWeekday, today, notBefore);
  return fitting ?? firstFitting(times, today, notBefore);
}

/** Monday said on a Monday is the last one: today is called today. */
function dayOfWeek(weekday: number, today: Wall, notBefore: Wall | undefined): Time {
  const base = mondayOf(notBefore ?? today) + (weekday - 1) * DAY_MS;
  if (notBefore !== undefined) return unitTime('day', base >= notBefore ? base : base + 7 * DAY_MS);
  return unitTime('day', base < today ? base : base - 7 * DAY_MS);
}

/** From one date to another: each gets the fields that only the other one names. */
export function spanOf(
  first: PartialDate | Time,
  last: PartialDate | Time,
  context: Context,
): Time | undefined {
  const [one, other] = isTime(first) || isTime(last) ? [first, last] : filled(first, last);
  const start = isTime(one) ? one : resolved(one, context);
  if (!start) return undefined;
  const end = isTime(other) ? other : endOf(one, other, start, context);
  if (!end || end.from < start.from) return undefined;
  const to = context.lastIncluded ? end.to : end.from;
  return to > start.from ? { from: start.from, to, unit: start.unit, span: true } : undefined;
}

/** `1 January to Wednesday` ends on the last Wednesday, every other date is the first one from the start on. */
function endOf(one: PartialDate | Time, other: PartialDate, start: Time, context: Context): Time | undefined {
  const isWeekday = fieldsOf(other) === 'w' && (isTime(one) || fieldsOf(one) !== 'w');
  const past = isWeekday ? resolved(other, context) : undefined;
  return past && past.from >= start.from ? past : resolved(other, context, start.from);
}

export function isTime(value: PartialDate | Time): value is Time {
  return 'from' in value;
}

/** `4 to 22 January 1995`, `10 January 2016 to 12`, `Feb 1st to March 2019`. */
function filled(first: PartialDate, last: PartialDate): [PartialDate, PartialDate] {
  const one = { ...first };
  const other = { ...last };
  if (fieldsOf(one) === 'd' && other.month !== undefined) one.month = other.month;
  if (fieldsOf(other) === 'd' && one.month !== undefined) {
    other.month = one.month;
    if (one.year !== undefined) other.year = one.year;
  }
  if (one.year === undefined && one.month !== undefined && other.year !== undefined)
    one.year = other.month !== undefined && one.month > other.month ? other.year - 1 : other.year;
  return [one, other];
}
