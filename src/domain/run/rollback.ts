import { z } from 'zod';
import { Language } from './language';
import { SnapshotRef, type Checkpoint } from './checkpoints';
import { HeavyRules } from '../files/heavy-rules';
import { TreeHash } from '../ids';
import {
  conflictReasons,
  FileChange,
  HostDirectory,
  LISTED_PATHS,
  PathConflict,
  TreeDiff,
  type MergeConflict,
} from '../files/workspace';

/** Folders of people that a goal changed: they are taken as manifests. */
export const FolderRoots = z.object({
  /** Real paths. */
  roots: z.array(z.string()),
  /** Tree of the folders when the run ended, and the states that it left behind. */
  published: TreeHash,
  states: z.array(TreeHash),
});
export type FolderRoots = z.infer<typeof FolderRoots>;

/** Way of a rollback: `back` undoes what a run published, `forth` publishes what it left unpublished. */
export const Way = z.enum(['back', 'forth']);
export type Way = z.infer<typeof Way>;

/**
 * Input of a `rollback` run: what turned `from` into the present is kept, and the present gets what turns `from` into
 * `to`. With `from` what a run published and `to` an earlier tree it goes back to that tree; with `from` the result of
 * one change and `to` what was before it, it takes back that change alone.
 */
export const RollbackInput = z.object({
  version: z.literal(1).default(1),
  language: Language.default('en'),
  directory: HostDirectory,
  /** Absent: a project, which is captured whole. */
  folders: FolderRoots.optional(),
  /** Rules of that run: the same folders are left out of this capture. */
  heavyFolders: HeavyRules.optional(),
  /** Id of the run that is rolled back. */
  of: z.string(),
  way: Way.default('back'),
  from: TreeHash,
  to: SnapshotRef,
  /** Snapshot whose modification times what is rolled back gets; by default `to`. */
  restore: SnapshotRef.optional(),
  /** Says what would happen and writes nothing. */
  dryRun: z.boolean().default(false),
  /** Where a path is in conflict, rolls back the others. */
  partial: z.boolean().default(false),
  /** False where the namespace refuses Kintsugi's search attributes. */
  indexed: z.boolean().default(true),
});
export type RollbackInput = z.infer<typeof RollbackInput>;

/** Result of a `rollback` run. `before` is what the directory held: rolling back this run returns to it. */
export const RollbackResult = z.object({
  version: z.literal(1),
  of: z.string(),
  way: Way,
  directory: HostDirectory,
  folders: FolderRoots.optional(),
  heavyFolders: HeavyRules.optional(),
  /** `nothing`: the directory is as it would be made. `planned`: a dry run. `partial`: all but `conflicts`. */
  status: z.enum(['published', 'partial', 'planned', 'nothing', 'conflict']),
  /** ISO 8601, workflow time. */
  at: z.string(),
  before: SnapshotRef,
  tree: TreeHash,
  /** At most 50. */
  files: z.array(FileChange),
  /** Paths that are left as they are, or would be, and why. */
  conflicts: z.array(PathConflict),
  /** Change that the rollback made, or that a dry run would make. Absent: none. */
  diff: TreeDiff.optional(),
});
export type RollbackResult = z.infer<typeof RollbackResult>;

export function rollbackOutcome({ way, status }: Pick<RollbackResult, 'way' | 'status'>): string {
  return way === 'back' ? status : `forth-${status}`;
}

export function listedConflicts(conflicts: readonly MergeConflict[]): RollbackResult['conflicts'] {
  return conflictReasons(conflicts.slice(0, LISTED_PATHS));
}

export function checkpointsOfRollback(result: RollbackResult): Checkpoint[] {
  const { before, tree, of, way, status, at } = result;
  const reason = way === 'back' ? `rolled back ${of}` : `published the change of ${of}`;
  const after = { number: 1, snapshot: { tree }, reason, at };
  return [
    {
      number: 0,
      snapshot: before,
      reason: way === 'back' ? 'before the rollback' : 'before the publish',
      at,
    },
    ...(status === 'published' || status === 'partial' ? [after] : []),
  ];
}
