import type { PathConflict } from '../files/workspace';
import type { Language } from '../run/input';
import type { Delivery } from './result';

const MOST_PATHS = 10;

/** Delivery of a change. */
export type ChangeDelivery = Exclude<Delivery, { status: 'nothing-to-publish' }>;

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
      return `Dry run, nothing was written: it would be ${delivery.would}`;
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
      return `试运行，未写入任何内容: ${delivery.would}`;
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
