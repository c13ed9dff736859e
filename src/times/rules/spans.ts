import { a, maybe, maybeWord, rule, word, type Matcher, type Span, type Rule } from '../chart';
import { fieldsOf, isName, isTime, isWeek, resolved, spanOf, unitTime } from '../dates';
import type { Context, Meaning, PartialDate, Time, Values } from '../values';
import { DAY_MS, wallAt } from '../wall';
import { shiftedUnit } from './relative';

const isDay = (num: Values['num']) => isName(num) && num.value >= 1 && num.value <= 31;
const hasMonthDay = ({ month, day }: PartialDate) => month !== undefined && day !== undefined;
const isMonth = (value: PartialDate) => ['m', 'ym'].includes(fieldsOf(value));
const isDayOnly = (value: PartialDate) => fieldsOf(value) === 'd';
const isWeekday = (value: PartialDate) => fieldsOf(value) === 'w';
export const EARLIEST = wallAt(1, 1, 1);

const time = (value: Time | undefined): Meaning | undefined => value && { kind: 'time', value };
const ENDS = [a('date'), a('time', ({ span }) => !span)] as const;

/** From one time to another, since, before and after one. */
export const spanRules: readonly Rule[] = [
  ...ENDS.flatMap((first) => ENDS.flatMap((last) => between(first, last))),

  // 4 to 22 this month; November 19-20; November between 19 and 20.
  ...[word('to', 'dash'), word('and')].map((link) =>
    rule(
      [maybeWord('from', 'between'), a('num', isDay), link, a('date', hasMonthDay)],
      ([, { value }, , last], context) =>
        value > (last.day ?? 0) ? undefined : time(spanOf({ day: value }, last, context)),
    ),
  ),
  rule(
    [
      a('date', isMonth),
      maybeWord('from', 'between'),
      a('num', isDay),
      word('to', 'dash', 'and'),
      a('num', isDay),
      maybe('date', (value) => fieldsOf(value) === 'y'),
    ],
    ([month, , first, , last, year], context) =>
      time(spanOf({ ...month, day: first.value, ...year }, { ...month, day: last.value, ...year }, context)),
  ),
  rule(
    [a('date', isMonth), a('num', isDay), word('to', 'dash'), a('date', isDayOnly)],
    ([month, { value }, , last], context) =>
      time(spanOf({ ...month, day: value }, { ...month, day: last.day }, context)),
  ),
  rule([a('date', hasMonthDay), word('to', 'dash'), a('num', isDay)], ([first, , { value }], context) =>
    time(spanOf(first, { day: value }, context)),
  ),

  // this week from Tuesday to Thursday
  rule(
    [
      a('time', isWeek),
      maybeWord('from', 'between'),
      a('date', isWeekday),
      word('to', 'dash', 'and'),
      a('date', isWeekday),
    ],
    ([week, , first, , last], context) => daysOf(week, first, last, context),
  ),
  rule(
    [
      word('from', 'between'),
      a('date', isWeekday),
      word('to', 'dash', 'and'),
      a('date', isWeekday),
      a('time', isWeek),
    ],
    ([, first, , last, week], context) => daysOf(week, first, last, context),
  ),
  rule(
    [word('between'), a('date', hasMonthDay), word('and'), a('num', isDay)],
    ([, first, , { value }], context) => time(spanOf(first, { day: value }, context)),
  ),

  // year to date, from March to date
  rule([a('unit'), maybeWord('dash'), word('to-date')], ([unit], context) => {
    const now = shiftedUnit(unit, 0, context);
    return now.kind === 'time' || now.kind === 'date' ? since(now.value, context) : undefined;
  }),

  ...ENDS.flatMap((end) => [
    rule([word('since'), end], ([, start], context) => since(start, context)),
    rule([maybeWord('from'), end, word('since-then', 'to-date')], ([, start], context) =>
      since(start, context),
    ),
    rule([word('to-date'), end], ([, start], context) => since(start, context)),
    rule([word('after'), end], ([, start], context) => {
      const at = whole(start, context);
      return at && time({ from: at.to, to: context.today + DAY_MS, unit: at.unit, span: true });
    }),
    rule([word('before'), end], ([, at], context) => before(at, context)),
    rule([end, word('before-then')], ([at], context) => before(at, context)),
    rule([end, word('until-then')], ([last], context) => until(last, context)),
    rule([word('until'), end, maybeWord('tail')], ([, last], context) => until(last, context)),
  ]),
  rule([a('date'), word('since-then'), a('date'), word('before-then')], ([first, , last], context) =>
    time(spanOf(first, last, { ...context, lastIncluded: false })),
  ),
];

/** `from … to …`, `between … and …`, `从…到…`, `…부터 …까지`, `…与…间`. */
function between<A extends 'date' | 'time', B extends 'date' | 'time'>(
  first: Matcher<A, false>,
  last: Matcher<B, false>,
): Rule[] {
  const make = (one: PartialDate | Time, other: PartialDate | Time, context: Context) =>
    time(spanOf(one, other, context));
  return [
    rule(
      [maybeWord('from', 'between'), first, word('to', 'dash'), last, maybeWord('tail')],
      ([opener, one, , other], context, place) =>
        isVersion(one) && opener === undefined && !saysSpan(context, place)
          ? undefined
          : make(one, other, context),
    ),
    rule([word('between'), first, word('and'), last], ([, one, , other], context) =>
      make(one, other, context),
    ),
    rule([first, word('and'), last, word('tail')], ([one, , other], context) => make(one, other, context)),
    // yesterday and today: one after the other they are one time.
    rule([first, word('and'), last], ([one, , other], context) => {
      const [left, right] = [whole(one, context), whole(other, context)];
      if (left?.unit !== right?.unit || !left || !right) return undefined;
      const isNext = left.to === right.from || right.to === left.from;
      const [from, to] = [Math.min(left.from, right.from), Math.max(left.to, right.to)];
      return isNext ? time({ from, to, unit: left.unit, span: true }) : undefined;
    }),
  ];
}

/** `5.1 to 5.12` can be two versions. */
function isVersion(value: PartialDate | Time): boolean {
  return !isTime(value) && value.weak === true && hasMonthDay(value);
}

function saysSpan({ text }: Context, { from, to }: Span): boolean {
  return /[~\u301c\p{Script=Hangul}]/u.test(text.slice(from, to));
}

/** From one weekday to another of a week. */
function daysOf(week: Time, first: PartialDate, last: PartialDate, { lastIncluded }: Context) {
  const day = ({ weekday = 1 }: PartialDate) => week.from + (weekday - 1) * DAY_MS;
  const to = day(last) + (lastIncluded ? DAY_MS : 0);
  return time(day(first) < to ? { from: day(first), to, unit: 'day' } : undefined);
}

function whole(value: PartialDate | Time, context: Context): Time | undefined {
  return isTime(value) ? value : resolved(value, context);
}

function since(start: PartialDate | Time, context: Context): Meaning | undefined {
  return time(spanOf(start, unitTime('day', context.today), context));
}

function until(last: PartialDate | Time, context: Context): Meaning | undefined {
  const at = whole(last, context);
  return at && time({ from: EARLIEST, to: at.to, unit: at.unit, span: true });
}

function before(end: PartialDate | Time, context: Context): Meaning | undefined {
  const at = whole(end, context);
  return at && time({ from: EARLIEST, to: at.from, unit: at.unit, span: true });
}
