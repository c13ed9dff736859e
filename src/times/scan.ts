import { LEXICON } from './lexicon';
import { asianNumbers, englishNumber } from './numbers/english';
import type { Meaning, Node } from './values';

/** Letters of the longest Korean or Chinese word; the number of words of the longest English entry. */
const LONGEST_ASIAN = 8;
const MOST_WORDS = 4;
const MOST_NUMBER_WORDS = 9;

const MARKS: Readonly<Record<string, readonly Meaning[]>> = {
  '/': [{ kind: 'word', value: 'slash' }],
  '-': [
    { kind: 'word', value: 'dash' },
    { kind: 'word', value: 'slash' },
  ],
  '–': [{ kind: 'word', value: 'dash' }],
  '—': [{ kind: 'word', value: 'dash' }],
  '~': [{ kind: 'word', value: 'dash' }],
  '〜': [{ kind: 'word', value: 'dash' }],
  '.': [
    { kind: 'word', value: 'dot' },
    { kind: 'word', value: 'glue' },
  ],
  "'s": [{ kind: 'word', value: 'glue' }],
  '..': [{ kind: 'word', value: 'to' }],
  ',': [{ kind: 'word', value: 'glue' }],
};

/** A text as it is scanned: one form of each character, single blanks. */
export function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('\u2019', "'")
    .split(/\s/)
    .filter((part) => part !== '')
    .join(' ');
}

/** Words, numbers and marks of a normalised text, each with all that it can mean. */
export function scan(text: string): Node[] {
  const nodes: Node[] = [];
  const lower = text.toLowerCase();
  for (let at = 0; at < text.length; at += 1) {
    const character = lower[at] ?? '';
    const found = isDigit(character)
      ? digitsAt(lower, at)
      : isLatin(character)
        ? latinAt(lower, text, at)
        : asianAt(lower, at);
    nodes.push(...found);
  }
  return nodes;
}

/** Letters of a, b, c, not those of other scripts. */
export function isLatin(character: string): boolean {
  return /[a-z]/i.test(character);
}

