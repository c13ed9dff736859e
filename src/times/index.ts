import type { Language } from '../domain/run/input';
import { languageOf } from '../domain/run/language';
import { chronoTimes, isoOf, ownZone, wallOf } from './zone';
import { overlaps, readTimes, type FoundTime } from './read';
import { normalised } from './scan';
import type { Context, NumberOrder } from './values';
import { startOfDay } from './wall';
import { isUnderstood } from './whole';

/** A range of time that a text names, from inclusive to exclusive, in ISO 8601 with the zone's offset. */
export interface TimeInWords {
  from: string;
  to: string;
  /** The words that say it, in one form of each character and with single blanks. */
  phrase: string;
  /** The whole week, month or year in question where a count of them leads to one day: `two years ago`. */
  around?: { from: string; to: string };
}

export interface TimeOptions {
  /** The moment of speaking; a text without an offset is the user's clock. */
  now: Date | string;
  /** Only the order of `5/6/2016` depends on it: month first in English and Korean. */
  language?: Language;
  /** IANA name; by default the machine's. */
  timeZone?: string;
  /** `from Monday to Friday` includes Friday: true unless told otherwise. */
  lastIncluded?: boolean;
}

/** More is no time in words. */
const LONGEST = 2_000;

/** The time that a text says in English, Korean or Chinese, taken to be past; of several the one told at most length. */
export function timeInWords(text: string, options: TimeOptions): TimeInWords | undefined {
  return timesInWords(text, options).reduce<TimeInWords | undefined>(
    (best, one) => (best === undefined || one.phrase.length > best.phrase.length ? one : best),
    undefined,
  );
}

/**
 * Range in which things of the time that a text says are looked for: whoever says `two weeks ago` of a file means that week, and
 * not one day of it.
 */
export function timeToSearch(text: string, options: TimeOptions): { from: string; to: string } | undefined {
  const found = timeInWords(text, options);
  return found && (found.around ?? { from: found.from, to: found.to });
}

/** All times that a text says, in its order; none overlaps another. A text of over 2,000 characters says none. */
export function timesInWords(text: string, options: TimeOptions): TimeInWords[] {
  if (text.length > LONGEST) return [];
  const timeZone = options.timeZone ?? ownZone();
  const context = contextOf(normalised(text), options, timeZone);
  return chosen(context).map(({ time, from, to }) => ({
    from: isoOf(time.from, timeZone),
    to: isoOf(time.to, timeZone),
    phrase: context.text.slice(from, to).trim(),
    ...(time.around && {
      around: { from: isoOf(time.around.from, timeZone), to: isoOf(time.around.to, timeZone) },
    }),
  }));
}

function contextOf(
  text: string,
  { now, language, lastIncluded = true }: TimeOptions,
  timeZone: string,
): Context {
  const wall = wallNow(now, timeZone);
  return { text, now: wall, today: startOfDay(wall), order: orderOf(text, language), lastIncluded };
}

/** A text without an offset is the clock itself. */
function wallNow(now: Date | string, timeZone: string): number {
  if (typeof now === 'string' && !/(?:Z|[+-]\d\d:?\d\d)$/.test(now))
    return Date.parse(`${now.includes('T') ? now : `${now}T00:00:00`}Z`);
  return wallOf(new Date(now).getTime(), timeZone);
}

function orderOf(text: string, language: Language = languageOf(text)): NumberOrder {
  return language === 'zh' ? 'day-first' : 'month-first';
}

/** The longest ones that do not overlap and are understood whole. chrono speaks where it reads a clock and more than the rules. */
function chosen(context: Context): FoundTime[] {
  const { found: own, nodes } = readTimes(context);
  const others = chronoTimes(context).filter(
    (one) => !own.some(({ from, to }) => from <= one.from && one.to <= to),
  );
  const byLength = [...own, ...others].sort(
    (one, other) =>
      other.to - other.from - (one.to - one.from) ||
      one.from - other.from ||
      Number(isAhead(one)) - Number(isAhead(other)) ||
      widthOf(one) - widthOf(other),
  );
  const taken: FoundTime[] = [];
  for (const one of byLength) if (!taken.some((other) => overlaps(one, other))) taken.push(one);
  return taken
    .filter((one) => isUnderstood(one, nodes, context.text))
    .sort((one, other) => one.from - other.from);
}

/** Of two meanings of the same words that of the past counts: `三月以后` is no time in three months. */
function isAhead({ time }: FoundTime): boolean {
  return time.ahead === true;
}

/** Of two meanings of the same words the narrower one: `주말` is no end of a week. */
function widthOf({ time }: FoundTime): number {
  return time.to - time.from;
}
