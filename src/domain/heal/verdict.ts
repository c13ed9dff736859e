import { unseenText } from '../verification/compare';
import { builtInsText } from '../verification/taint';
import type { Verification, Trust } from '../verification/verification';
import type { Language } from '../run/language';
import { chanceWords, isByChance } from '../verification/chance';
import { QUESTION_WORDS } from './words/questions';
import { isGreen } from './choose';
import { END_WORDS } from './words/ends';

/** The verdict on a change, in the words of a question about it: never better than it is. */
export function verdictText(
  verification: Verification,
  language: Language = 'en',
  confirmedBy?: string,
): string {
  const words = QUESTION_WORDS[language];
  if (isGreen(verification))
    return `${words.allPass(verification.onlyGenerated ?? false)}${trustWords(verification.trust, confirmedBy, language)}`;
  const { failed, passed, skipped, trust, chance } = verification;
  const { broken = 0, changes } = verification.comparison ?? {};
  if (changes) return builtInsText(changes, language);
  const parts = [
    ...(chance && isByChance(verification) ? [words.byChance(chance.green, chance.runs, chance.where)] : []),
    ...(failed > 0 ? [words.failing(failed)] : []),
    ...(broken > 0 ? [words.broken(broken)] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (trust === 'none') return words.unverified;
  return passed === 0 && skipped > 0 ? words.allSkipped(skipped) : words.noTest;
}

/** Error of a change that has no failure and is no success: one sentence with the way out. */
export function unverifiedError(verification: Verification, language: Language): string {
  const words = END_WORDS[language];
  const { broken = 0, unseen = [], changes } = verification.comparison ?? {};
  if (changes) return words.changes(builtInsText(changes, language));
  const byChance = chanceWords(verification, language);
  if (byChance !== undefined) return words.byChance(byChance);
  if (unseen[0]) return unseenText(unseen[0], language);
  if (broken > 0) return words.breaks(broken);
  const { skipped, trust } = verification;
  if (trust === 'none') return words.untested;
  return skipped > 0 ? words.allSkipped(skipped) : words.noTest;
}

interface TrustWords {
  command: string;
  mixed: string;
  confirmed(by: string): string;
}

const WORDS: Record<Language, TrustWords> = {
  en: {
    command: 'the checks ran as ordinary commands, so the code under test could fake their result',
    mixed: 'some checks ran as ordinary commands, so the code under test could fake their result',
    confirmed: (by) => `confirmed by ${by}`,
  },
  ko: {
    command: '검사를 일반 명령으로 실행했으므로 검사 대상 코드가 결과를 꾸며 낼 수 있음',
    mixed: '일부 검사를 일반 명령으로 실행했으므로 검사 대상 코드가 결과를 꾸며 낼 수 있음',
    confirmed: (by) => `${by}에서도 확인됨`,
  },
  zh: {
    command: '检查以普通命令运行，被测代码可能伪造其结果',
    mixed: '部分检查以普通命令运行，被测代码可能伪造其结果',
    confirmed: (by) => `由 ${by} 确认`,
  },
};

/** Addition to a verdict that commands gave or a test runner confirmed; else empty. */
export function trustWords(
  trust: Trust | undefined,
  confirmedBy?: string,
  language: Language = 'en',
): string {
  const words = WORDS[language];
  const by = trust === 'command' || trust === 'mixed' ? [words[trust]] : [];
  const confirmed = confirmedBy === undefined ? [] : [words.confirmed(confirmedBy)];
  return [...by, ...confirmed].map((one) => `; ${one}`).join('');
}
