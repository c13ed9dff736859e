import type { TreeDiff } from '../files/workspace';
import type { Language } from './input';
import { untilText, type OpenQuestion } from './questions';
import { said, saidText, speaker } from './said';

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

const SUBJECTS = {
  asked: (run: string) => said`${run} waits for you`,
  reminded: (run: string) => said`${run} still waits for you`,
  delegated: (run: string) => said`${run} waits, and nobody has answered`,
};

/** A notice in words. `url`: page on which it is answered, or the run is seen; absent: a command does it. */
export function noticeText(notice: Notice, url?: string): { subject: string; lines: readonly string[] } {
  const { reason, run, summary, directory, host, cost, warnings = [], paths, files, language } = notice;
  const say = speaker(language);
  const more = files > paths.length ? [`  … +${files - paths.length}`] : [];
  const facts = [
    ...(summary === '' ? [] : [summary]),
    ...paths.map((path) => `  ${path}`),
    ...more,
    ...warnings,
    ...(reason === 'ended' && notice.tests ? [say`Tests: ${notice.tests}.`] : []),
    ...(directory === undefined ? [] : [say`In ${directory} on ${host ?? 'localhost'}.`]),
    ...(cost === undefined ? [] : [say`Spent so far: ${cost}.`]),
  ];
  if (reason === 'ended')
    return {
      subject: `${run}: ${notice.outcome}`,
      lines: [...facts, say`See the report: ${url ?? `kintsugi report ${run}`}`],
    };
  return {
    subject: saidText(SUBJECTS[reason](run), language),
    lines: [
      ...facts,
      say`It waits ${untilText(notice, language)}.`,
      say`Look at it and answer: ${url ?? `kintsugi status ${run}`}`,
    ],
  };
}
