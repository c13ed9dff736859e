import type { Feast } from './feasts';
import type { Unit, Wall } from './wall';

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

/** Where and when a text is read. */
export interface Context {
  text: string;
  now: Wall;
  today: Wall;
  order: NumberOrder;
  /** `from Monday to Friday` includes Friday. */
  lastIncluded: boolean;
}
