import type { Language } from '../run/input';
import { chinese } from './words/chinese';
import { english } from './words/english';
import { korean } from './words/korean';
import type { GoalWords } from './words/english';

export type { GoalWords };

const WORDS: Readonly<Record<Language, GoalWords>> = { en: english, ko: korean, zh: chinese };

/** Sentences of a goal in the user's language. */
export function wordsOf(language: Language): GoalWords {
  return WORDS[language];
}

/** A whole sentence of a text: it begins with a capital letter and has one end. */
export function sentence(text: string, language: Language): string {
  const trimmed = text.trim();
  const whole = trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1);
  return /[.!?。！？…]$/.test(whole) ? whole : whole + WORDS[language].stop;
}
