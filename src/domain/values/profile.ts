/** Statistics of many values, gathered one after the other in constant memory. */
import { timeOf } from './kinds';

/** Distinct values that are counted; of more it is only said that there are more. */
const MAX_DISTINCT = 1_000;
/** Characters of a text that is compared with others. */
const MAX_COMPARED = 256;

/** Summary of a column or a list. What does not apply is absent. */
export interface Summary {
  /** `number`, `string`, `boolean`, `bigint`, `Date`, `array`, `object`, `function`, `symbol`; `mixed`; `empty` where all are missing. */
  type: string;
  /** Count of values by type; present for `mixed`. */
  types?: Record<string, number>;
  /** Values that are there. */
  count: number;
  /** Values that are null, undefined or not there. */
  nulls: number;
  /** Of numbers, NaN left out. Of Dates, as ISO text. */
  min?: number | string;
  max?: number | string;
  /** Of texts. */
  minLength?: number;
  maxLength?: number;
  mean?: number;
  /** Of the sample (n − 1); absent for less than two numbers. */
  stddev?: number;
  nan?: number;
  /** Count of `true`. */
  true?: number;
  distinct?: number;
  /** In place of `distinct` where it is not known exactly. */
  distinctAtLeast?: number;
}

/** Type of a value as summaries name it; undefined for one that is missing. */
export function typeName(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return typeof value;
  try {
    if (Array.isArray(value)) return 'array';
    return timeOf(value) === undefined ? 'object' : 'Date';
  } catch {
    // A Proxy that was revoked.
    return 'object';
  }
}

/** Counts, range and mean of numbers (Welford's method). */
class Numbers {
  count = 0;
  nan = 0;
  min = Infinity;
  max = -Infinity;
  private mean = 0;
  private squares = 0;
  /** Sum of infinities; they leave no deviation. */
  private infinite = 0;

  add(value: number): void {
    if (Number.isNaN(value)) {
      this.nan++;
      return;
    }
    this.count++;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (!Number.isFinite(value)) this.infinite += value;
    if (this.infinite !== 0) return;
    const delta = value - this.mean;
    this.mean += delta / this.count;
    this.squares += delta * (value - this.mean);
  }

  summary(): Pick<Summary, 'min' | 'max' | 'mean' | 'stddev' | 'nan'> {
    const { count, nan, min, max, squares, infinite } = this;
    const mean = infinite === 0 ? this.mean : infinite;
    return {
      ...(count > 0 ? { min, max, mean } : {}),
      ...(count > 1 && infinite === 0 ? { stddev: Math.sqrt(squares / (count - 1)) } : {}),
      ...(nan > 0 ? { nan } : {}),
    };
  }
}

/** Distinct values up to a bound; objects are told by identity, which is never counted. */
class Distinct {
  private readonly seen = new Set<unknown>();
  private exact = true;

  add(value: unknown): void {
    if (!this.exact) return;
    const compared = typeof value === 'object' || typeof value === 'function' ? undefined : value;
    const tooLong = typeof compared === 'string' && compared.length > MAX_COMPARED;
    if (compared === undefined || tooLong || this.seen.size >= MAX_DISTINCT) {
      if (compared === undefined || tooLong || !this.seen.has(compared)) this.exact = false;
      return;
    }
    this.seen.add(compared);
  }

  summary(): Pick<Summary, 'distinct' | 'distinctAtLeast'> {
    const { size } = this.seen;
    if (this.exact) return size > 0 ? { distinct: size } : {};
    return size > 1 ? { distinctAtLeast: size } : {};
  }
}

/** Gathers a summary. Values are never kept, apart from distinct primitives. */
export class Profile {
  nulls = 0;
  private count = 0;
  private type: string | undefined;
  private types: Map<string, number> | undefined;
  private trues = 0;
  private readonly numbers = new Numbers();
  private readonly lengths = new Numbers();
  private readonly times = new Numbers();
  private readonly distinct = new Distinct();

  add(value: unknown): void {
    const type = typeName(value);
    if (type === undefined) {
      this.nulls++;
      return;
    }
    this.note(type);
    if (typeof value === 'number') this.numbers.add(value);
    else if (typeof value === 'string') this.lengths.add(value.length);
    else if (value === true) this.trues++;
    else if (type === 'Date') this.times.add(timeOf(value as object) ?? NaN);
    this.distinct.add(value);
  }

  private note(type: string): void {
    if (this.types) this.types.set(type, (this.types.get(type) ?? 0) + 1);
    else if (this.type === undefined || this.type === type) this.type = type;
    else
      this.types = new Map([
        [this.type, this.count],
        [type, 1],
      ]);
    this.count++;
  }

  summary(): Summary {
    const type = this.types ? 'mixed' : (this.type ?? 'empty');
    return {
      type,
      ...(this.types ? { types: Object.fromEntries(this.types) } : {}),
      count: this.count,
      nulls: this.nulls,
      ...this.range(),
      ...(this.trues > 0 || type === 'boolean' ? { true: this.trues } : {}),
      ...this.distinct.summary(),
    };
  }

  /** Of numbers where there are some, else of Dates, else of the lengths of texts. */
  private range(): Partial<Summary> {
    const numbers = this.numbers.summary();
    if (this.numbers.count > 0) return numbers;
    if (this.times.count > 0) {
      const { min, max } = this.times;
      return { ...numbers, min: new Date(min).toISOString(), max: new Date(max).toISOString() };
    }
    const { count, min, max } = this.lengths;
    return { ...numbers, ...(count > 0 ? { minLength: min, maxLength: max } : {}) };
  }
}
