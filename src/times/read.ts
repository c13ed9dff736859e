import { readAll, type Span, a, maybeWord, rule, type Rule, maybe, word, joined } from './chart';
import { resolved, fieldsOf, isWeek, unitTime } from './dates';
import { dateRules } from './rules/dates';
import { periodRules } from './rules/periods';
import { relativeRules, counted, duration, isCount, moved, pointAt } from './rules/relative';
import { spanRules, EARLIEST } from './rules/spans';
import { scan } from './scan';
import { isTelling, wholeness } from './whole';
import type { Context, Node, Time, Meaning, Part, PartialDate, Duration } from './values';
import { DAY_MS, startOfDay, unitStart, type Unit, type Wall, HOUR_MS, MINUTE_MS } from './wall';

/** Word that counts a unit, and the unit. */
const COUNTED = [
  [a('unit'), undefined],
  [word('day-mark'), 'day'],
  [word('year-mark'), 'year'],
] as const;

/** Units that are not counted to the last one: `2-3 days ago`, `1.5 years`, `over a year ago`, `the first 9 months of 2016`. */
const severalRules: readonly Rule[] = [
  rule([a('num', isCount), word('to', 'dash', 'or'), a('num', isCount)], ([one, , other]) =>
    several(one.value, other.value),
  ),
  rule([word('between'), a('num', isCount), word('and'), a('num', isCount)], ([, one, , other]) =>
    several(one.value, other.value),
  ),
  ...COUNTED.flatMap(([mark, of]) => [
    rule([a('several'), mark, word('ago')], ([{ least, most }, named], context) =>
      severalAgo(least, most, of ?? (named as Unit), context),
    ),
    rule([a('rel', ({ by }) => by === -1), a('several'), mark], ([, { most }, named], context) => {
      const dur = duration(most, of ?? (named as Unit));
      return dur?.kind === 'dur' ? counted(dur.value, -1, context) : undefined;
    }),
    rule([a('fraction'), mark], ([count, named]) => duration(count, of ?? (named as Unit))),
  ]),

  rule([word('older'), a('dur'), maybeWord('ago')], ([, dur], { now }) =>
    time({ from: EARLIEST, to: pointAt(now, dur, -1).from, unit: dur.unit, span: true }),
  ),
  rule([word('over'), a('dur'), word('ago')], ([, dur], { now }) =>
    time({ from: EARLIEST, to: pointAt(now, dur, -1).from, unit: dur.unit, span: true }),
  ),
  rule([word('newer'), a('dur')], ([, dur], context) => counted(dur, -1, context)),
  rule([word('within'), a('dur'), word('ago')], ([, dur], context) => counted(dur, -1, context)),

  rule(
    [a('ord', (nth) => nth === 1 || nth === -1), a('dur'), a('date', ({ weekday }) => weekday === undefined)],
    ([nth, dur, period], context) => endOf(nth, dur, period, context),
  ),
  // 去年前三个月
  rule(
    [a('date', ({ weekday }) => weekday === undefined), joined(word('leading')), a('dur')],
    ([period, , dur], context) => endOf(1, dur, period, context),
  ),
];

/** More are no guess, but two numbers. */
const MOST_APART = 10;

const isDay = ({ unit, from, to }: Time) => unit === 'day' && to - from === DAY_MS;
const isHour = ({ value, inWord }: { value: number; inWord?: boolean }) => !inWord && value <= 24;
const isMinute = ({ value }: { value: number }) => value < 60;

/** Parts of days, and the clock in Korean and Chinese: `this morning`, `어제 오후 3시 반`. */
const clockRules: readonly Rule[] = [
  rule([a('num', isHour), word('hour-mark')], ([{ value }]) => clock(value, 0, false)),
  rule([a('num', isHour), word('hour-mark'), a('num', isMinute), word('minute-mark')], ([hour, , minute]) =>
    clock(hour.value, minute.value, true),
  ),
  rule([a('num', isHour), word('hour-mark'), word('half')], ([{ value }]) => clock(value, 30, true)),

  rule([a('time', isDay), a('daypart')], ([day, part]) => partOfDay(day.from, part)),
  rule([a('rel', ({ counts }) => !counts), a('daypart')], ([{ by }, part], { today }) =>
    partOfDay(today + by * DAY_MS, part),
  ),
  rule([maybe('time', isDay), maybe('daypart'), a('clock')], ([day, part, at], context) =>
    clockTime(day, part, at, context),
  ),
];

