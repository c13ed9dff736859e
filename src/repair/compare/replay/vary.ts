import type { Coded } from './coded';

/** Another input near a recorded one. `foreign`: of a type that the position never had. */
export interface Variation {
  value: Coded;
  foreign: boolean;
}

/** Literals of the program's code: inputs at the edges of its branches. */
export interface Literals {
  strings: readonly string[];
  numbers: readonly number[];
}

const MOST_ELEMENTS = 3;
const MOST_LITERALS = 12;
const MOST_NUMBERS = 6;
const LONGEST_NUMBERED = 200;

/** Neighbours of a value: boundary values, small changes, and values of other types at the end. */
export function variationsOf(value: Coded, literals: Literals, depth = 0): Variation[] {
  const own = (values: readonly Coded[]): Variation[] =>
    values.map((one) => ({ value: one, foreign: false }));
  const foreign = (values: readonly Coded[]): Variation[] =>
    values.map((one) => ({ value: one, foreign: true }));
  const nothing: Coded[] = [null, { $: 'undefined' }];
  if (value === null) return foreign([{ $: 'undefined' }, 0, '']);
  if (typeof value === 'number')
    return [...own(numbersNear(value, literals)), ...foreign([value + 0.5, ...nothing])];
  if (typeof value === 'string') return [...own(textsNear(value, literals)), ...foreign([...nothing, 0])];
  if (typeof value === 'boolean') return [...own([!value]), ...foreign(nothing)];
  if (Array.isArray(value)) return [...listsNear(value, literals, depth), ...foreign(nothing)];
  switch (value.$) {
    case 'undefined':
      return foreign([null, 0, '']);
    case 'number':
      return own([0, 1]);
    case 'bigint':
      return own([
        { $: 'bigint', v: String(BigInt(value.v) + 1n) },
        { $: 'bigint', v: '0' },
      ]);
    case 'date':
      return own([-86_400_000, -1, 1, 86_400_000].map((ms) => ({ $: 'date', v: (value.v ?? 0) + ms })));
    case 'set':
      return listsNear(value.v, literals, depth).map((one) => ({
        ...one,
        value: { $: 'set', v: one.value as Coded[] },
      }));
    case 'map':
      return listsNear(value.v, literals, depth).flatMap(({ value: entries, foreign: isForeign }) =>
        isEntries(entries) ? [{ value: { $: 'map' as const, v: entries }, foreign: isForeign }] : [],
      );
    case 'typed':
      return listsNear(value.v, literals, depth).flatMap(({ value: numbers, foreign: isForeign }) =>
        isNumbers(numbers) ? [{ value: { ...value, v: numbers }, foreign: isForeign }] : [],
      );
    case 'object':
      return fieldsNear(value, literals, depth);
    default:
      return foreign(nothing);
  }
}

function isEntries(value: Coded): value is [Coded, Coded][] {
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2);
}

function isNumbers(value: Coded): value is number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}

function numbersNear(value: number, { numbers }: Literals): number[] {
  const edges = numbers.slice(0, MOST_LITERALS).flatMap((one) => [one, one + 1, one - 1]);
  const near = [value + 1, value - 1, 0, 1, -1, -value, value * 2, value + 2, value * 10 + 7];
  const halves = Number.isInteger(value) ? [] : [Math.trunc(value), value + 0.5, value + 0.25];
  return distinct([...near, ...halves, ...edges].map((one) => (Object.is(one, -0) ? 0 : one))).filter(
    (one) => one !== value && Number.isFinite(one),
  );
}

function textsNear(value: string, { strings, numbers }: Literals): string[] {
  const letters = [...value];
  const middle = Math.floor(letters.length / 2);
  const near = [
    '',
    letters.slice(1).join(''),
    letters.slice(0, -1).join(''),
    value + value,
    letters.toReversed().join(''),
    value.toUpperCase(),
    value.toLowerCase(),
    ` ${value} `,
    `${value} ${letters[0] ?? 'a'}`,
    `${value} 1`,
    [...letters.slice(0, middle), ...letters.slice(middle + 1)].join(''),
    [...letters.slice(0, middle), 'x', ...letters.slice(middle)].join(''),
    letters[0] ?? 'a',
    `${value}${letters.at(-1) ?? 'z'}`,
  ];
  const known = strings.slice(0, MOST_LITERALS).flatMap((one) => [one, value + one]);
  return distinct([...near, ...numbered(value, numbers), ...known]).filter(
    (one) => one !== value && one.length <= 500,
  );
}

/** The text with other numbers in it: one changed a little or to one of the code, or all the other way round. `03-11` → `04-11`, `11-03`. */
function numbered(text: string, numbers: readonly number[]): string[] {
  const found = [...text.slice(0, LONGEST_NUMBERED).matchAll(/\d{1,15}/g)].slice(0, MOST_ELEMENTS);
  const edges = numbers.slice(0, MOST_NUMBERS).flatMap((one) => [one, one + 1]);
  const others = found.flatMap(({ 0: digits, index }) =>
    distinct([Number(digits) + 1, Number(digits) - 1, ...edges])
      .filter((one) => Number.isInteger(one) && one >= 0)
      .map((one) => {
        const written = String(one).padStart(digits.length, '0');
        return text.slice(0, index) + written + text.slice(index + digits.length);
      }),
  );
  const digits = found.map(([one]) => one);
  const turned = text.replace(/\d{1,15}/g, (one) => digits.pop() ?? one);
  return found.length > 1 ? [turned, ...others] : others;
}

function listsNear(value: Coded[], literals: Literals, depth: number): Variation[] {
  const whole: Coded[][] = [[], value.slice(1), value.slice(0, -1), value.toReversed(), [...value, ...value]];
  if (value.length > 0) whole.push([...value, value[0] ?? null], value.slice(0, 1));
  if (value.every((one) => typeof one === 'number'))
    whole.push(value.toSorted((a, b) => Number(a) - Number(b)));
  const lists = whole
    .filter((one) => JSON.stringify(one) !== JSON.stringify(value))
    .map((one): Variation => ({ value: one, foreign: false }));
  if (depth > 2) return lists;
  const places = distinct([0, value.length - 1, Math.floor(value.length / 2)]).slice(0, MOST_ELEMENTS);
  const elements = places.flatMap((place) => {
    const element = value[place];
    if (element === undefined) return [];
    return variationsOf(element, literals, depth + 1)
      .slice(0, 8)
      .map(({ value: other, foreign }): Variation => ({ value: value.with(place, other), foreign }));
  });
  return [...lists, ...elements];
}

function fieldsNear(value: Extract<Coded, { $: 'object' }>, literals: Literals, depth: number): Variation[] {
  if (depth > 2) return [];
  const changed = value.v.slice(0, 6).flatMap(([key, one], place) =>
    variationsOf(one, literals, depth + 1)
      .slice(0, 6)
      .map(({ value: other, foreign }): Variation => ({
        value: { ...value, v: value.v.with(place, [key, other]) },
        foreign,
      })),
  );
  const without = value.v.slice(0, 6).map((_, place): Variation => ({
    value: { ...value, v: value.v.toSpliced(place, 1) },
    foreign: true,
  }));
  return [...changed, ...without];
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
