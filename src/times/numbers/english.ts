/** Digits and units that a language counts with. */
interface Numerals {
  digits: Readonly<Record<string, number>>;
  units: Readonly<Record<string, number>>;
}

const CHINESE: Numerals = {
  digits: {
    零: 0,
    〇: 0,
    '○': 0,
    一: 1,
    壹: 1,
    二: 2,
    两: 2,
    兩: 2,
    三: 3,
    四: 4,
    五: 5,
    六: 6,
    七: 7,
    八: 8,
    九: 9,
  },
  units: { 十: 10, 百: 100, 千: 1000, 廿: 20, 卅: 30 },
};

const KOREAN: Numerals = {
  digits: { 영: 0, 공: 0, 일: 1, 이: 2, 삼: 3, 사: 4, 오: 5, 육: 6, 륙: 6, 칠: 7, 팔: 8, 구: 9 },
  units: { 십: 10, 백: 100, 천: 1000 },
};

const KOREAN_ONES: Readonly<Record<string, number>> = {
  한: 1,
  두: 2,
  세: 3,
  석: 3,
  네: 4,
  넉: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
};
const KOREAN_TENS: Readonly<Record<string, number>> = { 열: 10, 스물: 20, 스무: 20, 서른: 30 };

const LONGEST = 12;

/** A number at the start of a text and its length; `digits`: how many it is spelled with, 0 where it has units. */
interface NumberAt {
  value: number;
  length: number;
  digits: number;
  needsMark?: boolean;
  /** Of several digits one by one. */
  spelled?: boolean;
}

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

/** Numbers in Chinese characters, in Sino-Korean and in Korean words that begin at a place. */
export function asianNumbers(text: string, at: number): NumberAt[] {
  const korean = [...numerals(KOREAN, text, at), ...koreanWords(text, at)];
  const chinese = numerals(CHINESE, text, at).slice(-1);
  return [
    ...chinese.map((one) => (one.digits > 1 ? { ...one, spelled: true } : one)),
    ...korean.map((one) => ({ ...one, needsMark: true })),
  ];
}

/** `二零一六` by digits, `两千零四` by units; shorter ones first, since `이십일일` is 21 and a day. */
function numerals({ digits, units }: Numerals, text: string, at: number): NumberAt[] {
  const found: NumberAt[] = [];
  let length = 0;
  let total = 0;
  let pending: number | undefined;
  let spelled = '';
  for (; length < LONGEST; length += 1) {
    const character = text[at + length] ?? '';
    const digit = digits[character];
    const unit = units[character];
    if (digit !== undefined) {
      pending = digit;
      spelled += String(digit);
    } else if (unit !== undefined) {
      total += unit >= 20 && unit < 100 ? unit : (pending ?? 1) * unit;
      pending = undefined;
    } else break;
    const isSpelled = spelled.length === length + 1;
    const value = isSpelled ? Number(spelled) : total + (pending ?? 0);
    found.push({ value, length: length + 1, digits: isSpelled ? spelled.length : 0 });
  }
  return found;
}

/** `한`, `열두`, `스물한`. */
function koreanWords(text: string, at: number): NumberAt[] {
  const found: NumberAt[] = [];
  const tens = entryAt(KOREAN_TENS, text, at);
  if (tens) found.push(tens);
  const ones = entryAt(KOREAN_ONES, text, at + (tens?.length ?? 0));
  if (ones)
    found.push({
      value: (tens?.value ?? 0) + ones.value,
      length: (tens?.length ?? 0) + ones.length,
      digits: 0,
    });
  return found;
}

function entryAt(table: Readonly<Record<string, number>>, text: string, at: number): NumberAt | undefined {
  for (const length of [2, 1]) {
    const value = table[text.slice(at, at + length)];
    if (value !== undefined) return { value, length, digits: 0 };
  }
  return undefined;
}