const time = (value: Time): Meaning => ({ kind: 'time', value });
const isDecade = ({ unit, span }: Time) => unit === 'decade' && !span;
const PERIOD = (value: PartialDate) => ['y', 'm', 'ym'].includes(fieldsOf(value));

/** Parts of weeks, months and years: `early next month`, `작년 말`, `三月底`, `rest of the week`. */
const partRules: readonly Rule[] = [
  rule([a('part'), a('time', isWeek)], ([part, week], context) => partOf(part, week, context)),
  rule([a('time', isWeek), a('part')], ([week, part], context) => partOf(part, week, context)),
  rule([a('part'), maybeWord('dash'), a('date', PERIOD)], ([part, , period], context) =>
    partOfDate(part, period, context),
  ),
  rule([a('part'), maybeWord('dash'), a('time', isDecade)], ([part, , decade], context) =>
    partOf(part, decade, context),
  ),
  rule([a('time', isDecade), a('part')], ([decade, part], context) => partOf(part, decade, context)),
  rule([a('date', PERIOD), a('part')], ([period, part], context) => partOfDate(part, period, context)),
  rule(
    [a('part', ({ of }) => of === 'rest' || of === 'late' || of === 'early'), a('unit')],
    ([part, unit], context) => {
      const start = unitStart(unit, context.today, 0);
      return partOf(part, unitTime(unit, start), context);
    },
  ),
  rule([a('part', ({ unit }) => unit !== undefined)], ([part], context) => ownPart(part, context)),
  rule(
    [a('rel', ({ counts }) => !counts), a('part', ({ unit }) => unit !== undefined)],
    ([{ by }, part], context) => {
      const unit = part.unit ?? 'month';
      return partOf(part, unitTime(unit, unitStart(unit, context.today, by)), context);
    },
  ),
];

function partOfDate(part: Part, period: PartialDate, context: Context): Meaning | undefined {
  const whole = resolved(period, context);
  return whole && partOf(part, whole, context);
}

/** The month's end that has come, or was last. */
function ownPart(part: Part, context: Context): Meaning | undefined {
  const unit = part.unit ?? 'month';
  for (const shift of [0, -1]) {
    const found = partOf(part, unitTime(unit, unitStart(unit, context.today, shift)), context);
    if (found?.kind === 'time' && found.value.from <= context.today) return found;
  }
  return undefined;
}

/** Days of a week and a month, months of a year and of ten: where its parts begin and end, counted from 0. */
const EDGES: Readonly<Partial<Record<Unit, Readonly<Record<'halves' | 'thirds', readonly number[]>>>>> = {
  // early to, middle from, middle to, late from
  week: { halves: [3, 1, 5, 3], thirds: [3, 1, 5, 3] },
  month: { halves: [15, 9, 20, 15], thirds: [10, 10, 20, 20] },
  year: { halves: [6, 3, 9, 6], thirds: [4, 4, 8, 8] },
  decade: { halves: [48, 36, 84, 72], thirds: [48, 36, 84, 72] },
};

function partOf(part: Part, whole: Time, context: Context): Meaning | undefined {
  const { from, to } = whole;
  const today = startOfDay(context.today);
  if (part.of === 'earlier')
    return from < today ? time({ ...whole, to: context.lastIncluded ? today + DAY_MS : today }) : undefined;
  if (part.of === 'later') return today < to ? time({ ...whole, from: today }) : undefined;
  if (part.of === 'rest')
    return today < to
      ? time({ ...whole, from: today, to: context.lastIncluded ? to : to - DAY_MS })
      : undefined;
  const edges = EDGES[whole.unit]?.[(whole.unit === 'year' ? part.third : part.tens) ? 'thirds' : 'halves'];
  if (!edges) return undefined;
  const at = (index: number): Wall => {
    const count = edges[index] ?? 0;
    const byMonths = whole.unit === 'year' || whole.unit === 'decade';
    return byMonths ? unitStart('month', from, count) : from + count * DAY_MS;
  };
  if (part.of === 'early') return time({ ...whole, to: at(0) });
  if (part.of === 'middle') return time({ ...whole, from: at(1), to: at(2) });
  return time({ ...whole, from: at(3) });
}

