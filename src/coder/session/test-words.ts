import type { Language } from '../../domain/run/input';
import { plural } from '../../domain/text';

/** Words about tests that were chosen, and about the lines that they execute. */
export interface TestWords {
  /** `what`: what was asked for; `files`: those that ran. */
  chosen(what: string, files: string, tests: number, others: number): string;
  none(what: string): string;
  unchanged: string;
  changes: string;
  whole(commands: string): string;
  covered(percent: string, covered: number, total: number): string;
  file(path: string, percent: string, missed: string): string;
  more(count: number): string;
  unloaded: string;
}

/** The same in each language. */
export const TEST_WORDS: Readonly<Record<Language, TestWords>> = {
  en: {
    chosen: (what, files, tests, others) =>
      `Only the tests of ${what}: ${files}. Left out: ${plural(tests, 'other test')}, and ${plural(others, 'file')} whole.`,
    none: (what) => `No test of the project fits ${what}: nothing was run.`,
    unchanged: 'Nothing differs from the last commit or from the start of the session: nothing was run.',
    changes: 'what was changed',
    whole: (commands) => `Not run, since it runs only as a whole: ${commands}.`,
    covered: (percent, covered, total) => `Covered lines: ${percent} (${covered} of ${total}).`,
    file: (path, percent, missed) =>
      `- ${path}: ${percent}${missed === '' ? '' : `; not covered: ${missed}`}`,
    more: (count) => `… and ${count} more files`,
    unloaded: 'Files that no test loads may not be counted.',
  },
  ko: {
    chosen: (what, files, tests, others) =>
      `${what}의 테스트만 실행: ${files}. 제외: 다른 테스트 ${tests}개, 통째로 제외된 파일 ${others}개.`,
    none: (what) => `${what}에 맞는 테스트가 없어 아무것도 실행하지 않았습니다.`,
    unchanged: '마지막 커밋이나 세션 시작 이후 바뀐 것이 없어 아무것도 실행하지 않았습니다.',
    changes: '변경한 부분',
    whole: (commands) => `전체로만 실행되므로 실행하지 않음: ${commands}.`,
    covered: (percent, covered, total) => `커버된 줄: ${percent} (${total}줄 중 ${covered}줄).`,
    file: (path, percent, missed) =>
      `- ${path}: ${percent}${missed === '' ? '' : `; 커버되지 않음: ${missed}`}`,
    more: (count) => `… 외 파일 ${count}개`,
    unloaded: '어떤 테스트도 불러오지 않는 파일은 세지 않았을 수 있습니다.',
  },
  zh: {
    chosen: (what, files, tests, others) =>
      `只运行 ${what} 的测试：${files}。未运行：其他测试 ${tests} 个，整个文件 ${others} 个。`,
    none: (what) => `没有测试符合 ${what}：未运行任何测试。`,
    unchanged: '与上次提交或会话开始时相比没有变化：未运行任何测试。',
    changes: '改动部分',
    whole: (commands) => `只能整体运行，因此未运行：${commands}。`,
    covered: (percent, covered, total) => `已覆盖的行：${percent}（${total} 行中的 ${covered} 行）。`,
    file: (path, percent, missed) => `- ${path}：${percent}${missed === '' ? '' : `；未覆盖：${missed}`}`,
    more: (count) => `… 另有 ${count} 个文件`,
    unloaded: '没有测试加载的文件可能未计入。',
  },
};
