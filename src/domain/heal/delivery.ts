import type { SnapshotRef } from '../run/checkpoints';
import { type PersonsEdit, editSentences } from '../run/persons-edit';
import type { Answer } from '../run/questions';
import type { PublishOutcome, PathConflict } from '../files/workspace';
import type { Delivery, HealOutcome } from './result';
import type { Language } from '../run/language';
import { capital, outcomeText } from '../run/outcomes';
import { said, speaker, type Said, type Say } from '../run/said';

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

/** How a dry run would publish. */
const PLANNED: Record<Extract<Delivery, { status: 'planned' }>['would'], Said> = {
  published: said`the change would be published`,
  partial: said`the change would be published in part`,
  conflict: said`the change would be in conflict with your files`,
};

/** `Not published: rejected`: the outcome of a run whose change was not published, as a sentence begins with it. */
export function unpublishedText(delivery: Pick<Delivery, 'status'>, language: Language = 'en'): string {
  return capital(outcomeText('heal', outcomeOf('completed', delivery), language));
}

/** `Not published: rejected by Ada (not like this)`. `who`: ` by Ada`. */
export function withReason(
  delivery: Extract<ChangeDelivery, { reason: string }>,
  { who = '', language }: { who?: string; language?: Language } = {},
): string {
  return `${unpublishedText(delivery, language)}${who} (${delivery.reason.replace(/[.。]$/, '')})`;
}

function endOf(delivery: ChangeDelivery, say: Say): string {
  switch (delivery.status) {
    case 'published':
      return say`Published: ${listed(delivery.files)}`;
    case 'partial':
      return say`Published in part: ${listed(delivery.files)}; left as they are: ${paths(delivery.left)}`;
    case 'planned':
      return say`Dry run, nothing was written: ${PLANNED[delivery.would]}`;
    case 'conflict':
      return say`Not published: conflict. These changed meanwhile: ${paths(delivery.conflicts)}`;
    case 'suggested':
      return say`Suggested, not published: ${delivery.question}`;
    case 'rejected':
    case 'denied':
    case 'failed':
      return withReason(delivery, say);
    case 'expired':
      return unpublishedText(delivery, say.language);
  }
}

/** End of a delivery in one line of the run's language. */
export function deliveryWords(language: Language, delivery: ChangeDelivery): string {
  const edits = 'edited' in delivery ? editSentences(language, delivery.edited) : [];
  return [endOf(delivery, speaker(language)), ...edits].join('. ').replace(/\.$/, '');
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
