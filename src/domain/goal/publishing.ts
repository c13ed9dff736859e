import type { TreeHash } from '../ids';
import type { SnapshotRef } from '../run/checkpoints';
import type { EffectTraits } from '../run/machine';
import type { GoalEffect } from './state';

type Publish = Extract<GoalEffect, { type: 'publish' }>;

/** Brings the folders from what they hold to a tree. The time limit of the run does not end it, and a rollback waits for it. */
export function publishEffect(
  onDisk: SnapshotRef,
  tree: TreeHash,
  { dryRun = false, ...rest }: Pick<Publish, 'label' | 'of'> & Partial<Publish & EffectTraits>,
): Publish & EffectTraits {
  const base = { base: onDisk.tree, baseTimes: onDisk.times };
  return { untimed: true, held: true, ...rest, type: 'publish', ...base, tree, dryRun };
}
