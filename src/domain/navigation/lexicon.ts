import { LEXICON_TABLE } from './lexicon-table';

/** Words of programming in Korean and Chinese with the English words that code has for them. */

interface Meaning {
  /** Word of the language. */
  readonly word: string;
  readonly english: readonly string[];
}

const MEANINGS: readonly Meaning[] = LEXICON_TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [english = '', korean = '', chinese = ''] = line.split('|').map((part) => part.trim());
    const words = `${korean} ${chinese}`.split(' ').filter((word) => word !== '');
    return words.map((word) => ({ word, english: english.split(' ') }));
  })
  .toSorted((left, right) => right.word.length - left.word.length);

const LONGEST_RUN = 200;

/**
 * English words for a run of Korean or Chinese letters, a list for each word found in it, in their order. The longest words are
 * taken first, wherever they stand: endings of Korean words and Chinese without blanks need no other care.
 */
export function englishFor(run: string): string[][] {
  let rest = run.slice(0, LONGEST_RUN);
  const found: { at: number; word: string; english: Set<string> }[] = [];
  for (const { word, english } of MEANINGS) {
    const same = found.find((one) => one.word === word);
    const at = same ? -1 : rest.indexOf(word);
    if (same) for (const one of english) same.english.add(one);
    if (at < 0) continue;
    // One letter may be an ending or a part of another word: it must begin the run.
    if (word.length === 1 && at > 0 && /[\uac00-\ud7a3]/.test(word)) continue;
    found.push({ at, word, english: new Set(english) });
    rest = `${rest.slice(0, at)}${' '.repeat(word.length)}${rest.slice(at + word.length)}`;
  }
  return found.toSorted((left, right) => left.at - right.at).map(({ english }) => [...english]);
}

/** How many words of other languages the table knows. */
export const LEXICON_SIZE = new Set(MEANINGS.map(({ word }) => word)).size;
