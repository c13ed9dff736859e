import type { TreeDiff } from '../files/workspace';
import type { Language } from './input';
import { momentText } from './times';
import { FORMS, untilText, type OpenQuestion } from './questions';

/** Why people are told: a run has a question, still has it, asks somebody else too, or has ended. */
export type NoticeReason = 'asked' | 'reminded' | 'delegated' | 'ended';

/** Facts of every notice, without any part of the files. */
interface NoticeFacts {
  reason: NoticeReason;
  run: string;
  /** Folder that it works on, and its machine. */
  directory?: string;
  host?: string;
  /** Part of the budget that is spent, or of a run that has ended what its models took; absent: the run has none. */
  cost?: string;
  language: Language;
}

/** Paths that a change touches, the first of them, and how many there are. */
interface NoticePaths {
  paths: readonly string[];
  files: number;
}

type Asked = Pick<
  OpenQuestion,
  'kind' | 'form' | 'hash' | 'summary' | 'requestedAt' | 'deadline' | 'ifUnanswered' | 'warnings' | 'delegate'
>;

/** A question of a run, of whatever form, as people elsewhere are told of it. */
export type QuestionNotice = NoticeFacts & NoticePaths & Asked & { reason: Exclude<NoticeReason, 'ended'> };

/** End of a run as they are told of it: the summary of the morning. */
export type EndNotice = NoticeFacts &
  NoticePaths & {
    reason: 'ended';
    /** How it ended: `healed`. */
    outcome: string;
    /** True if it did not do what it was for. */
    failed: boolean;
    /** Sentence on how it ended; empty: there is none. */
    summary: string;
    /** `12 passed, 1 failed` */
    tests?: string;
    warnings?: undefined;
    hash?: undefined;
  };

export type Notice = QuestionNotice | EndNotice;

const MOST_PATHS = 20;

export function noticeOf(
  question: OpenQuestion,
  facts: NoticeFacts & Pick<QuestionNotice, 'reason'>,
): QuestionNotice {
  const { kind, form, hash, summary, requestedAt, deadline, ifUnanswered, warnings, delegate } = question;
  return {
    ...{ kind, form, hash, summary, requestedAt, deadline, ifUnanswered, warnings, delegate },
    ...facts,
    ...pathsOf(question),
  };
}

/** `diff`: what the run changed. */
export function endNoticeOf(
  end: Pick<EndNotice, 'outcome' | 'failed' | 'summary' | 'tests'>,
  facts: Omit<NoticeFacts, 'reason'>,
  diff: Pick<TreeDiff, 'files'> | undefined,
): EndNotice {
  return { ...end, ...facts, reason: 'ended', ...pathsOf({ files: diff?.files ?? [] }) };
}

function pathsOf({ files }: Pick<TreeDiff, 'files'>): NoticePaths {
  return { paths: files.slice(0, MOST_PATHS).map(({ path }) => path), files: files.length };
}

const english = {
  subject: {
    asked: (run: string) => `${run} waits for you`,
    reminded: (run: string) => `${run} still waits for you`,
    delegated: (run: string) => `${run} waits, and nobody has answered`,
  },
  on: (directory: string, host: string) => `In ${directory} on ${host}.`,
  until: (question: Pick<Asked, 'form' | 'deadline' | 'ifUnanswered'>) => `It waits ${untilText(question)}.`,
  spent: (cost: string) => `Spent so far: ${cost}.`,
  /** How to answer: by a link, or by a command on the machine. */
  answer: (how: string) => `Look at it and answer: ${how}`,
  look: (how: string) => `See the report: ${how}`,
  tests: (tests: string) => `Tests: ${tests}.`,
  ended: (run: string, outcome: string) => `${run}: ${outcome}`,
};

type NoticeWords = typeof english;

const korean: NoticeWords = {
  subject: {
    asked: (run) => `${run}: 승인을 기다립니다`,
    reminded: (run) => `${run}: 아직 승인을 기다립니다`,
    delegated: (run) => `${run}: 아직 아무도 답하지 않았습니다`,
  },
  on: (directory, host) => `위치: ${host}의 ${directory}.`,
  until: ({ form, deadline, ifUnanswered }) =>
    `기한: ${momentText(deadline)}. 그때까지 답이 없으면 ${FORMS[form].unanswered ? '모델 없이 진행합니다' : `${ifUnanswered === 'approve' ? '승인' : '거부'}으로 처리합니다`}.`,
  spent: (cost) => `지금까지 사용량: ${cost}.`,
  answer: (how) => `확인하고 답하기: ${how}`,
  look: (how) => `보고서 보기: ${how}`,
  tests: (tests) => `테스트: ${tests}.`,
  ended: (run, outcome) => `${run}: ${outcome}`,
};

const chinese: NoticeWords = {
  subject: {
    asked: (run) => `${run}：等待批准`,
    reminded: (run) => `${run}：仍在等待批准`,
    delegated: (run) => `${run}：尚无人答复`,
  },
  on: (directory, host) => `位置：${host} 上的 ${directory}。`,
  until: ({ form, deadline, ifUnanswered }) =>
    `截止：${momentText(deadline)}，届时无人答复则${FORMS[form].unanswered ? '不使用模型继续' : `视为${ifUnanswered === 'approve' ? '批准' : '拒绝'}`}。`,
  spent: (cost) => `目前已使用：${cost}。`,
  answer: (how) => `查看并答复：${how}`,
  look: (how) => `查看报告：${how}`,
  tests: (tests) => `测试：${tests}。`,
  ended: (run, outcome) => `${run}：${outcome}`,
};

const WORDS: Record<Language, NoticeWords> = { en: english, ko: korean, zh: chinese };

/** A notice in words. `url`: page on which it is answered, or the run is seen; absent: a command does it. */
export function noticeText(notice: Notice, url?: string): { subject: string; lines: readonly string[] } {
  const { reason, run, summary, directory, host, cost, warnings = [], paths, files, language } = notice;
  const words = WORDS[language];
  const more = files > paths.length ? [`  … +${files - paths.length}`] : [];
  const facts = [
    ...(summary === '' ? [] : [summary]),
    ...paths.map((path) => `  ${path}`),
    ...more,
    ...warnings,
    ...(reason === 'ended' && notice.tests ? [words.tests(notice.tests)] : []),
    ...(directory === undefined ? [] : [words.on(directory, host ?? 'localhost')]),
    ...(cost === undefined ? [] : [words.spent(cost)]),
  ];
  if (reason === 'ended')
    return {
      subject: words.ended(run, notice.outcome),
      lines: [...facts, words.look(url ?? `kintsugi report ${run}`)],
    };
  return {
    subject: words.subject[reason](run),
    lines: [...facts, words.until(notice), words.answer(url ?? `kintsugi status ${run}`)],
  };
}