const RULES = [
  ...dateRules,
  ...relativeRules,
  ...periodRules,
  ...partRules,
  ...spanRules,
  ...severalRules,
  ...clockRules,
];

export interface FoundTime {
  time: Time;
  from: number;
  to: number;
}

/** Times that the words of a normalised text can mean, also overlapping ones, and all in it that belongs to one. */
export function readTimes(context: Context): { found: FoundTime[]; nodes: Node[] } {
  const isWhole = wholeness(context.text);
  const all = readAll(scan(context.text), RULES, context);
  const timed = all.filter(isWhole).map((node) => ({ node, time: timeOf(node, context) }));
  const found = timed.flatMap(({ node: { from, to }, time }) => (time ? [{ time, from, to }] : []));
  // 31 April: a date that no calendar has is none of its parts either.
  const impossible = timed.flatMap(({ node, time }) =>
    node.kind === 'date' && !node.value.weak && !time ? [node] : [],
  );
  return {
    found: found.filter((one) => !impossible.some((node) => overlaps(one, node))),
    nodes: all.filter((node) => isTelling(node, context.text, isWhole)),
  };
}

export function overlaps(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}

function timeOf(node: Node, context: Context): Time | undefined {
  if (node.kind === 'time') return node.value;
  if (node.kind !== 'date' || node.value.weak) return undefined;
  return resolved(node.value, context);
}

function clock(hour: number, minute: number, exact: boolean): Meaning {
  return { kind: 'clock', value: { hour, minute, exact } };
}

function partOfDay(day: number, { from, to }: { from: number; to: number }): Meaning {
  return time({ from: day + from * HOUR_MS, to: day + to * HOUR_MS, unit: 'hour' });
}

/** Without a day it is the last such time; `오후 3시` is 15:00. */
function clockTime(
  day: Time | undefined,
  part: { from: number; to: number } | undefined,
  { hour, minute, exact }: { hour: number; minute: number; exact: boolean },
  { today, now }: Context,
): Meaning {
  const late = part !== undefined && hour < 12 && part.from >= 11 && hour + 12 <= Math.max(part.to, 23);
  const offset = (late ? hour + 12 : hour) * HOUR_MS + minute * MINUTE_MS;
  const base = day?.from ?? (today + offset <= now ? today : today - DAY_MS);
  const from = base + offset;
  return time({ from, to: from + (exact ? MINUTE_MS : HOUR_MS), unit: exact ? 'minute' : 'hour' });
}

/** The first or the last days, months, … of a longer time. */
function endOf(nth: number, dur: Duration, period: PartialDate, context: Context): Meaning | undefined {
  const whole = resolved(period, context);
  if (!whole) return undefined;
  const [from, to] =
    nth === 1 ? [whole.from, moved(whole.from, dur, 1)] : [moved(whole.to, dur, -1), whole.to];
  return whole.from <= from && to <= whole.to ? time({ from, to, unit: dur.unit, span: true }) : undefined;
}

function several(least: number, most: number): Meaning | undefined {
  return least > 0 && least < most && most - least <= MOST_APART
    ? { kind: 'several', value: { least, most } }
    : undefined;
}

function severalAgo(least: number, most: number, unit: Unit, { now }: Context): Meaning | undefined {
  const [first, last] = [duration(most, unit), duration(least, unit)];
  if (first?.kind !== 'dur' || last?.kind !== 'dur') return undefined;
  return time({
    from: pointAt(now, first.value, -1).from,
    to: pointAt(now, last.value, -1).to,
    unit,
    span: true,
  });
}
