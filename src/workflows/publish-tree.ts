import type { SnapshotRef } from '../domain/run/checkpoints';
import type { PublishOutcome, PublishRequest } from '../domain/files/workspace';
import type { Published } from '../domain/heal/effects';

/** Parts are planned anew where the user changes more between the plan and the publish of it. */
const MOST_PARTS = 3;

type Change = Pick<PublishRequest, 'base' | 'tree' | 'partial' | 'dryRun'>;

/** Writes a change, or says what writing it would do. */
export type Publish = (label: string, change: Change) => Promise<PublishOutcome>;

/**
 * Publishes all or nothing; with `partial`, where all does not go, the part that meets no conflict. That part is
 * planned first and is then published as a whole, so what is done again after a kill is the same.
 */
export async function publishTree(
  { base, tree, partial, dryRun }: Change,
  publish: Publish,
  capture?: (label: string) => Promise<SnapshotRef>,
): Promise<Published> {
  if (dryRun) return publish('plan', { base, tree, dryRun, partial });
  let outcome = await publish('publish', { base, tree });
  for (let part = 1; partial && outcome.status === 'conflict' && part <= MOST_PARTS; part += 1) {
    const plan = await publish(`plan-${part}`, { base, tree, dryRun: true, partial });
    if (plan.status === 'conflict') return plan;
    const before = await capture?.(`capture-${part}`);
    outcome = await publish(`publish-${part}`, {
      base: plan.status === 'partial' ? plan.base : base,
      tree: plan.tree,
    });
    if (outcome.status === 'published' && plan.status === 'partial') return { ...plan, before };
  }
  return outcome;
}
