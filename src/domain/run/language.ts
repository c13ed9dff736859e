import type { Language } from './input';

const HANGUL = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;

/** Language that a request is written in, by its script. Hanja in Korean is Korean; Japanese has no lines of its own, so it is English. */
export function languageOf(request: string): Language {
  if (HANGUL.test(request)) return 'ko';
  return HAN.test(request) && !KANA.test(request) ? 'zh' : 'en';
}
