import type { Language } from '../run/input';
import { chinese } from './words/chinese';
import { english, type GoalWords } from './words/english';
import { korean } from './words/korean';

export type { GoalWords };

const WORDS: Readonly<Record<Language, GoalWords>> = { en: english, ko: korean, zh: chinese };

/** Sentences of a goal in the user's language. */
export function wordsOf(language: Language): GoalWords {
  return WORDS[language];
}

/** A whole sentence of a text: it begins with a capital letter, unless with a path, and has one end. */
export function sentence(text: string, language: Language): string {
  const trimmed = text.trim();
  const whole = /^[\w-]*[./\\]\w/.test(trimmed)
    ? trimmed
    : trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1);
  return /[.!?。！？…]$/.test(whole) ? whole : whole + WORDS[language].stop;
}

/** One form of a text for comparing: composed characters, lower case, single blanks. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s/)
    .filter((part) => part !== '')
    .join(' ');
}

/** Words of a name: `MyPapers_2015` is my, papers and 2015. */
export function nameTokens(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]/u)
    .flatMap((part) => part.split(/(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u))
    .filter((part) => part !== '');
}

/** An English word without its plural: `papers`, `boxes` and `stories` as `paper`, `box` and `story`. */
export function singular(word: string): string {
  if (!/^[a-z]{4,40}$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
