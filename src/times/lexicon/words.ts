import type { Meaning, Part, Relation, Word } from '../values';
import type { Feast } from '../feasts';
import type { Unit } from '../wall';

/** Words of a language and what each can mean. */
export type Lexicon = Readonly<Record<string, readonly Meaning[]>>;

/** Meanings by list: `[['yesterday', …], meaning]`. */
export function lexicon(...rows: readonly (readonly [string, ...Meaning[]])[]): Lexicon {
  const words: Record<string, Meaning[]> = {};
  for (const [list, ...meanings] of rows)
    for (const text of list.split('|')) (words[text] ??= []).push(...meanings);
  return words;
}

export const word = (value: Word): Meaning => ({ kind: 'word', value });
export const unit = (value: Unit): Meaning => ({ kind: 'unit', value });
export const month = (value: number, weak?: true): Meaning => ({
  kind: 'date',
  value: { month: value, ...(weak && { weak }) },
});
export const weekday = (value: number, weak?: true): Meaning => ({
  kind: 'date',
  value: { weekday: value, ...(weak && { weak }) },
});
export const rel = (by: number, more: Omit<Relation, 'by'> = {}): Meaning => ({
  kind: 'rel',
  value: { by, ...more },
});
/** A number that only counts. */
export const num = (value: number): Meaning => ({ kind: 'num', value: { value, digits: 0, counts: true } });
export const ord = (value: number): Meaning => ({ kind: 'ord', value });
export const part = (of: Part['of'], more: Omit<Part, 'of'> = {}): Meaning => ({
  kind: 'part',
  value: { of, ...more },
});
export const piece = (start: number, months: number, weak?: true): Meaning => ({
  kind: 'piece',
  value: { start, months, ...(weak && { weak }) },
});
export const recent = (hours: number): Meaning => ({ kind: 'recent', value: hours });
export const several = (least: number, most: number): Meaning => ({
  kind: 'several',
  value: { least, most },
});
/** A holiday of one date. */
export const holiday = (monthOf: number, day: number): Meaning => ({
  kind: 'date',
  value: { month: monthOf, day },
});
export const feast = (value: Feast): Meaning => ({ kind: 'date', value: { feast: value } });
/** A day by its distance from today. */
export const dayName = (shift: number): Meaning => ({ kind: 'shifted', value: { unit: 'day', shift } });
/** A whole unit by its distance from this one. */
export const shifted = (unitName: Unit, shift: number): Meaning => ({
  kind: 'shifted',
  value: { unit: unitName, shift },
});
export const days = (count: number): Meaning => ({
  kind: 'dur',
  value: { months: 0, days: count, workdays: 0, minutes: 0, unit: 'day', parts: 1 },
});
export const daypart = (from: number, to: number): Meaning => ({ kind: 'daypart', value: { from, to } });
