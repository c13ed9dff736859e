/** A number in words: its value, how many words it takes, and whether it is an ordinal. */
export interface NumberInWords {
  value: number;
  words: number;
  ordinal: boolean;
}

const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const TENS = '. . twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS = (
  '. first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ');
const TENTHS = '. . twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(' ');

/** The longest number that begins with the first of some lower-case words: `two thousand and eight`. */
export function englishNumber(words: readonly string[]): NumberInWords | undefined {
  const found = [...upTo99(words, 0), ...thousands(words), ...years(words)];
  return found.reduce<NumberInWords | undefined>(
    (best, one) => (best === undefined || one.words > best.words ? one : best),
    undefined,
  );
}

/** One to 99 from a place on; `words` counts from the place. */
function upTo99(words: readonly string[], at: number): NumberInWords[] {
  const first = words[at] ?? '';
  const small = SMALL.indexOf(first);
  if (small >= 0) return [{ value: small, words: 1, ordinal: false }];
  const ordinal = ORDINALS.indexOf(first);
  if (ordinal > 0) return [{ value: ordinal, words: 1, ordinal: true }];
  const tenth = TENTHS.indexOf(first);
  if (tenth > 1) return [{ value: tenth * 10, words: 1, ordinal: true }];
  const tens = TENS.indexOf(first);
  if (tens < 2) return [];
  const next = words[at + 1] ?? '';
  const one = SMALL.indexOf(next);
  const last = ORDINALS.indexOf(next);
  const found: NumberInWords[] = [{ value: tens * 10, words: 1, ordinal: false }];
  if (one > 0 && one < 10) found.push({ value: tens * 10 + one, words: 2, ordinal: false });
  if (last > 0 && last < 10) found.push({ value: tens * 10 + last, words: 2, ordinal: true });
  return found;
}

/** `two hundred and five`, `one thousand seven hundred and eighty nine`. */
function thousands(words: readonly string[]): NumberInWords[] {
  return upTo99(words, 0).flatMap(({ value, words: used, ordinal }) => {
    if (ordinal) return [];
    const scale = words[used] === 'thousand' ? 1000 : words[used] === 'hundred' ? 100 : undefined;
    if (scale === undefined) return [];
    const base = { value: value * scale, words: used + 1, ordinal: false };
    const rest = scale === 1000 ? [...hundreds(words, base.words), base] : [base];
    return rest.flatMap((part) => {
      const sum = part === base ? base : { ...part, value: base.value + part.value };
      return [sum, ...added(words, sum)];
    });
  });
}

/** Hundreds behind thousands; `words` counts from the start. */
function hundreds(words: readonly string[], at: number): NumberInWords[] {
  return upTo99(words, at)
    .filter(({ value, words: used, ordinal }) => !ordinal && value < 10 && words[at + used] === 'hundred')
    .map(({ value, words: used }) => ({ value: value * 100, words: at + used + 1, ordinal: false }));
}

/** The rest below a hundred, with or without `and`. */
function added(words: readonly string[], base: NumberInWords): NumberInWords[] {
  const at = base.words + (words[base.words] === 'and' ? 1 : 0);
  return upTo99(words, at).map((rest) => ({
    value: base.value + rest.value,
    words: at + rest.words,
    ordinal: rest.ordinal,
  }));
}

/** `nineteen ninety nine`, `nineteen zero one`. */
function years(words: readonly string[]): NumberInWords[] {
  return upTo99(words, 0)
    .filter(({ value, ordinal }) => !ordinal && value >= 10 && value < 30)
    .flatMap(({ value, words: used }) => {
      const zero = ['zero', 'oh', 'o'].includes(words[used] ?? '') ? 1 : 0;
      return upTo99(words, used + zero)
        .filter((rest) => !rest.ordinal && (zero === 1 ? rest.value < 10 : rest.value >= 10))
        .map((rest) => ({
          value: value * 100 + rest.value,
          words: used + zero + rest.words,
          ordinal: false,
        }));
    });
}
