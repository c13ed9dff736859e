/** Summaries of what is too large to be shown whole: numbers, records, tables. */
import type { ArrowTable } from './arrow';
import { isError, leafOf, listOf } from './kinds';
import type { List } from './kinds';
import { Profile } from './profile';
import type { Summary } from './profile';

/** Values that are looked at in all; of more, every n-th. Records cost more than plain values. */
const MAX_VALUES = 20_000_000;
const MAX_CELLS = 4_000_000;

/** Columns that are summarised; the others are counted. */
const MAX_COLUMNS = 40;
/** Columns that are told apart in all. */
const MAX_KNOWN = 2_000;

/** A column of records. */
export interface Column extends Summary {
  name: string;
  arrow?: string;
  /** Values that the summary was made of where these are not all. */
  sampled?: number;
}

/** Summary of a list: `columns` of records, `stats` of other values. */
export interface ListSummary {
  /** Rows and columns of records, or of lists of one length. */
  shape?: [rows: number, columns: number];
  columns?: Column[];
  stats?: Summary;
  /** Values or rows that it was made of, evenly spread, where these are not all. */
  sampled?: number;
}

function isRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Reflect.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return leafOf(value) === undefined && listOf(value) === undefined && !isError(value);
}

/** Items at most so many, evenly spread; all where they are fewer. */
function* spread(list: List, most: number): Iterable<unknown> {
  const stride = Math.max(1, Math.ceil(list.size / most));
  if (list.at) {
    for (let index = 0; index < list.size; index += stride) yield list.at(index);
    return;
  }
  let index = 0;
  for (const item of list.items()) {
    // A list may grow while it is read.
    if (index >= list.size) return;
    if (index++ % stride === 0) yield 'pair' in item ? item.pair[1] : item.value;
  }
}

function firstOf(list: List): unknown {
  let looked = 0;
  for (const value of spread(list, list.size)) {
    if (value !== null && value !== undefined) return value;
    if (++looked >= 100) return undefined;
  }
  return undefined;
}

/** Length of an array; undefined for all else. */
function widthOf(value: unknown): number | undefined {
  const length: unknown = Array.isArray(value) ? value.length : undefined;
  return Number.isInteger(length) ? (length as number) : undefined;
}

function statistics(list: List, first: unknown): ListSummary {
  const profile = new Profile();
  let width = widthOf(first);
  let seen = 0;
  for (const value of spread(list, MAX_VALUES)) {
    profile.add(value);
    if (width !== undefined && widthOf(value) !== width) width = undefined;
    seen++;
  }
  return {
    ...(width === undefined ? {} : { shape: [list.size, width] }),
    stats: profile.summary(),
    ...(seen < list.size ? { sampled: seen } : {}),
  };
}

/** Columns of records, by name, in the order in which they were met. */
class Columns {
  private readonly profiles = new Map<string, Profile>();
  private rows = 0;
  private beyond = 0;

  add(row: unknown): void {
    this.rows++;
    try {
      if (!isRecord(row)) return;
      for (const key of Object.keys(row)) this.profileOf(key)?.add(valueAt(row, key));
    } catch {
      // A Proxy may refuse to tell anything: its row has no values.
    }
  }

  private profileOf(key: string): Profile | undefined {
    const known = this.profiles.get(key);
    if (known) return known;
    if (this.profiles.size >= MAX_KNOWN) {
      this.beyond++;
      return undefined;
    }
    const profile = new Profile();
    this.profiles.set(key, profile);
    return profile;
  }

  columns(): Column[] {
    return [...this.profiles].slice(0, MAX_COLUMNS).map(([name, profile]) => {
      const summary = profile.summary();
      // A key that a row lacks counts as null.
      return { name, ...summary, nulls: this.rows - summary.count };
    });
  }

  get width(): number {
    return this.profiles.size + Math.min(1, this.beyond);
  }
}

/** A getter that throws counts as missing. */
function valueAt(row: object, key: string): unknown {
  try {
    return Reflect.get(row, key) as unknown;
  } catch {
    return undefined;
  }
}

function tabulate(list: List, width: number): ListSummary {
  const columns = new Columns();
  let seen = 0;
  for (const row of spread(list, Math.ceil(MAX_CELLS / Math.max(1, width)))) {
    columns.add(row);
    seen++;
  }
  return {
    shape: [list.size, columns.width],
    columns: columns.columns(),
    ...(seen < list.size ? { sampled: seen } : {}),
  };
}

/** Summary of a list: its columns where the first item is a record, else its statistics. */
export function summarise(list: List): ListSummary {
  const first = firstOf(list);
  return isRecord(first) ? tabulate(list, Object.keys(first).length) : statistics(list, first);
}

export function tableSummary({ rows, columns }: ArrowTable): ListSummary {
  const summaries = columns.slice(0, MAX_COLUMNS).map(({ name, type, list }) => {
    const { stats, sampled } = statistics(list, undefined);
    const plain = stats ?? { type: 'empty', count: 0, nulls: rows };
    return { name, ...plain, arrow: type, ...(sampled === undefined ? {} : { sampled }) };
  });
  return { shape: [rows, columns.length], columns: summaries };
}
