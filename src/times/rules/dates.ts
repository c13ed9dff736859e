import { a, joined, maybe, maybeWord, rule, word, type Span, type Rule } from '../chart';
import { fieldsOf, fullYear, isName, merged } from '../dates';
import type { Context, Meaning, NumberOrder, PartialDate, Values } from '../values';
import { dayAt, partsOf } from '../wall';

type Num = Values['num'];

const date = (value: PartialDate): Meaning => ({ kind: 'date', value });
const isDay = (num: Num) => isName(num) && num.value >= 1 && num.value <= 31;
/** Also glued to a word: `October2`. */
const isDayAnywhere = ({ value, digits, needsMark, quoted, counts }: Num) =>
  !needsMark && !quoted && !counts && value >= 1 && value <= 31 && digits <= 2;
/** A number that needs no mark to be a day. */
const isBareDay = (num: Num) => isDay(num) && !num.needsMark;
const isYear = ({ value, digits, inWord }: Num) => !inWord && digits === 4 && value >= 1000 && value <= 2999;
const isMonthNumber = (num: Num) => isName(num) && num.value >= 1 && num.value <= 12;
const isDotted = (value: PartialDate) => value.weak === true && fieldsOf(value) === 'md';
const hasFields =
  (...fields: string[]) =>
  (value: PartialDate) =>
    fields.includes(fieldsOf(value));

/** Dates by numbers and marks: `2016年11月7日`, `7/11/2016`, `2015.3`, `May 21st`. */
export const dateRules: readonly Rule[] = [
  rule([a('date'), a('date')], ([one, other]) => {
    const both = merged(one, other);
    return both && date(both);
  }),

  // 2016년, 07年, 二零一六年; an era's year.
  rule([a('num', isName), joined(word('year-mark'))], ([num], context) => year(num, context)),
  rule([a('num', isYear), word('year-mark')], ([num], context) => year(num, context)),
  rule([a('num', isYear)], ([{ value }]) => date({ year: value })),
  rule([a('era'), a('num', isName), word('year-mark')], ([first, { value }]) =>
    date({ year: first + value - 1 }),
  ),
  rule([a('era'), word('first-of-era'), word('year-mark')], ([first]) => date({ year: first })),
  rule([a('num', isMonthNumber), word('month-mark')], ([{ value }]) => date({ month: value })),
  rule([a('num', isDay), joined(word('day-mark'))], ([{ value }]) => date({ day: value })),

  // A number beside a month: May 21, 21 May, 八月十五. An ordinal is a day only beside something else.
  rule([a('date', hasFields('m', 'ym')), a('num', isDayAnywhere)], ([month, { value }]) =>
    date({ ...month, day: value, weak: undefined }),
  ),
  rule([a('num', isBareDay), a('date', hasFields('m', 'ym'))], ([{ value }, month]) =>
    date({ ...month, day: value, weak: undefined }),
  ),
  // 4 Mar 24
  rule(
    [
      a('num', isBareDay),
      a('date', hasFields('m')),
      a('num', ({ digits, inWord }) => digits === 2 && !inWord),
    ],
    ([{ value }, { month }, year], context, { to }) =>
      closes(context, to)
        ? date({ year: fullYear(year.value, 2, context.today), month, day: value })
        : undefined,
  ),
  rule([a('date', hasFields('m')), joined(word('slash')), a('num', isDay)], ([month, , { value }]) =>
    date({ ...month, day: value, weak: undefined }),
  ),
  rule([a('ord', (value) => value >= 1 && value <= 31)], ([value]) => date({ day: value, weak: true })),
  rule([word('on'), maybeWord('the'), a('num', isDay)], ([, , { value }], context, { to }) =>
    closes(context, to) ? date({ day: value }) : undefined,
  ),
  rule([word('on'), maybeWord('the'), a('date', hasFields('d'))], ([, , { day }], context, { to }) =>
    closes(context, to) ? date({ day }) : undefined,
  ),
  rule([word('the'), a('date', hasFields('d'))], ([, { day }], context, { from, to }) =>
    from === 0 && closes(context, to) ? date({ day }) : undefined,
  ),
  rule([a('date', hasFields('w')), a('num', isBareDay)], ([weekday, { value }], context, { to }) =>
    closes(context, to) ? date({ ...weekday, day: value, weak: undefined }) : undefined,
  ),
  rule([a('unit', (unit) => unit === 'year'), a('date', hasFields('y'))], ([, year]) => date(year)),
  rule(
    [a('unit', (unit) => unit === 'year'), a('num', ({ digits, inWord }) => digits === 3 && !inWord)],
    ([, { value }], context, { to }) => (closes(context, to) ? date({ year: value }) : undefined),
  ),
  rule([a('num', ({ quoted }) => quoted === true)], ([{ value }], { today }) => {
    const century = Math.floor(partsOf(today).year / 100) * 100;
    return date({ year: century + value - (century + value > partsOf(today).year ? 100 : 0) });
  }),
  rule([a('unit', (unit) => unit === 'month'), a('date', hasFields('m', 'ym'))], ([, month]) =>
    date({ ...month, weak: undefined }),
  ),
  rule([word('in'), a('date', hasFields('m'))], ([, { month }]) => date({ month })),
  rule([a('num', isYear), a('date', hasFields('m', 'md'))], ([{ value }, rest]) =>
    date({ ...rest, year: value, weak: undefined }),
  ),

  // Numbers only.
  ...(['slash', 'dot'] as const).flatMap((mark): Rule[] => [
    rule(
      [a('num', isName), joined(word(mark)), joined(a('num')), joined(word(mark)), joined(a('num'))],
      ([one, , two, , three], context, { to }) =>
        standsAlone(mark, context, to)
          ? threeNumbers(one, two, three, mark === 'dot' ? { ...context, order: 'day-first' } : context)
          : undefined,
    ),
    rule([a('num', isYear), word(mark), a('num', isMonthNumber)], ([one, , two]) =>
      date({ year: one.value, month: two.value }),
    ),
    rule([a('num', isMonthNumber), word(mark), a('num', isYear)], ([one, , two]) =>
      date({ year: two.value, month: one.value }),
    ),
    rule(
      [
        a('num', isYear),
        joined(word(mark)),
        joined(a('date', hasFields('m'))),
        joined(word(mark)),
        joined(a('num', isDay)),
      ],
      ([one, , { month }, , { value }]) => date({ year: one.value, month, day: value }),
    ),
  ]),
  rule(
    [a('num', isYear), joined(word('slash')), joined(a('date', hasFields('m')))],
    ([{ value }, , { month }]) => date({ year: value, month }),
  ),
  rule(
    [
      a('num', isDay),
      joined(word('slash')),
      joined(a('date', hasFields('m'))),
      joined(word('slash')),
      joined(a('num', isYear)),
    ],
    ([{ value }, , { month }, , year]) => date({ year: year.value, month, day: value }),
  ),
  rule(
    [
      a('date', hasFields('m')),
      joined(word('slash')),
      joined(a('num', isDay)),
      joined(word('slash')),
      joined(a('num', isYear)),
    ],
    ([{ month }, , { value }, , year]) => date({ year: year.value, month, day: value }),
  ),
  rule([a('num', isDay), joined(word('slash')), joined(a('num', isDay))], ([one, , two], context, place) =>
    standsAlone('slash', context, place.to) && !goesOn(context, place, one)
      ? twoNumbers(one.value, two.value)
      : undefined,
  ),
  // 5.12 is a date only behind a word of time, or as an end of a span: it could be a version.
  rule([a('num', isDay), joined(word('dot')), joined(a('num', isDay))], ([one, , two], context, place) =>
    standsAlone('dot', context, place.to) && !goesOn(context, place, one)
      ? twoNumbers(one.value, two.value, { weak: true })
      : undefined,
  ),
  rule([word('on'), a('date', isDotted)], ([, day], context, { to }) =>
    closes(context, to) ? date({ ...day, weak: undefined }) : undefined,
  ),
  rule(
    [a('num', isDay), word('dot'), a('date', hasFields('m')), maybe('num', isYear)],
    ([one, , { month }, two]) => date({ month, day: one.value, ...(two && { year: two.value }) }),
  ),
];

