import { readAll, type Span, a, maybeWord, rule, type Rule } from './chart';
import { resolved, fieldsOf, isWeek, unitTime } from './dates';
import { clockRules } from './rules/clock';
import { dateRules } from './rules/dates';
import { periodRules } from './rules/periods';
import { relativeRules } from './rules/relative';
import { severalRules } from './rules/several';
import { spanRules } from './rules/spans';
import { scan } from './scan';
import { isTelling, wholeness } from './whole';
import type { Context, Node, Time, Meaning, Part, PartialDate } from './values';
import { DAY_MS, startOfDay, unitStart, type Unit, type Wall } from './wall';

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

/** A time and where the text says it. */
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
