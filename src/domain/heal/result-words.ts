import type { Language } from '../run/input';
import { endSentence, outcomeText } from '../run/outcomes';
import { plural } from '../text';
import { shortfall } from './delivery-words';
import type { Delivery } from './result';

/** Sentences on how the work of a run went, in one language. */
export interface ResultWords {
  answered: string;
  carriedOut: string;
  carriedOutAfter(repairs: number): string;
  healed(repairs: number): string;
  nothing: string;
  nothingForked: string;
  unknown: string;
}

const english: ResultWords = {
  answered: 'the question is answered',
  carriedOut: 'the request is carried out, and all checks pass',
  carriedOutAfter: (repairs) =>
    `the request is carried out, and all checks pass after ${repairs > 1 ? plural(repairs, 'repair') : 'a repair'}`,
  healed: (repairs) => `a repair makes all checks pass${repairs > 1 ? `, found in round ${repairs}` : ''}`,
  nothing: 'nothing to repair, all checks pass already',
  nothingForked: 'nothing to repair, all checks pass on the forked files',
  unknown: 'unknown error',
};

const korean: ResultWords = {
  answered: '질문에 답했습니다',
  carriedOut: '요청을 수행했고 모든 검사를 통과합니다',
  carriedOutAfter: (repairs) => `요청을 수행했고 복구 ${repairs}회 후 모든 검사를 통과합니다`,
  healed: (repairs) => `복구하여 모든 검사를 통과합니다 (${repairs}번째 시도)`,
  nothing: '모든 검사를 이미 통과하므로 복구할 것이 없습니다',
  nothingForked: '갈라져 나온 파일에서 모든 검사를 통과하므로 복구할 것이 없습니다',
  unknown: '알 수 없는 오류',
};

const chinese: ResultWords = {
  answered: '问题已回答',
  carriedOut: '请求已执行，所有检查通过',
  carriedOutAfter: (repairs) => `请求已执行，经过 ${repairs} 次修复后所有检查通过`,
  healed: (repairs) => `修复后所有检查通过 (第 ${repairs} 次尝试)`,
  nothing: '所有检查已经通过，没有需要修复的内容',
  nothingForked: '在派生的文件上所有检查通过，没有需要修复的内容',
  unknown: '未知错误',
};

/** Sentences on results by language. */
export const RESULT_WORDS: Record<Language, ResultWords> = { en: english, ko: korean, zh: chinese };

/** Outcomes of runs whose change was published, or that had none. */
export const STATUS_WORDS: Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>> = {
  ko: {
    completed: '완료',
    recovered: '복구됨',
    failed_after_repair: '복구되지 않음',
    failed: '복구되지 않음',
    incomplete: '완료되지 않음',
  },
  zh: {
    completed: '已完成',
    recovered: '已修复',
    failed_after_repair: '未修复',
    failed: '未修复',
    incomplete: '未完成',
  },
};

/** End of a run as its message has it: the outcome, then what is to be said of it. */
export function endedText(
  language: Language,
  outcome: string,
  delivery: Pick<Delivery, 'status'>,
  what: string,
): string {
  if (language === 'en') return endSentence(outcomeText('heal', outcome), what);
  return `${shortfall(language, delivery) ?? STATUS_WORDS[language][outcome] ?? outcome}: ${what}`;
}
