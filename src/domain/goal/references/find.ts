import { CHINESE, CHINESE_PRONOUNS } from './chinese';
import { ENGLISH, ENGLISH_PRONOUNS } from './english';
import { KOREAN, KOREAN_PRONOUNS } from './korean';
import { nounsOf, type Noun } from './nouns';
import { beginsWord, matchAt, type Match, type Reference } from './pattern';
import { timeAt } from './times';

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
