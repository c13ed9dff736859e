import type { PathConflict } from '../files/workspace';
import type { Language } from '../run/input';
import { editSentences } from '../run/persons-edit';
import { capital, outcomeText } from '../run/outcomes';
import type { HealOutcome } from './outcomes';
import type { Delivery } from './result';

const MOST_PATHS = 10;

/** Delivery of a change. */
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

/** Status of a delivery that did not publish the whole change. */
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
