import type { SnapshotRef } from '../run/checkpoints';
import type { PersonsEdit } from '../run/persons-edit';
import type { Answer } from '../run/questions';
import type { PublishOutcome } from '../files/workspace';
import type { Delivery } from './result';

const MOST_FILES = 50;
const MOST_CONFLICTS = 20;
const MOST_EDITS = 10;

/** Delivery that a publish led to. */
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

/** Delivery that a dry run reports: it says how a publish would end. */
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
