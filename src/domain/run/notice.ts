import type { Language } from './input';
import { momentText } from './times';
import { untilText, type Question } from './questions';

/** Why people are told: a run has a question, still has it, or asks somebody else too. */
export type NoticeReason = 'asked' | 'reminded' | 'delegated';

/** A question of a run as people elsewhere are told of it: without any part of the files. */
export interface Notice extends Pick<
  Question,
  'kind' | 'form' | 'hash' | 'summary' | 'requestedAt' | 'deadline' | 'ifUnanswered' | 'warnings' | 'delegate'
> {
  reason: NoticeReason;
  run: string;
  /** Folder that it works on, and its machine. */
  directory?: string;
  host?: string;
  /** Paths that its change touches, the first of them, and how many there are. */
  paths: readonly string[];
  files: number;
  /** Part of the budget that is spent; absent: the run has none. */
  cost?: string;
  language: Language;
}

const MOST_PATHS = 20;

export function noticeOf(
  question: Question,
  facts: Pick<Notice, 'reason' | 'run' | 'directory' | 'host' | 'cost' | 'language'>,
): Notice {
  const { kind, form, hash, summary, requestedAt, deadline, ifUnanswered, warnings, delegate, files } =
    question;
  return {
    ...{ kind, form, hash, summary, requestedAt, deadline, ifUnanswered, warnings, delegate },
    ...facts,
    paths: files.slice(0, MOST_PATHS).map(({ path }) => path),
    files: files.length,
  };
}

const english = {
  subject: {
    asked: (run: string) => `${run} waits for you`,
    reminded: (run: string) => `${run} still waits for you`,
    delegated: (run: string) => `${run} waits, and nobody has answered`,
  },
  on: (directory: string, host: string) => `In ${directory} on ${host}.`,
  until: (question: Pick<Question, 'deadline' | 'ifUnanswered'>) => `It waits ${untilText(question)}.`,
  spent: (cost: string) => `Spent so far: ${cost}.`,
  /** How to answer: by a link, or by a command on the machine. */
  link: (url: string) => `Look at it and answer: ${url}`,
  command: (command: string) => `Look at it and answer: ${command}`,
};

type NoticeWords = typeof english;

const korean: NoticeWords = {
  subject: {
    asked: (run) => `${run}: 승인을 기다립니다`,
    reminded: (run) => `${run}: 아직 승인을 기다립니다`,
    delegated: (run) => `${run}: 아직 아무도 답하지 않았습니다`,
  },
  on: (directory, host) => `위치: ${host}의 ${directory}.`,
  until: ({ deadline, ifUnanswered }) =>
    `기한: ${momentText(deadline)}. 그때까지 답이 없으면 ${ifUnanswered === 'approve' ? '승인' : '거부'}으로 처리합니다.`,
  spent: (cost) => `지금까지 사용량: ${cost}.`,
  link: (url) => `확인하고 답하기: ${url}`,
  command: (command) => `확인하고 답하기: ${command}`,
};

const chinese: NoticeWords = {
  subject: {
    asked: (run) => `${run}：等待批准`,
    reminded: (run) => `${run}：仍在等待批准`,
    delegated: (run) => `${run}：尚无人答复`,
  },
  on: (directory, host) => `位置：${host} 上的 ${directory}。`,
  until: ({ deadline, ifUnanswered }) =>
    `截止：${momentText(deadline)}，届时无人答复则视为${ifUnanswered === 'approve' ? '批准' : '拒绝'}。`,
  spent: (cost) => `目前已使用：${cost}。`,
  link: (url) => `查看并答复：${url}`,
  command: (command) => `查看并答复：${command}`,
};

const WORDS: Record<Language, NoticeWords> = { en: english, ko: korean, zh: chinese };

/** A notice in words. `url`: page on which it is answered; absent: a command does it. */
export function noticeText(notice: Notice, url?: string): { subject: string; lines: readonly string[] } {
  const { reason, run, summary, directory, host, cost, warnings = [], paths, files, language } = notice;
  const words = WORDS[language];
  const more = files > paths.length ? [`  … +${files - paths.length}`] : [];
  return {
    subject: words.subject[reason](run),
    lines: [
      summary,
      ...paths.map((path) => `  ${path}`),
      ...more,
      ...warnings,
      ...(directory === undefined ? [] : [words.on(directory, host ?? 'localhost')]),
      ...(cost === undefined ? [] : [words.spent(cost)]),
      words.until(notice),
      url === undefined ? words.command(`kintsugi status ${run}`) : words.link(url),
    ],
  };
}
