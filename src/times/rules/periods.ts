import { a, joined, maybe, maybeWord, rule, word, type Rule } from '../chart';
import { fieldsOf, fullYear, isName, resolved, unitTime } from '../dates';
import type { Context, Meaning, PartialDate, Time, Values } from '../values';
import { isHan } from '../scan';
import {
  DAY_MS,
  mondayOf,
  nthWeek,
  nthWeekday,
  partsOf,
  unitStart,
  wallAt,
  type Unit,
  type Wall,
} from '../wall';

const time = (value: Time): Meaning => ({ kind: 'time', value });
const fields =
  (...all: string[]) =>
  (value: PartialDate) =>
    all.includes(fieldsOf(value));
const PERIOD = fields('y', 'm', 'ym');
const isUnit = (unit: Unit) => (value: Unit) => value === unit;
const isShortYear = ({ digits }: Values['num']) => digits === 2 || digits === 4;
const isSmall = (value: number) => value <= 53;

/** Weeks, quarters, halves, decades, centuries and parts of periods. */
export const periodRules: readonly Rule[] = [
  // first Friday of this month, 7월 첫째 주 금요일, 四月的最后一个星期一.
  rule([a('ord'), a('date', fields('w')), a('date', PERIOD)], ([nth, day, period], context) =>
    weekdayOf(nth, day, period, context),
  ),
  rule([a('date', PERIOD), a('ord'), a('date', fields('w'))], ([period, nth, day], context) =>
    weekdayOf(nth, day, period, context),
  ),
  rule(
    [a('date', PERIOD), a('ord'), a('unit', isUnit('week')), a('date', fields('w'))],
    ([period, nth, , day], context) => weekdayOf(nth, day, period, context),
  ),
  rule([a('ord', (nth) => nth > 0), a('date', fields('w'))], ([nth, day], context) =>
    recentWeekday(nth, day, context),
  ),

  rule([a('ord'), a('unit', isUnit('day')), a('date', PERIOD)], ([nth, , period], context) =>
    dayOf(nth, period, context),
  ),
  rule([a('date', PERIOD), a('ord'), a('unit', isUnit('day'))], ([period, nth], context) =>
    dayOf(nth, period, context),
  ),

  // Weeks.
  rule([a('ord', isSmall), a('unit', isUnit('week')), a('date', PERIOD)], ([nth, , period], context) =>
    weekOf(nth, period, context),
  ),
  rule([a('date', PERIOD), a('ord', isSmall), a('unit', isUnit('week'))], ([period, nth], context) =>
    weekOf(nth, period, context),
  ),
  rule(
    [a('date', PERIOD), a('num', (num) => isName(num) && num.value <= 53), joined(a('unit', isUnit('week')))],
    ([period, nth], context) => weekOf(nth.value, period, context),
  ),
  rule(
    [
      a('unit', isUnit('week')),
      a('num', ({ value, counts }) => !counts && value >= 1 && value <= 53),
      maybe('date', fields('y')),
    ],
    // 星期八 is no week.
    ([, { value }, year], context, { from }) =>
      isHan(context.text[from] ?? '') ? undefined : weekOfYear(value, year, context),
  ),
  rule([word('week-letter'), joined(a('num')), maybe('date', fields('y'))], ([, { value }, year], context) =>
    weekOfYear(value, year, context),
  ),
  rule(
    [maybeWord('the'), a('unit', isUnit('week')), a('date', fields('d', 'md', 'ymd'))],
    ([, , day], context) => {
      const at = resolved(day, context);
      return at && time(unitTime('week', mondayOf(at.from)));
    },
  ),
  rule(
    [a('unit', isUnit('week')), word('starting'), a('date', fields('md', 'ymd', 'd', 'w'))],
    ([, , day], context) => {
      const at = resolved(day, context);
      return at && time({ ...at, to: at.from + 7 * DAY_MS });
    },
  ),
  rule([a('unit', isUnit('week')), word('starting'), a('time')], ([, , at]) =>
    time({ ...at, to: at.from + 7 * DAY_MS }),
  ),

  rule(
    [
      a('num', ({ digits }) => digits === 4),
      maybeWord('slash'),
      joined(word('week-letter')),
      joined(a('num')),
    ],
    ([{ value: year }, , , { value }], context) => weekOf(value, { year }, context),
  ),
  rule([a('unit', isUnit('weekend')), a('date', fields('d', 'md', 'ymd'))], ([unit, day], context) => {
    const at = resolved(day, context);
    return at && time(unitTime(unit, unitStart(unit, at.from, 0)));
  }),
  rule([a('ord'), a('unit', isUnit('day')), a('unit', isUnit('month'))], ([nth, , unit], { today }) => {
    const { year, month } = partsOf(unitStart(unit, today, 0));
    return {
      kind: 'date',
      value: { year, month, day: nth < 0 ? partsOf(wallAt(year, month + 1, 0)).day : nth },
    };
  }),

  // Quarters and halves of years.
  rule([a('ord'), a('unit')], ([nth, unit]) => piece(nth, unit)),
  rule([a('num', isName), joined(a('unit'))], ([{ value }, unit]) => piece(value, unit)),
  rule([a('ord', (nth) => nth > 0), word('half')], ([nth]) => piece(nth, 'half')),
  rule([word('quarter-letter'), joined(a('num'))], ([, { value }]) => piece(value, 'quarter')),
  rule([word('half-letter'), joined(a('num'))], ([, { value }]) => piece(value, 'half')),
  // 1Q24, 2H 2015; 1h alone is an hour.
  ...(['quarter', 'half'] as const).map((unit) =>
    rule([a('num'), joined(word(`${unit}-letter`))], ([{ value }]) => piece(value, unit, true)),
  ),
  rule([a('piece'), joined(a('num', isShortYear))], ([one, { value, digits }], { today }) =>
    pieceOf(one, fullYear(value, digits, today)),
  ),
  rule([a('piece', ({ weak }) => !weak)], ([one], { today }) => {
    const { year } = partsOf(today);
    return pieceOf(one, wallAt(year, one.start, 1) <= today ? year : year - 1);
  }),
  rule([a('rel', ({ counts }) => !counts), a('piece')], ([{ by }, one], { today }) =>
    pieceOf(one, partsOf(today).year + by + (by < 0 && hasEnded(one, today) ? 1 : 0)),
  ),
  rule([a('piece'), maybeWord('slash'), a('date', fields('y'))], ([one, , { year = 1 }]) =>
    pieceOf(one, year),
  ),
  // As long as the span from 2023 to a fourth quarter, and narrower.
  rule(
    [maybeWord('from', 'between'), a('date', fields('y')), maybeWord('slash'), a('piece')],
    ([, { year = 1 }, , one]) => pieceOf(one, year),
  ),
  rule([a('num', ({ digits }) => digits === 4), joined(a('piece'))], ([{ value }, one]) =>
    pieceOf(one, value),
  ),

  // Decades and centuries.
  rule([a('decade')], ([{ value, digits }], context) => decade(value, digits, context)),
  rule(
    [
      a('num', ({ value }) => value >= 10 && value <= 30),
      maybeWord('dash'),
      a('decade', ({ digits }) => digits === 2),
    ],
    ([{ value }, , tens], context) => decade(value * 100 + tens.value, 4, context),
  ),
  rule([a('num', ({ value }) => value % 10 === 0), joined(word('decade-mark'))], ([{ value }], context) =>
    decade(value, value < 100 ? 2 : 4, context),
  ),
  rule(
    [
      a('time', ({ unit }) => unit === 'century'),
      a('num', ({ value }) => value < 100),
      joined(word('decade-mark')),
    ],
    ([century, { value }], context) => decade(partsOf(century.from).year + value, 4, context),
  ),
  rule([a('ord', (nth) => nth > 0 && nth < 40), a('unit', isUnit('century'))], ([nth]) => century(nth)),
  rule(
    [a('num', (num) => isName(num) && num.value > 0 && num.value < 40), joined(a('unit', isUnit('century')))],
    ([{ value }]) => century(value),
  ),
];

