import { a, joined, maybe, maybeWord, rule, word, type Rule } from '../chart';
import { fieldsOf, isTime, isWeek, resolved, unitTime } from '../dates';
import type { Context, Duration, Meaning, PartialDate, Time, Values } from '../values';
import {
  addMonths,
  addWorkdays,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  mondayOf,
  MONTHS_IN,
  partsOf,
  startOfDay,
  unitStart,
  type Unit,
  type Wall,
} from '../wall';

const time = (value: Time): Meaning => ({ kind: 'time', value });
/** Nothing is counted as `07`, and no four digits of years. */
export const isCount = ({ value, digits, inWord, spelled }: Values['num']) =>
  !inWord && !spelled && digits <= String(value).length && value < 1000;
const isWeekday = (value: PartialDate) => fieldsOf(value) === 'w';
const isMonth = (value: PartialDate) => fieldsOf(value) === 'm';
const isMonthDay = (value: PartialDate) => fieldsOf(value) === 'md';
const isToday = ({ unit, shift }: Values['shifted']) => unit === 'day' && shift === 0;
const MOST_PARTS = 3;

/** Times by their distance from now: `last week`, `사흘 전`, `近三年`, `two days before yesterday`. */
export const relativeRules: readonly Rule[] = [
  rule([a('shifted')], ([{ unit, shift }], context) => shiftedUnit(unit, shift, context)),
  rule([a('recent')], ([hours], { today, now }) =>
    hours < 24
      ? time({ from: now - hours * HOUR_MS, to: now + MINUTE_MS, unit: 'hour' })
      : time({ from: today - hours * HOUR_MS, to: today + DAY_MS, unit: 'day' }),
  ),
  rule([a('rel', ({ counts }) => !counts), a('unit')], ([{ by }, unit], context) =>
    shiftedUnit(unit, by, context),
  ),
  rule([a('rel', ({ by, alone }) => by < 0 && alone === true), a('unit')], ([, unit], context) => {
    if (unit === 'weekend') return shiftedUnit(unit, -1, context);
    const one = duration(1, unit);
    return one?.kind === 'dur' ? counted(one.value, -1, context) : undefined;
  }),
  rule(
    [word('the'), a('unit', (unit) => MONTHS_IN[unit] !== undefined || unit === 'week')],
    ([, unit], context) => shiftedUnit(unit, 0, context),
  ),
  rule([a('unit', (unit) => unit === 'weekend')], ([unit], context) => shiftedUnit(unit, 0, context)),
  rule([a('unit'), word('after-next')], ([unit], context) => shiftedUnit(unit, 2, context)),
  // the day before yesterday, the day after 1 October
  ...[a('time'), a('date', isDated)].map((end) =>
    rule([a('unit', (unit) => unit === 'day'), word('after', 'before'), end], ([, where, base], context) => {
      const at = isTime(base) ? base : resolved(base, context);
      const day = where === 'before' ? -1 : 1;
      return at?.unit === 'day' ? time(unitTime('day', at.from + day * DAY_MS)) : undefined;
    }),
  ),
  rule([a('date', isWeekday), word('before-last')], ([{ weekday = 1 }], { today }) =>
    time(unitTime('day', mondayOf(today) + (weekday - 15) * DAY_MS)),
  ),
  rule([a('unit'), word('before-last')], ([unit], context) => shiftedUnit(unit, -2, context)),

  // last Friday: of the last week; last September: of the last year.
  rule([a('rel', ({ counts }) => !counts), a('date', isWeekday)], ([{ by }, { weekday = 1 }], { today }) =>
    time(unitTime('day', mondayOf(today) + (by * 7 + weekday - 1) * DAY_MS)),
  ),
  rule([a('rel', ({ counts }) => !counts), a('date', isMonth)], ([{ by, recent }, { month }], { today }) => ({
    kind: 'date',
    value: recent ? { month } : { month, year: partsOf(today).year + by },
  })),
  // last Christmas: the most recent one.
  rule([a('rel', ({ counts }) => !counts), a('date', isMonthDay)], ([{ by }, day], context) => {
    const year = partsOf(context.today).year;
    const at = by < 0 ? resolved(day, context) : resolved({ ...day, year: year + by }, context);
    return at && time(at);
  }),
  // A year ago to the day: 작년 오늘.
  rule([a('date', (value) => fieldsOf(value) === 'y'), a('shifted', isToday)], ([{ year }], { today }) => {
    const { month, day } = partsOf(today);
    return { kind: 'date', value: { year, month, day } };
  }),
  rule([a('time', isWeek), a('date', isWeekday)], ([week, { weekday = 1 }]) => dayOf(week, weekday)),
  rule([a('date', isWeekday), a('time', isWeek)], ([{ weekday = 1 }, week]) => dayOf(week, weekday)),

  // Durations.
  rule([a('num', isCount), a('unit')], ([{ value }, unit]) => duration(value, unit)),
  rule([a('num', isCount), word('day-mark')], ([{ value }]) => duration(value, 'day')),
  rule([a('num', isCount), word('year-mark')], ([{ value }]) => duration(value, 'year')),
  rule([a('num', isCount), word('minute-mark')], ([{ value }]) => duration(value, 'minute')),
  rule([a('num'), maybeWord('and'), word('half'), a('unit')], ([{ value }, , , unit]) =>
    duration(value + 0.5, unit),
  ),
  rule([a('num'), a('unit'), word('half')], ([{ value }, unit]) => duration(value + 0.5, unit)),
  rule([word('half'), a('unit')], ([, unit]) =>
    unit === 'year' ? duration(1, 'half') : duration(0.5, unit),
  ),
  rule([word('half'), joined(word('year-mark'))], () => duration(1, 'half')),
  rule([a('num', isCount), word('year-mark'), word('half')], ([{ value }]) => duration(value + 0.5, 'year')),
  rule([a('dur'), a('dur')], ([one, other]) => sum(one, other)),

  // Points: ago, later, before and after another time.
  rule([a('dur'), word('ago')], ([dur], context) => time(pointAt(context.now, dur, -1))),
  rule([a('dur'), word('later')], ([dur], context) => time({ ...pointAt(context.now, dur, 1), ahead: true })),
  rule([word('in'), a('dur')], ([, dur], context) => time(pointAt(context.now, dur, 1))),
  rule([a('dur'), word('from', 'after'), a('time')], ([dur, , base]) => time(pointAt(base.from, dur, 1))),
  rule([a('time'), word('since-then'), a('dur'), word('later')], ([base, , dur]) =>
    time(pointAt(base.from, dur, 1)),
  ),
  rule([a('dur'), word('before'), a('time')], ([dur, , base]) => time(pointAt(base.from, dur, -1))),
  rule([a('dur'), word('from', 'after', 'before'), a('date', isDated)], ([dur, from, base], context) => {
    const resolvedBase = resolved(base, context);
    return resolvedBase && time(pointAt(resolvedBase.from, dur, from === 'before' ? -1 : 1));
  }),
  rule(
    [a('num'), a('date', isWeekday), word('ago', 'later')],
    ([{ value }, { weekday = 1 }, where], context) =>
      time(unitTime('day', countedWeekday(value, weekday, where === 'ago' ? -1 : 1, context.today))),
  ),

  // Spans that count units: the last three weeks, within five days.
  // 上半年 is a half of a year, and not the last one.
  rule([a('rel', ({ by }) => Math.abs(by) === 1), a('dur')], ([{ by, counts, recent }, dur], context) =>
    dur.unit === 'half' && !counts && !recent ? undefined : counted(dur, by, context),
  ),
  // 前1周 is the last week; 前10天 could be the last ten days and the first ones: it is neither.
  rule([word('leading'), a('dur', isOne)], ([, dur], context) => counted(dur, -1, context)),
  rule([a('dur'), word('tail')], ([dur], context) => counted(dur, -1, context)),
  rule([a('dur'), word('hence')], ([dur], context) => counted(dur, 1, context)),
  rule([word('within'), maybe('rel', ({ by }) => by === 1), a('dur')], ([, , dur], { today }) =>
    time({ from: today, to: moved(today, dur, 1), unit: dur.unit }),
  ),
  rule([word('within'), a('rel', ({ by }) => by === -1), a('dur')], ([, , dur], context) =>
    counted(dur, -1, context),
  ),
  rule([word('within', 'for'), a('dur'), word('from', 'starting'), a('time')], ([, dur, , base]) =>
    time({ from: base.from, to: moved(base.from, dur, 1), unit: dur.unit }),
  ),
  rule([a('dur'), word('starting'), a('time')], ([dur, , base]) =>
    time({ from: base.from, to: moved(base.from, dur, 1), unit: dur.unit }),
  ),
  rule(
    [word('within', 'for'), a('dur'), word('from', 'starting'), a('date', isDated)],
    ([, dur, , base], context) => {
      const start = resolved(base, context);
      return start && time({ from: start.from, to: moved(start.from, dur, 1), unit: dur.unit });
    },
  ),
];

