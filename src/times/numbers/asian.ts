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
export interface NumberAt {
  value: number;
  length: number;
  digits: number;
  needsMark?: boolean;
  /** Of several digits one by one. */
  spelled?: boolean;
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
