import type { SnapshotRef } from '../run/checkpoints';
import { type PersonsEdit, editSentences } from '../run/persons-edit';
import type { Answer } from '../run/questions';
import type { PublishOutcome, PathConflict } from '../files/workspace';
import type { Delivery, HealOutcome } from './result';
import type { Language } from '../run/language';
import { capital, outcomeText, endSentence } from '../run/outcomes';
import { plural } from '../text';

const MOST_FILES = 50;
const MOST_CONFLICTS = 20;
const MOST_EDITS = 10;

export function publishedDelivery(
  outcome: PublishOutcome & { before?: SnapshotRef },
  { edited, ...who }: Pick<Answer, 'by' | 'via'> & { edited?: readonly PersonsEdit[] },
): Delivery {
  const told = edited && { edited: edited.slice(-MOST_EDITS).map(shortened) };
  switch (outcome.status) {
    case 'published':
      return { status: 'published', files: pathsOf(outcome.files), ...told, ...who };
    case 'partial': {
      const { base, tree, before, files, left, leftCount } = outcome;
      const shown = left.slice(0, MOST_CONFLICTS);
      return {
        status: 'partial',
        base,
        tree,
        before,
        files: pathsOf(files),
        left: shown,
        leftCount,
        ...told,
        ...who,
      };
    }
    case 'conflict':
      return { status: 'conflict', conflicts: outcome.conflicts.slice(0, MOST_CONFLICTS) };
  }
}

function shortened({ by, files }: PersonsEdit): PersonsEdit {
  return { ...(by !== undefined && { by }), files: files.slice(0, MOST_CONFLICTS) };
}

/** Delivery of a dry run: how a publish would end. */
export function plannedDelivery(outcome: PublishOutcome): Delivery {
  const planned = { status: 'planned' as const, would: outcome.status };
  if (outcome.status === 'conflict')
    return { ...planned, files: [], conflicts: outcome.conflicts.slice(0, MOST_CONFLICTS) };
  const left = outcome.status === 'partial' ? outcome.left : [];
  return { ...planned, files: pathsOf(outcome.files), conflicts: left.slice(0, MOST_CONFLICTS) };
}

function pathsOf(files: readonly { path: string }[]): string[] {
  return files.slice(0, MOST_FILES).map(({ path }) => path);
}

const MOST_PATHS = 10;

export type ChangeDelivery = Exclude<Delivery, { status: 'nothing-to-publish' }>;

type Planned = Extract<Delivery, { status: 'planned' }>['would'];

const PLANNED: Record<Language, Record<Planned, string>> = {
  en: {
    published: 'the change would be published',
    partial: 'the change would be published in part',
    conflict: 'the change would be in conflict with your files',
  },
  ko: {
    published: '실제 실행에서는 변경 사항이 게시됩니다',
    partial: '실제 실행에서는 변경 사항의 일부만 게시됩니다',
    conflict: '실제 실행에서는 변경 사항이 사용자의 파일과 충돌합니다',
  },
  zh: {
    published: '更改将被发布',
    partial: '更改将被部分发布',
    conflict: '更改将与您的文件冲突',
  },
};

/** Statuses of deliveries that did not publish the whole change. */
type Short = Exclude<Delivery['status'], 'published' | 'nothing-to-publish'>;

const SHORT: Record<Exclude<Language, 'en'>, Record<Short, string>> = {
  ko: {
    partial: '일부만 게시됨',
    planned: '게시되지 않음 (시험 실행)',
    conflict: '게시되지 않음 (충돌)',
    suggested: '제안만 됨, 게시되지 않음',
    rejected: '게시되지 않음 (거부됨)',
    expired: '게시되지 않음 (제때 답변한 사람이 없음)',
    denied: '게시되지 않음 (허용되지 않음)',
    failed: '게시되지 않음 (디렉터리에 쓸 수 없음)',
  },
  zh: {
    partial: '已部分发布',
    planned: '未发布（试运行）',
    conflict: '未发布（冲突）',
    suggested: '仅建议，未发布',
    rejected: '未发布（已拒绝）',
    expired: '未发布（无人及时答复）',
    denied: '未发布（不允许）',
    failed: '未发布（无法写入目录）',
  },
};

/** `게시되지 않음 (거부됨)`; undefined where the whole change was published, or there was none. */
export function shortfall(
  language: Exclude<Language, 'en'>,
  { status }: Pick<Delivery, 'status'>,
): string | undefined {
  if (status === 'published' || status === 'nothing-to-publish') return undefined;
  return SHORT[language][status];
}

/** `Not published: rejected`: the outcome of a run whose change was not published, as a sentence begins with it. */
export function unpublishedText(delivery: Pick<Delivery, 'status'>): string {
  return capital(outcomeText('heal', outcomeOf('completed', delivery)));
}

/** `Not published: rejected by Ada (not like this)`. `who`: ` by Ada`. */
export function withReason(delivery: Extract<ChangeDelivery, { reason: string }>, who = ''): string {
  return `${unpublishedText(delivery)}${who} (${delivery.reason.replace(/\.$/, '')})`;
}

function english(delivery: ChangeDelivery): string {
  switch (delivery.status) {
    case 'published':
      return `Published: ${listed(delivery.files)}`;
    case 'partial':
      return `Published in part: ${listed(delivery.files)}; left as they are: ${paths(delivery.left)}`;
    case 'planned':
      return `Dry run, nothing was written: ${PLANNED.en[delivery.would]}`;
    case 'conflict':
      return `${unpublishedText(delivery)}. These changed meanwhile: ${paths(delivery.conflicts)}`;
    case 'suggested':
      return `Suggested, not published: ${delivery.question}`;
    case 'rejected':
    case 'denied':
    case 'failed':
      return withReason(delivery);
    case 'expired':
      return unpublishedText(delivery);
  }
}

