import type { Language } from './input';

/** Language of a request by its script: Hangul is Korean, Han characters without kana are Chinese, all else is English. */
export function languageOf(request: string): Language {
  if (/\p{Script=Hangul}/u.test(request)) return 'ko';
  const isChinese =
    /\p{Script=Han}/u.test(request) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(request);
  return isChinese ? 'zh' : 'en';
}
