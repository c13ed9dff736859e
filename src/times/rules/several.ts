import { a, joined, maybeWord, rule, word, type Rule } from '../chart';
import { resolved } from '../dates';
import type { Context, Duration, Meaning, PartialDate, Time } from '../values';
import type { Unit } from '../wall';
import { counted, duration, isCount, moved, pointAt } from './relative';
import { EARLIEST } from './spans';

const time = (value: Time): Meaning => ({ kind: 'time', value });

/** What counts a unit, and the unit. */
const COUNTED = [
  [a('unit'), undefined],
  [word('day-mark'), 'day'],
  [word('year-mark'), 'year'],
] as const;

/** Units that are not counted to the last one: `2-3 days ago`, `1.5 years`, `over a year ago`, `the first 9 months of 2016`. */
export const severalRules: readonly Rule[] = [
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

/** The first or the last days, months, … of a longer time. */
function endOf(nth: number, dur: Duration, period: PartialDate, context: Context): Meaning | undefined {
  const whole = resolved(period, context);
  if (!whole) return undefined;
  const [from, to] =
    nth === 1 ? [whole.from, moved(whole.from, dur, 1)] : [moved(whole.to, dur, -1), whole.to];
  return whole.from <= from && to <= whole.to ? time({ from, to, unit: dur.unit, span: true }) : undefined;
}

/** More are no guess, but two numbers. */
const MOST_APART = 10;

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