function korean(delivery: ChangeDelivery): string {
  switch (delivery.status) {
    case 'published':
      return `게시했습니다: ${listed(delivery.files)}`;
    case 'partial':
      return `일부만 게시했습니다: ${listed(delivery.files)}; 그대로 둔 파일: ${paths(delivery.left)}`;
    case 'planned':
      return `시험 실행이므로 아무것도 쓰지 않았습니다: ${PLANNED.ko[delivery.would]}`;
    case 'conflict':
      return `그 사이에 바뀐 파일이 있어 게시하지 않았습니다: ${paths(delivery.conflicts)}`;
    case 'suggested':
      return `제안만 하고 게시하지 않았습니다: ${delivery.question}`;
    case 'rejected':
      return `거부되어 게시하지 않았습니다: ${delivery.reason}`;
    case 'denied':
      return `허용되지 않아 게시하지 않았습니다: ${delivery.reason}`;
    case 'expired':
      return '제때 답변한 사람이 없어 게시하지 않았습니다';
    case 'failed':
      return `게시하지 못했습니다: ${delivery.reason}`;
  }
}

function chinese(delivery: ChangeDelivery): string {
  switch (delivery.status) {
    case 'published':
      return `已发布: ${listed(delivery.files)}`;
    case 'partial':
      return `已部分发布: ${listed(delivery.files)}; 保持不变: ${paths(delivery.left)}`;
    case 'planned':
      return `试运行，未写入任何内容: ${PLANNED.zh[delivery.would]}`;
    case 'conflict':
      return `未发布，文件已被更改: ${paths(delivery.conflicts)}`;
    case 'suggested':
      return `仅作建议，未发布: ${delivery.question}`;
    case 'rejected':
      return `未发布，已拒绝: ${delivery.reason}`;
    case 'denied':
      return `未发布，不允许: ${delivery.reason}`;
    case 'expired':
      return '未发布，无人及时答复';
    case 'failed':
      return `未发布: ${delivery.reason}`;
  }
}

const WORDS: Record<Language, (delivery: ChangeDelivery) => string> = {
  en: english,
  ko: korean,
  zh: chinese,
};

/** End of a delivery in one line of the run's language. */
export function deliveryWords(language: Language, delivery: ChangeDelivery): string {
  const edits = 'edited' in delivery ? editSentences(language, delivery.edited) : [];
  return [WORDS[language](delivery), ...edits].join('. ').replace(/\.$/, '');
}

function paths(conflicts: readonly PathConflict[]): string {
  return listed(conflicts.map(({ path }) => path));
}

function listed(files: readonly string[]): string {
  const more = files.length - MOST_PATHS;
  return [...files.slice(0, MOST_PATHS), ...(more > 0 ? [`… ${more}`] : [])].join(', ');
}

/** End of a run that carries out a request: there may have been nothing to heal. */
const OF_REQUEST: Record<HealOutcome, string> = {
  completed: 'completed',
  recovered: 'completed',
  failed_after_repair: 'incomplete',
  failed: 'incomplete',
};

/**
 * End of a run as lists show it: whoever reads them must not take a repair for published that was rejected or in
 * conflict.
 */
export function outcomeOf(
  status: HealOutcome,
  delivery: Pick<Delivery, 'status'> & { contradiction?: unknown },
  request?: string,
): string {
  switch (delivery.status) {
    case 'published':
    case 'nothing-to-publish':
      return request === undefined ? status : OF_REQUEST[status];
    case 'failed':
      return 'unpublished';
    case 'suggested':
      if (delivery.contradiction !== undefined) return 'contradiction';
      return status === 'failed_after_repair' ? 'partly_healed' : 'suggested';
    default:
      return delivery.status;
  }
}

/** Sentences on how the work of a run went, in one language. */
const resultEnglish = {
  answered: 'the question is answered',
  carriedOut: 'the request is carried out, and all checks pass',
  carriedOutAfter: (repairs: number) =>
    `the request is carried out, and all checks pass after ${repairs > 1 ? plural(repairs, 'repair') : 'a repair'}`,
  healed: (repairs: number) =>
    `a repair makes all checks pass${repairs > 1 ? `, found in round ${repairs}` : ''}`,
  nothing: 'nothing to repair, all checks pass already',
  nothingForked: 'nothing to repair, all checks pass on the forked files',
  unknown: 'unknown error',
};
type ResultWords = typeof resultEnglish;

const resultKorean: ResultWords = {
  answered: '질문에 답했습니다',
  carriedOut: '요청을 수행했고 모든 검사를 통과합니다',
  carriedOutAfter: (repairs) => `요청을 수행했고 복구 ${repairs}회 후 모든 검사를 통과합니다`,
  healed: (repairs) => `복구하여 모든 검사를 통과합니다 (${repairs}번째 시도)`,
  nothing: '모든 검사를 이미 통과하므로 복구할 것이 없습니다',
  nothingForked: '갈라져 나온 파일에서 모든 검사를 통과하므로 복구할 것이 없습니다',
  unknown: '알 수 없는 오류',
};

const resultChinese: ResultWords = {
  answered: '问题已回答',
  carriedOut: '请求已执行，所有检查通过',
  carriedOutAfter: (repairs) => `请求已执行，经过 ${repairs} 次修复后所有检查通过`,
  healed: (repairs) => `修复后所有检查通过 (第 ${repairs} 次尝试)`,
  nothing: '所有检查已经通过，没有需要修复的内容',
  nothingForked: '在派生的文件上所有检查通过，没有需要修复的内容',
  unknown: '未知错误',
};

export const RESULT_WORDS: Record<Language, ResultWords> = {
  en: resultEnglish,
  ko: resultKorean,
  zh: resultChinese,
};

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