function weekdayOf(
  nth: number,
  { weekday = 1 }: PartialDate,
  period: PartialDate,
  context: Context,
): Meaning | undefined {
  const whole = resolved(period, context);
  const day = whole && nthWeekday(whole, weekday, nth);
  return day === undefined ? undefined : time(unitTime('day', day));
}

/** `second Sunday`: of this month, or of the last one where this one's is still to come. */
function recentWeekday(nth: number, { weekday = 1 }: PartialDate, { today }: Context): Meaning | undefined {
  for (const shift of [0, -1, -2, -3]) {
    const month = unitTime('month', unitStart('month', today, shift));
    const day = nthWeekday(month, weekday, nth);
    if (day !== undefined && day <= today) return time(unitTime('day', day));
  }
  return undefined;
}

function dayOf(nth: number, period: PartialDate, context: Context): Meaning | undefined {
  const whole = resolved(period, context);
  if (!whole || nth === 0) return undefined;
  const start = nth < 0 ? whole.to + nth * DAY_MS : whole.from + (nth - 1) * DAY_MS;
  return start < whole.to ? time(unitTime('day', start)) : undefined;
}

function weekOf(nth: number, period: PartialDate, context: Context): Meaning | undefined {
  const whole = resolved(period, context);
  if (!whole || nth === 0) return undefined;
  const start = nthWeek(whole, nth);
  return start < whole.to ? time(unitTime('week', start)) : undefined;
}

function weekOfYear(nth: number, year: PartialDate | undefined, context: Context): Meaning | undefined {
  return weekOf(nth, year ?? { year: partsOf(context.today).year }, context);
}

/** `weak`: only beside a year, as the last quarter, which is else the one before now. */
function piece(index: number, unit: Unit, weak = index < 0): Meaning | undefined {
  const months = unit === 'quarter' ? 3 : unit === 'half' ? 6 : undefined;
  if (months === undefined || index === 0 || index < -1 || index > 12 / months) return undefined;
  const start = index < 0 ? 13 - months : (index - 1) * months + 1;
  return { kind: 'piece', value: { start, months, ...(weak && { weak }) } };
}

function pieceOf({ start, months }: Values['piece'], year: number): Meaning {
  const unit = months === 3 ? 'quarter' : 'half';
  return time({ from: wallAt(year, start, 1), to: wallAt(year, start + months, 1), unit });
}

/** This year's is over: it is the last one. */
function hasEnded({ start, months }: Values['piece'], today: Wall): boolean {
  return wallAt(partsOf(today).year, start + months, 1) <= today;
}

/** Two digits mean the last such decade that has begun; `the 1800s` are a century. */
function decade(value: number, digits: number, { today }: Context): Meaning {
  if (digits > 2 && value % 100 === 0 && value < 2000) return century(value / 100 + 1);
  const { year } = partsOf(today);
  const hundreds = Math.floor(year / 100) * 100;
  const start = digits > 2 ? value : hundreds + value <= year ? hundreds + value : hundreds - 100 + value;
  return time(unitTime('decade', wallAt(start, 1, 1)));
}

function century(nth: number): Meaning {
  return time(unitTime('century', wallAt((nth - 1) * 100 || 1, 1, 1)));
}