function year({ value, digits }: Num, { today }: Context): Meaning {
  return date({ year: fullYear(value, digits, today) });
}

/** Nothing more is said of what a bare number counts: `on 15`, not `on 15 files`. */
function closes({ text }: Context, to: number): boolean {
  const next = text.slice(to).trimStart()[0];
  return next === undefined || !/[\p{L}\p{N}/:%-]/u.test(next);
}

/** No part of a longer number, as of a version or an address. */
function standsAlone(mark: 'slash' | 'dot', { text }: Context, to: number): boolean {
  const next = text.slice(to, to + 2);
  return !(mark === 'slash' ? /^\/?\d/ : /^\.?\d/).test(next);
}

/** It is the end of more numbers with the same mark: the `13-01` of `2024-13-01`. */
function goesOn({ text }: Context, { from }: Span, { digits }: Num): boolean {
  return from > 0 && text[from - 1] === text[from + digits];
}

/** Month and day, in this order where both can be. */
function twoNumbers(one: number, two: number, more: Pick<PartialDate, 'weak'> = {}): Meaning | undefined {
  if (dayAt(2000, one, two) !== undefined) return date({ month: one, day: two, ...more });
  return dayAt(2000, two, one) === undefined ? undefined : date({ month: two, day: one, ...more });
}

/** `2016/11/7`, `7.11.2016`, `05/05/89`: a year has two or four digits, and its place by what the numbers can be. */
function threeNumbers(one: Num, two: Num, three: Num, { today, order }: Context): Meaning | undefined {
  const readings: { year: Num; month: Num; day: Num }[] = [];
  const yearLast = (which: NumberOrder) => ({
    year: three,
    month: which === 'month-first' ? one : two,
    day: which === 'month-first' ? two : one,
  });
  const yearFirst = { year: one, month: two, day: three };
  const other = order === 'month-first' ? 'day-first' : 'month-first';
  if (one.digits === 4) readings.push(yearFirst);
  else if (three.digits === 4) readings.push(yearLast(order), yearLast(other));
  else if (order === 'day-first') readings.push(yearFirst, yearLast(order), yearLast(other));
  else readings.push(yearLast(order), yearLast(other), yearFirst);
  for (const { year: named, month, day } of readings) {
    if (named.digits !== 2 && named.digits !== 4) continue;
    const full = fullYear(named.value, named.digits, today);
    if (dayAt(full, month.value, day.value) !== undefined)
      return date({ year: full, month: month.value, day: day.value });
  }
  return undefined;
}
