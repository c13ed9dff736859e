import type { Language } from '../run/input';
import type { Trust } from '../verification/verification';

interface TrustWords {
  command: string;
  mixed: string;
  confirmed(by: string): string;
}

const WORDS: Record<Language, TrustWords> = {
  en: {
    command: 'verified by commands, whose verdict the code under test could influence',
    mixed: 'verified in part by commands, whose verdict the code under test could influence',
    confirmed: (by) => `confirmed by ${by}`,
  },
  ko: {
    command: '명령으로 검증됨: 검사 대상 코드가 결과에 영향을 줄 수 있음',
    mixed: '일부는 명령으로 검증됨: 검사 대상 코드가 결과에 영향을 줄 수 있음',
    confirmed: (by) => `${by}에서도 확인됨`,
  },
  zh: {
    command: '由命令验证: 被测代码可能影响其结果',
    mixed: '部分由命令验证: 被测代码可能影响其结果',
    confirmed: (by) => `由 ${by} 确认`,
  },
};

/** Words to add to a verdict that commands gave, or that a test runner confirmed; empty for others. */
export function trustWords(
  trust: Trust | undefined,
  confirmedBy?: string,
  language: Language = 'en',
): string {
  const words = WORDS[language];
  const by = trust === 'command' || trust === 'mixed' ? [words[trust]] : [];
  const confirmed = confirmedBy === undefined ? [] : [words.confirmed(confirmedBy)];
  return [...by, ...confirmed].map((one) => ` (${one})`).join('');
}