function isOne(dur: Duration): boolean {
  const one = duration(1, dur.unit);
  return dur.unit !== 'half' && one?.kind === 'dur' && JSON.stringify(one.value) === JSON.stringify(dur);
}

function isDated(value: PartialDate): boolean {
  return value.day !== undefined && value.month !== undefined;
}

function dayOf(week: Time, weekday: number): Meaning {
  return time(unitTime('day', week.from + (weekday - 1) * DAY_MS));
}

/** Months and years stay dates, so that `this month` and `the 10th` make one. */
export function shiftedUnit(unit: Unit, shift: number, { now }: Context): Meaning {
  const start = unitStart(unit, now, shift);
  const { year, month } = partsOf(start);
  if (unit === 'year') return { kind: 'date', value: { year } };
  if (unit === 'month') return { kind: 'date', value: { year, month } };
  return time(unitTime(unit, start));
}

export function duration(count: number, unit: Unit): Meaning | undefined {
  const months = (MONTHS_IN[unit] ?? 0) * count;
  const minutes = unit === 'minute' ? count : unit === 'hour' ? 60 * count : 0;
  const days = unit === 'day' ? count : unit === 'week' ? 7 * count : 0;
  const workdays = unit === 'workday' ? count : 0;
  if (unit === 'weekend') return undefined;
  const restDays = Math.round((months % 1) * 30);
  return {
    kind: 'dur',
    value: { months: Math.floor(months), days: days + restDays, workdays, minutes, unit, parts: 1 },
  };
}

