import type { PathConflict } from '../files/workspace';
import type { Language } from '../run/input';
import type { HealOutcome } from './outcomes';
import type { Delivery } from './result';

const MOST_PATHS = 10;

/** Delivery of a change. */
export type ChangeDelivery = Exclude<Delivery, { status: 'nothing-to-publish' }>;

type Planned = Extract<Delivery, { status: 'planned' }>['would'];

const PLANNED: Record<Planned, string> = {
  published: 'the change would be published',
  partial: 'the change would be published in part',
  conflict: 'the change would be in conflict with your files',
};

const PLANNED_CHINESE: Record<Planned, string> = {
  published: '更改将被发布',
  partial: '更改将被部分发布',
  conflict: '更改将与您的文件冲突',
};

/** Status of a delivery that did not publish the whole change. */
type Short = Exclude<Delivery['status'], 'published' | 'nothing-to-publish'>;

const SHORT: Record<Language, Record<Short, string>> = {
  en: {
    partial: 'published in part',
    planned: 'not published (dry run)',
    conflict: 'not published (conflict)',
    rejected: 'not published (rejected)',
    expired: 'not published (nobody answered in time)',
    denied: 'not published (not allowed)',
    failed: 'not published (the directory could not be written)',
  },
  zh: {
    partial: '已部分发布',
    planned: '未发布（试运行）',
    conflict: '未发布（冲突）',
    rejected: '未发布（已拒绝）',
    expired: '未发布（无人及时答复）',
    denied: '未发布（不允许）',
    failed: '未发布（无法写入目录）',
  },
};

/** `not published (rejected)`; undefined where the whole change was published, or there was none. */
export function shortfall(language: Language, { status }: Pick<Delivery, 'status'>): string | undefined {
  return status === 'published' || status === 'nothing-to-publish' ? undefined : SHORT[language][status];
}

/** End of a delivery in one line of the run's language. */
export function deliveryWords(language: Language, delivery: ChangeDelivery): string {
  return language === 'zh' ? chinese(delivery) : english(delivery);
}

function english(delivery: ChangeDelivery): string {
  switch (delivery.status) {
    case 'published':
      return `Published: ${listed(delivery.files)}`;
    case 'partial':
      return `Published in part: ${listed(delivery.files)}; left as they are: ${paths(delivery.left)}`;
    case 'planned':
      return `Dry run, nothing was written: ${PLANNED[delivery.would]}`;
    case 'conflict':
      return `Not published, changed meanwhile: ${paths(delivery.conflicts)}`;
    case 'rejected':
      return `Not published, rejected: ${delivery.reason}`;
    case 'denied':
      return `Not published, not allowed: ${delivery.reason}`;
    case 'expired':
      return 'Not published, since nobody answered in time';
    case 'failed':
      return `Not published: ${delivery.reason}`;
  }
}

function chinese(delivery: ChangeDelivery): string {
  switch (delivery.status) {
    case 'published':
      return `已发布: ${listed(delivery.files)}`;
    case 'partial':
      return `已部分发布: ${listed(delivery.files)}; 保持不变: ${paths(delivery.left)}`;
    case 'planned':
      return `试运行，未写入任何内容: ${PLANNED_CHINESE[delivery.would]}`;
    case 'conflict':
      return `未发布，文件已被更改: ${paths(delivery.conflicts)}`;
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

function paths(conflicts: readonly PathConflict[]): string {
  return listed(conflicts.map(({ path }) => path));
}

function listed(files: readonly string[]): string {
  const more = files.length - MOST_PATHS;
  return [...files.slice(0, MOST_PATHS), ...(more > 0 ? [`… ${more}`] : [])].join(', ');
}

/**
 * End of a run as lists show it: whoever reads them must not take a repair for published that was rejected or in
 * conflict.
 */
export function outcomeOf(status: HealOutcome, delivery: Pick<Delivery, 'status'>): string {
  switch (delivery.status) {
    case 'published':
    case 'nothing-to-publish':
      return status;
    case 'failed':
      return 'unpublished';
    default:
      return delivery.status;
  }
}
