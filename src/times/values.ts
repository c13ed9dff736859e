import { type Unit, type Wall, DAY_MS, nthWeekday, partsOf, wallAt } from './wall';

/** Holidays whose date differs from year to year. */
export type Feast = 'easter' | 'thanksgiving' | LunarFeast;
type LunarFeast =
  'lunar-new-year' | 'lantern' | 'dragon-boat' | 'double-seventh' | 'mid-autumn' | 'double-ninth';

/** Month and day of the Chinese calendar. */
const LUNAR: Readonly<Record<LunarFeast, readonly [number, number]>> = {
  'lunar-new-year': [1, 1],
  lantern: [1, 15],
  'dragon-boat': [5, 5],
  'double-seventh': [7, 7],
  'mid-autumn': [8, 15],
  'double-ninth': [9, 9],
};

/** The calendar is kept for years around ours; beyond them it would be guessed. */
const KNOWN_YEARS = { from: 1900, to: 2100 };
const MOST_DAYS = 70;

/** Fields of a date that a text names; weekdays from 1, Monday, to 7. */
export interface PartialDate {
  year?: number;
  month?: number;
  day?: number;
  weekday?: number;
  /** A holiday of another date each year, in place of month and day. */
  feast?: Feast;
  /** It is a time only beside another part of a date: `may`, `the second`. */
  weak?: boolean;
}

/** From inclusive to exclusive. */
export interface Time {
  from: Wall;
  to: Wall;
  unit: Unit;
  /** It leads from one time to another: nothing is since or before it. */
  span?: true;
  /** It is counted from now into the future: `in three months`. */
  ahead?: true;
  /** The whole week, month or year that a count of them leads to; the while around some minutes or hours ago. */
  around?: { from: Wall; to: Wall };
}

export interface Duration {
  months: number;
  days: number;
  workdays: number;
  minutes: number;
  /** The smallest unit named. */
  unit: Unit;
  parts: number;
}

/** Last is -1, this is 0, next is 1. */
export interface Relation {
  by: number;
  /** With a month it is the most recent one, not the one of last year. */
  recent?: boolean;
  /** It only counts units back: `최근 3일`. */
  counts?: boolean;
  /** It counts one unit where no number stands: `the past week`. */
  alone?: boolean;
}

/** Part of a week, month or year. */
export interface Part {
  of: 'early' | 'middle' | 'late' | 'earlier' | 'later' | 'rest';
  /** It is one of three in a year, otherwise one of two. */
  third?: boolean;
  /** It is one of three in a month. */
  tens?: boolean;
  /** The period that the word names itself: the month of `월말`. */
  unit?: Unit;
}

/** Values by the kind of a node. */
export interface Values {
  /**
   * `digits`: 0 for words with units. `inWord`: glued to a word. `needsMark`: Korean, where `일` is one, day and work.
   * `spelled`: Chinese digits one by one, `二三`. `quoted`: behind an apostrophe, `'16`. `counts`: it only says how many, `a few`, `数`.
   */
  num: {
    value: number;
    digits: number;
    inWord?: boolean;
    needsMark?: boolean;
    spelled?: boolean;
    quoted?: boolean;
    counts?: boolean;
  };
  /** A number that is not whole: `1.5`. */
  fraction: number;
  /** Some units, from as few to as many: `두세`, `两三`, `2-3`. */
  several: { least: number; most: number };
  ord: number;
  date: PartialDate;
  time: Time;
  unit: Unit;
  /** A unit by its distance from the one that is now: `yesterday`, `작년`. */
  shifted: { unit: Unit; shift: number };
  /** So many hours up to now. */
  recent: number;
  rel: Relation;
  dur: Duration;
  part: Part;
  /** Months of a year from the first one on, counted from 1: quarters, halves, seasons. */
  piece: { start: number; months: number; weak?: boolean };
  /** `70s`, `1970s`, `seventies`. */
  decade: { value: number; digits: number };
  /** First year of an era. */
  era: number;
  /** Hours of a day, from and to. */
  daypart: { from: number; to: number };
  clock: { hour: number; minute: number; exact: boolean };
  /** A word with one part in the grammar. */
  word: Word;
}

export type Word =
  | 'ago'
  | 'later'
  | 'hence'
  | 'to'
  | 'dash'
  | 'and'
  | 'or'
  | 'from'
  | 'between'
  | 'tail'
  | 'within'
  | 'for'
  | 'starting'
  | 'since'
  | 'before'
  | 'after'
  | 'until'
  | 'older'
  | 'newer'
  | 'over'
  | 'since-then'
  | 'before-then'
  | 'until-then'
  | 'to-date'
  | 'leading'
  | 'after-next'
  | 'before-last'
  | 'year-mark'
  | 'month-mark'
  | 'day-mark'
  | 'decade-mark'
  | 'hour-mark'
  | 'minute-mark'
  | 'quarter-letter'
  | 'half-letter'
  | 'week-letter'
  | 'slash'
  | 'dot'
  | 'the'
  | 'in'
  | 'on'
  | 'first-of-era'
  | 'half'
  | 'glue';

export type Kind = keyof Values;

/** A part of the text and what it means; `from` to `to` are places of characters. */
export type Node = {
  [K in Kind]: { kind: K; value: Values[K]; from: number; to: number };
}[Kind];

/** A meaning without its place. */
export type Meaning = { [K in Kind]: { kind: K; value: Values[K] } }[Kind];

/** Order of the numbers of `5/6/2016` in a language. */
export type NumberOrder = 'month-first' | 'day-first';

export interface Context {
  text: string;
  now: Wall;
  today: Wall;
  order: NumberOrder;
  /** `from Monday to Friday` includes Friday. */
  lastIncluded: boolean;
}

/** Start of a holiday in a year; undefined where no calendar knows it. */
export function feastDay(feast: Feast, year: number): Wall | undefined {
  if (feast === 'easter') return easter(year);
  if (feast === 'thanksgiving') {
    const november = { from: wallAt(year, 11, 1), to: wallAt(year, 12, 1) };
    return nthWeekday(november, 4, 4);
  }
  const [month, day] = LUNAR[feast];
  return lunarDay(year, month, day);
}

/** Easter Sunday by the Gregorian computus (Meeus). */
function easter(year: number): Wall {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const moon =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const day = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * day) / 451);
  return wallAt(year, 3, 22 + moon + day - 7 * late);
}

function lunarDay(year: number, month: number, day: number): Wall | undefined {
  if (year < KNOWN_YEARS.from || year > KNOWN_YEARS.to) return undefined;
  // The first month begins from 21 January on; a leap month moves what comes after it by 30 days.
  let at = wallAt(year, 1, 20) + Math.floor((month - 1) * 29.5 + day - 1) * DAY_MS;
  for (let days = 0; days < MOST_DAYS; days += 1, at += DAY_MS)
    if (lunarOf(at) === `${month}/${day}`) return partsOf(at).year === year ? at : undefined;
  return undefined;
}

/** `8/15` of the Chinese calendar; a leap month has a mark of its own. */
function lunarOf(at: Wall): string {
  return new Intl.DateTimeFormat('en-u-ca-chinese', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(at));
}
