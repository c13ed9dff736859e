import type * as chrono from 'chrono-node';
import { isHan } from './scan';
import type { Context, Time } from './values';
import type { FoundTime } from './read';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay, wallAt, type Wall } from './wall';

/** chrono reads all of a text by each of its patterns: it gets no more than a sentence. */
const LONGEST = 400;

/** A clock and not only a number: `on Monday 21` is no hour. */
const CLOCK = /\d ?[ap]\.?m\b|\d:\d|\bat \d|o'clock|noon|midnight|[点點时時]/i;

/** Times with a clock that chrono finds in English or Chinese, as `yesterday at 5 pm`. */
export function chronoTimes({ text, now, today }: Context): FoundTime[] {
  if (text.length > LONGEST) return [];
  const { en, zh } = library();
  const parser = isHan(text) ? zh : en;
  // Its reference is a local date, so that its fields are the clock's: no zone comes in.
  const results = parser.casual.parse(text, localDate(now));
  return results
    .filter(({ start, text: phrase }) => start.isCertain('hour') && CLOCK.test(phrase))
    .map(({ index, text: phrase, start, end }) => {
      const first = rangeOf(start, now, today);
      const last = end && rangeOf(end, now, today);
      const to = last && last.to > first.from ? last.to : first.to;
      return { time: { ...first, to }, from: index, to: index + phrase.length };
    });
}

function library(): typeof chrono {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- 260 modules, for goals that speak of a time alone
  return require('chrono-node') as typeof chrono;
}

/** The hour or the minute. */
function rangeOf(parts: chrono.ParsedComponents, now: Wall, today: Wall): Time {
  const part = (name: chrono.Component) => parts.get(name) ?? 0;
  const day = wallAt(part('year'), part('month'), part('day'));
  const at = day + part('hour') * HOUR_MS + part('minute') * MINUTE_MS;
  const isDayKnown = parts.isCertain('day') || parts.isCertain('weekday') || startOfDay(at) !== today;
  const from = !isDayKnown && at > now ? at - DAY_MS : at;
  const isExact = part('minute') !== 0;
  return { from, to: from + (isExact ? MINUTE_MS : HOUR_MS), unit: isExact ? 'minute' : 'hour' };
}

function localDate(wall: Wall): Date {
  const shown = new Date(wall);
  return new Date(
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    shown.getUTCSeconds(),
  );
}
