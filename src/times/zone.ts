import { type Wall, MINUTE_MS, DAY_MS, HOUR_MS, startOfDay, wallAt } from './wall';
import type * as chrono from 'chrono-node';
import { isHan } from './scan';
import type { Context, Time } from './values';
import type { FoundTime } from './read';

/** chrono reads all of a text by each of its patterns: it gets no more than a sentence. */
const LONGEST = 400;

/** A clock and not only a number: `on Monday 21` is no hour. */
const CLOCK = /\d ?[ap]\.?m\b|\d:\d|\bat \d|o'clock|noon|midnight|[点點时時]/i;

/** The time zone of this machine. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Reading of the clocks of a zone at an instant. */
export function wallOf(instant: number, timeZone: string): Wall {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const isBefore = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const date = new Date(0);
  date.setUTCFullYear(isBefore ? 1 - of('year') : of('year'), of('month') - 1, of('day'));
  date.setUTCHours(of('hour'), of('minute'), of('second'));
  return date.getTime();
}

/** ISO 8601 with the zone's offset: `2016-11-06T00:00:00+09:00`. A time that a change of clocks leaves out moves on. */
export function isoOf(wall: Wall, timeZone: string): string {
  const guess = wall - offsetAt(wall, timeZone);
  const offset = offsetAt(guess, timeZone);
  const minutes = Math.round(offset / MINUTE_MS);
  const sign = minutes < 0 ? '-' : '+';
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const shown = new Date(wall).toISOString().slice(0, 19);
  return `${shown}${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

function offsetAt(instant: number, timeZone: string): number {
  return wallOf(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}

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
