import { CHINESE, CHINESE_PRONOUNS } from './chinese';
import { ENGLISH, ENGLISH_PRONOUNS } from './english';
import { KOREAN, KOREAN_PRONOUNS } from './korean';
import { beginsWord, matchAt, type Match, type Reference, endsWord, pluralEnd } from './pattern';
import { timeAt } from './times';
import type { Mention } from '../conversation';

const PATTERNS = [...ENGLISH, ...KOREAN, ...CHINESE];
const PRONOUNS = [...ENGLISH_PRONOUNS, ...KOREAN_PRONOUNS, ...CHINESE_PRONOUNS];
/** Requests are short; a text that is pasted in points to itself. */
const LONGEST = 4_000;

interface Found extends Match {
  from: number;
  isPronoun: boolean;
}

/**
 * Words of a request that point to something of earlier turns, in English, Korean and Chinese, in their order. What
 * the request itself has named before points to that: `make a folder and move them to that folder` has none.
 */
export function findReferences(request: string): Reference[] {
  const text = request.normalize('NFC').replace(/\s/g, ' ').slice(0, LONGEST);
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [];
  const found = scan(lower);
  const nouns = nounsOf(lower).filter(({ at }) => !found.some(({ from, to }) => from <= at && at < to));
  return found
    .filter((one, index) => !(one.isPronoun && index > 0) && !isNamedBefore(one, nouns) && !isSearch(one))
    .map(({ from, to, type, how, all, when }) => ({
      phrase: text.slice(from, to),
      ...(type && { type }),
      ...(how && { how }),
      ...(all && { all }),
      ...(when !== undefined && { when }),
    }));
}

/** The longest reading at each place, none within another. */
function scan(text: string): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === ' ' || !beginsWord(text, at)) continue;
    const best = longest(text, at);
    if (!best) continue;
    found.push(best);
    at = best.to - 1;
  }
  return found;
}

function longest(text: string, at: number): Found | undefined {
  let best: Found | undefined;
  for (const [patterns, isPronoun] of [[PATTERNS, false] as const, [PRONOUNS, true] as const])
    for (const pattern of patterns) {
      const match = matchAt(text, at, pattern, timeAt);
      if (match && match.to > (best?.to ?? at)) best = { ...match, from: match.start ?? at, isPronoun };
    }
  return best;
}

/** A pronoun points to any noun before it, `it` and `them` to one of their number, and a noun to one of its type. */
function isNamedBefore({ from, type, all, isPronoun }: Found, nouns: readonly Noun[]): boolean {
  const isOfNumber = (noun: Noun) =>
    type !== undefined || noun.isPlural === undefined || noun.isPlural === (all === true);
  return nouns.some(
    (noun) => noun.at < from && (isPronoun ? isOfNumber(noun) : type === undefined || noun.type === type),
  );
}

/** All files of a time are looked for on disk. */
function isSearch({ all, how, when }: Found): boolean {
  return all === true && how === undefined && when !== undefined;
}

const FOLDERS =
  'folder|directories|directory|폴더|디렉토리|디렉터리|文件夹|文件夾|資料夾|资料夹|目录|目錄'.split('|');
const FILES = (
  'file|document|photo|picture|image|paper|report|note|video|' +
  '파일|문서|사진|논문|보고서|이미지|그림|메모|영상|文件|檔案|文档|文檔|照片|图片|圖片|论文|論文|报告|報告|视频'
).split('|');

/** A noun for a file or a folder and where it begins. */
interface Noun {
  at: number;
  type: Mention['type'];
  /** Only English says of each noun whether it is one. */
  isPlural?: boolean;
}

/** Nouns of a lower-case text in its order. `文件夹` is a folder and no file; `the papers folder` is a folder. */
function nounsOf(text: string): Noun[] {
  const nouns: Noun[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const folder = wordAt(FOLDERS, text, at);
    const file = folder === undefined ? wordAt(FILES, text, at) : undefined;
    if (folder !== undefined) nouns.push({ at, type: 'folder', ...numberOf(text, folder) });
    else if (file !== undefined && !isPartOfName(text, file))
      nouns.push({ at, type: 'file', ...numberOf(text, file) });
  }
  return nouns;
}

function numberOf(text: string, end: number): Pick<Noun, 'isPlural'> {
  const last = text[end - 1] ?? '';
  return /[a-z]/.test(last) ? { isPlural: last === 's' } : last === '들' ? { isPlural: true } : {};
}

function wordAt(list: readonly string[], text: string, at: number): number | undefined {
  if (!/[a-z]/.test(text[at] ?? '') || beginsWord(text, at)) {
    const ends = list.filter((one) => text.startsWith(one, at)).map((one) => at + one.length);
    return ends.map((end) => pluralEnd(text, end) ?? end).find((end) => endsWord(text, end));
  }
  return undefined;
}

/** `papers` of `the papers folder`. */
function isPartOfName(text: string, end: number): boolean {
  const next = text[end] === ' ' ? end + 1 : end;
  return FOLDERS.some((one) => text.startsWith(one, next));
}