function sum(one: Duration, other: Duration): Meaning | undefined {
  if (one.parts + other.parts > MOST_PARTS || one.unit === other.unit) return undefined;
  return {
    kind: 'dur',
    value: {
      months: one.months + other.months,
      days: one.days + other.days,
      workdays: one.workdays + other.workdays,
      minutes: one.minutes + other.minutes,
      unit: SIZES.indexOf(one.unit) < SIZES.indexOf(other.unit) ? one.unit : other.unit,
      parts: one.parts + other.parts,
    },
  };
}

const SIZES: readonly Unit[] = [
  'minute',
  'hour',
  'day',
  'workday',
  'week',
  'month',
  'quarter',
  'half',
  'year',
  'decade',
  'century',
];

export function moved(wall: Wall, dur: Duration, sign: 1 | -1): Wall {
  const byMonths = addMonths(wall, sign * dur.months);
  const byDays = byMonths + sign * (dur.days * DAY_MS + dur.minutes * MINUTE_MS);
  return dur.workdays === 0 ? byDays : addWorkdays(byDays, sign * Math.round(dur.workdays));
}

/** A single day, as people count them; for hours and minutes one of those. */
export function pointAt(base: Wall, dur: Duration, sign: 1 | -1): Time {
  const at = moved(base, dur, sign);
  if (dur.minutes > 0) {
    const isHours = dur.minutes % 60 === 0;
    const around = Math.max((dur.minutes * MINUTE_MS) / 4, MINUTE_MS);
    return {
      from: at,
      to: at + (isHours ? HOUR_MS : MINUTE_MS),
      unit: isHours ? 'hour' : 'minute',
      around: { from: at - around, to: at + around },
    };
  }
  const day = unitTime('day', startOfDay(at));
  if (dur.unit === 'day' || dur.unit === 'workday') return day;
  const start = unitStart(dur.unit, at, 0);
  const around = unitTime(dur.unit, start);
  return { ...day, around: { from: around.from, to: around.to } };
}

/** The units before now, or those after today; decades are whole ones. */
export function counted(dur: Duration, by: number, { today, now, lastIncluded }: Context): Meaning {
  if (dur.minutes > 0)
    return time(
      by < 0
        ? { from: moved(now, dur, -1), to: now + MINUTE_MS, unit: dur.unit }
        : { from: now, to: moved(now, dur, 1), unit: dur.unit },
    );
  if (dur.unit === 'decade' || dur.unit === 'century') {
    const start = unitStart(dur.unit, today, by < 0 ? 0 : 1);
    const other = addMonths(start, by < 0 ? -dur.months : dur.months);
    return time({ from: Math.min(start, other), to: Math.max(start, other), unit: dur.unit });
  }
  if (by > 0) return time({ from: today + DAY_MS, to: moved(today + DAY_MS, dur, 1), unit: dur.unit });
  return time({ from: moved(today, dur, -1), to: lastIncluded ? today + DAY_MS : today, unit: dur.unit });
}

/** Two Sundays from now, two Sundays ago. */
function countedWeekday(count: number, weekday: number, sign: 1 | -1, today: Wall): Wall {
  const distance = (sign * (weekday - partsOf(today).weekday) + 7) % 7 || 7;
  return today + sign * (distance + (Math.max(1, Math.min(count, 1000)) - 1) * 7) * DAY_MS;
}
