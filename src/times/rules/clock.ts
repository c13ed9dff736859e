import { a, maybe, rule, word, type Rule } from '../chart';
import type { Context, Meaning, Time } from '../values';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../wall';

const time = (value: Time): Meaning => ({ kind: 'time', value });
const isDay = ({ unit, from, to }: Time) => unit === 'day' && to - from === DAY_MS;
const isHour = ({ value, inWord }: { value: number; inWord?: boolean }) => !inWord && value <= 24;
const isMinute = ({ value }: { value: number }) => value < 60;

/** Parts of days, and the clock in Korean and Chinese: `this morning`, `어제 오후 3시 반`. */
export const clockRules: readonly Rule[] = [
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