export function isHangul(character: string): boolean {
  return character >= '가' && character <= '힣';
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

const COUNTER = /^ ?[个個份张張件篇条條개장건편권명]/;
const LONGEST_COUNTED = 3;

/** True behind a number that counts things: `3个文件`, `3개 파일`, but not `3个月`. */
export function countsThings(text: string, end: number): boolean {
  if (!COUNTER.test(text.slice(end, end + 2))) return false;
  const at = text[end] === ' ' ? end + 1 : end;
  for (let length = 2; length <= LONGEST_COUNTED; length += 1)
    if (LEXICON.has(text.slice(at, at + length))) return false;
  return true;
}

function node(meaning: Meaning, from: number, to: number): Node {
  return { ...meaning, from, to };
}

function digitsAt(text: string, at: number): Node[] {
  const before = text[at - 1] ?? '';
  if (isDigit(before)) return [];
  let end = at;
  while (isDigit(text[end] ?? '')) end += 1;
  const value = Number(text.slice(at, end));
  const digits = end - at;
  const inWord = isLatin(before) || before === '_';
  if (digits === 8 && !inWord) return compactDate(text, at, end);
  if (digits > 4 || countsThings(text, end)) return [];
  const nodes = [node({ kind: 'num', value: { value, digits, ...(inWord && { inWord }) } }, at, end)];
  const year = quotedYear(text, at, value, digits);
  if (year) nodes.push(year);
  const tenths = /^\.\d(?![\d.])/.exec(text.slice(end, end + 4))?.[0];
  if (tenths !== undefined && !inWord && before !== '.')
    nodes.push(node({ kind: 'fraction', value: value + Number(`0${tenths}`) }, at, end + tenths.length));
  const ending = text.slice(end, end + 2);
  if (['st', 'nd', 'rd', 'th'].includes(ending) && !isLatin(text[end + 2] ?? ''))
    nodes.push(node({ kind: 'ord', value }, at, end + 2));
  const s = text[end] === "'" ? end + 1 : end;
  const plural = text[s] === 's' && !isLatin(text[s + 1] ?? '') && value % 10 === 0;
  if (plural && (digits === 2 || digits === 4))
    nodes.push(node({ kind: 'decade', value: { value, digits } }, before === "'" ? at - 1 : at, s + 1));
  return nodes;
}

/** `'16`: a year of this century or the last. */
function quotedYear(text: string, at: number, value: number, digits: number): Node | undefined {
  if (text[at - 1] !== "'" || digits !== 2 || /[\p{L}\p{N}]/u.test(text[at - 2] ?? '')) return undefined;
  return node({ kind: 'num', value: { value, digits, inWord: true, quoted: true } }, at - 1, at + 2);
}

/** `20161107`. */
function compactDate(text: string, at: number, end: number): Node[] {
  const [year, month, day] = [
    text.slice(at, at + 4),
    text.slice(at + 4, at + 6),
    text.slice(at + 6, end),
  ].map(Number) as [number, number, number];
  if (year < 1900 || year > 2099) return [];
  return [node({ kind: 'date', value: { year, month, day } }, at, end)];
}

function latinAt(lower: string, text: string, at: number): Node[] {
  if (isLatin(lower[at - 1] ?? '')) return [];
  const ends = wordEnds(lower, at);
  const nodes = ends
    .slice(0, MOST_WORDS)
    .flatMap((end) =>
      (LEXICON.get(lower.slice(at, end).replaceAll('-', ' ')) ?? []).map((meaning) =>
        node(strong(meaning, text[at]), at, end),
      ),
    );
  const words = ends.map((end, index) => lower.slice(index === 0 ? at : (ends[index - 1] ?? at) + 1, end));
  const found = englishNumber(words);
  if (found) {
    const end = ends[found.words - 1] ?? at;
    const digits = found.value >= 1000 ? 4 : 0;
    if (found.ordinal) nodes.push(node({ kind: 'ord', value: found.value }, at, end));
    else nodes.push(node({ kind: 'num', value: { value: found.value, digits } }, at, end));
  }
  return nodes;
}

/** Ends of the next words, as far as only single blanks and hyphens are between them. */
function wordEnds(text: string, at: number): number[] {
  const ends: number[] = [];
  let end = at;
  while (ends.length < MOST_NUMBER_WORDS && isLatin(text[end] ?? '')) {
    while (isLatin(text[end] ?? '')) end += 1;
    ends.push(end);
    if (text.startsWith("'s ", end)) end += 2;
    if (text[end] !== ' ' && text[end] !== '-') break;
    end += 1;
  }
  return ends;
}

/** `May` is the month, `may` only beside another part of a date. */
function strong(meaning: Meaning, initial = ''): Meaning {
  if (meaning.kind !== 'date' || !meaning.value.weak || initial.toLowerCase() === initial) return meaning;
  return { kind: 'date', value: { ...meaning.value, weak: undefined } };
}

function asianAt(text: string, at: number): Node[] {
  if (isInYixia(text, at)) return [];
  if (text[at] === '.' && text[at - 1] === '.') return [];
  const mark = ['..', "'s"].find((one) => text.startsWith(one, at)) ?? text[at] ?? '';
  const nodes = (MARKS[mark] ?? []).map((meaning) => node(meaning, at, at + mark.length));
  for (let length = 1; length <= Math.min(LONGEST_ASIAN, text.length - at); length += 1)
    for (const meaning of LEXICON.get(text.slice(at, at + length)) ?? [])
      nodes.push(node(meaning, at, at + length));
  for (const { length, ...value } of asianNumbers(text, at)) {
    if (countsThings(text, at + length)) continue;
    nodes.push(node({ kind: 'num', value }, at, at + length));
    const [least, most] = [Math.floor(value.value / 10), value.value % 10];
    // 两三 is two or three.
    if (value.spelled && length === 2 && most === least + 1)
      nodes.push(node({ kind: 'several', value: { least, most } }, at, at + length));
  }
  return nodes;
}

/** True inside of 一下 ("just", as in 找一下11月的报告), which is neither the number nor "next". 一下午 and 周一 are words of their own. */
function isInYixia(text: string, at: number): boolean {
  const start = text[at] === '下' ? at - 1 : at;
  const isWord = text[start + 2] === '午' || /[周週期拜]/.test(text[start - 1] ?? '');
  return text.startsWith('一下', start) && !isWord;
}

export function isHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
