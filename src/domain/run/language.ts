import { z } from 'zod';

/** Language of the lines that a run writes. */
export const Language = z.enum(['en', 'ko', 'zh']);
export type Language = z.infer<typeof Language>;

const HANGUL = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;

/** Language that a request is written in, by its script. Hanja in Korean is Korean; Japanese has no lines of its own, so it is English. */
export function languageOf(request: string): Language {
  if (HANGUL.test(request)) return 'ko';
  return HAN.test(request) && !KANA.test(request) ? 'zh' : 'en';
}

/** Language of a request, or that of the settings where its script does not tell one. */
export function languageOr(request: string | undefined, settings: Language): Language {
  const written = languageOf(request ?? '');
  return written === 'en' ? settings : written;
}

const LATIN_WORDS = /[a-z]{2,40}[^\S\n]{1,3}[a-z]{2,40}/i;

/** Language of a message in a conversation; a name alone is of no language, so the conversation's stands. */
export function spokenIn(message: string, conversation: Language): Language {
  const language = languageOf(message);
  return language !== 'en' || LATIN_WORDS.test(message) ? language : conversation;
}
