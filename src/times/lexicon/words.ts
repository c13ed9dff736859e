import type { Meaning, Part, Relation, Word, Feast } from '../values';
import type { Unit } from '../wall';

/** First years of Chinese eras that people count by. */
const FIRST_YEARS: Readonly<Record<string, number>> = {
  贞观: 627,
  永徽: 650,
  显庆: 656,
  神龙: 705,
  景龙: 707,
  开元: 713,
  天宝: 742,
  贞元: 785,
  元和: 806,
  会昌: 841,
  景德: 1004,
  庆历: 1041,
  熙宁: 1068,
  元丰: 1078,
  元祐: 1086,
  崇宁: 1102,
  宣和: 1119,
  靖康: 1126,
  绍兴: 1131,
  淳熙: 1174,
  至元: 1264,
  至正: 1341,
  洪武: 1368,
  建文: 1399,
  永乐: 1403,
  洪熙: 1425,
  宣德: 1426,
  正统: 1436,
  景泰: 1450,
  天顺: 1457,
  成化: 1465,
  弘治: 1488,
  正德: 1506,
  嘉靖: 1522,
  隆庆: 1567,
  万历: 1573,
  泰昌: 1620,
  天启: 1621,
  崇祯: 1628,
  顺治: 1644,
  康熙: 1662,
  雍正: 1723,
  乾隆: 1736,
  嘉庆: 1796,
  道光: 1821,
  咸丰: 1851,
  同治: 1862,
  光绪: 1875,
  宣统: 1909,
  民国: 1912,
  民國: 1912,
};

export const eras: Lexicon = lexicon(
  ...Object.entries(FIRST_YEARS).map(([name, value]) => [name, { kind: 'era', value }] as const),
);

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
