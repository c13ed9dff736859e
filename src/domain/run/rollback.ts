import { z } from 'zod';
import { forkedFrom } from './fork';
import type { Delivery } from '../heal/result';
import { HeavyRules } from '../files/heavy-rules';
import { BlobHash, TreeHash } from '../ids';
import {
  conflictReasons,
  FileChange,
  HostDirectory,
  LISTED_PATHS,
  PathConflict,
  TreeDiff,
  type MergeConflict,
} from '../files/workspace';

/** A tree with the modification times it was captured with. */
export const SnapshotRef = z.object({ tree: TreeHash, times: BlobHash.optional() });
export type SnapshotRef = z.infer<typeof SnapshotRef>;

/**
 * Input of a `rollback` run: what turned `from` into the present is kept, and the present gets what turns `from` into
 * `to`. With `from` what a run published and `to` an earlier tree it goes back to that tree; with `from` the result of
 * one step and `to` what was before it, it takes back that step alone.
 */
export const RollbackInput = z.object({
  version: z.literal(1).default(1),
  directory: HostDirectory,
  /** Rules of that run: the same folders are left out of this capture. */
  heavyFolders: HeavyRules.optional(),
  /** Id of the run that is rolled back. */
  of: z.string(),
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
  directory: HostDirectory,
  heavyFolders: HeavyRules.optional(),
  /** `nothing`: the directory is as it would be made. `planned`: a dry run. `partial`: all but `conflicts`. */
  status: z.enum(['published', 'partial', 'planned', 'nothing', 'conflict']),
  before: SnapshotRef,
  tree: TreeHash,
  /** At most 50. */
  files: z.array(FileChange),
  /** Paths that are left as they are, or would be, and why. */
  conflicts: z.array(PathConflict),
  /** What a dry run found would change. */
  diff: TreeDiff.optional(),
});
export type RollbackResult = z.infer<typeof RollbackResult>;

/** Conflicts of a merge as a result lists them. */
export function listedConflicts(conflicts: readonly MergeConflict[]): RollbackResult['conflicts'] {
  return conflictReasons(conflicts.slice(0, LISTED_PATHS));
}

/** One state of the files in a run's life, numbered from 0, the state before the run. */
export const RunStep = z.object({
  number: z.number().int(),
  snapshot: SnapshotRef,
  /** What led to it. */
  reason: z.string(),
});
export type RunStep = z.infer<typeof RunStep>;

/** The states of a heal run, in order: its base, where a fork began, each attempt that was kept, its result, the published part. */
export function stepsOfHeal(
  result: {
    baseTree: TreeHash;
    baseTimes?: BlobHash;
    tree: TreeHash;
    record: { codeHistory: readonly { code: TreeHash; fixReason: string }[] };
    forkedFrom?: { of: string; step: number; tree?: TreeHash };
    delivery?: Delivery;
  },
  last = 'result of the run',
): RunStep[] {
  const forked = result.forkedFrom;
  const base = forked && forked.tree === result.baseTree ? `, ${forkedFrom(forked)}` : '';
  const states: Omit<RunStep, 'number'>[] = [
    { snapshot: { tree: result.baseTree, times: result.baseTimes }, reason: `before the run${base}` },
    ...result.record.codeHistory.map(({ code, fixReason }) => ({
      snapshot: { tree: code },
      reason: fixReason,
    })),
    { snapshot: { tree: result.tree }, reason: last },
    ...(result.delivery?.status === 'partial'
      ? [{ snapshot: { tree: result.delivery.tree }, reason: 'what was published of it' }]
      : []),
  ];
  const distinct = states.filter(({ snapshot }, index) => snapshot.tree !== states[index - 1]?.snapshot.tree);
  return distinct.map((step, number) => ({ number, ...step }));
}

/** The states of a rollback: before and after it. */
export function stepsOfRollback(result: RollbackResult): RunStep[] {
  return [
    { number: 0, snapshot: result.before, reason: 'before the rollback' },
    ...(result.status === 'published' || result.status === 'partial'
      ? [{ number: 1, snapshot: { tree: result.tree }, reason: `rolled back ${result.of}` }]
      : []),
  ];
}

/** What is said where a run has no such state. */
export function noState(id: string, steps: readonly RunStep[], name: string): string {
  return `The run ${id} has no state "${name}": take a number from 0 to ${steps.length - 1}, as "kintsugi steps ${id}" lists them.`;
}

/** The state that a number or the beginning of a tree's hash names; undefined where none or several fit. */
export function findStep(steps: readonly RunStep[], name: string): RunStep | undefined {
  if (/^\d{1,3}$/.test(name)) return steps[Number(name)];
  const fitting = steps.filter((step) => step.snapshot.tree.startsWith(name));
  return name.length >= 6 && fitting.length === 1 ? fitting[0] : undefined;
}
