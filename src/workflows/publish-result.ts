import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { HostDirectory, PublishOutcome, PublishRequest } from '../domain/files/workspace';
import type { TreeHash } from '../domain/ids';
import type { Published } from '../domain/heal/effects';
import type { RunInput } from '../domain/run/input';
import { firstLine } from '../domain/text';
import type { Kit } from './run/kit';
import { nowMs } from './workflow-time';
import type { SnapshotRef } from '../domain/run/checkpoints';

/** Parts are planned anew where the user changes more between the plan and the publish of it. */
const MOST_PARTS = 3;

type Change = Pick<PublishRequest, 'base' | 'tree' | 'partial' | 'dryRun'>;

/** Writes a change, or says what writing it would do. */
export type Publish = (label: string, change: Change) => Promise<PublishOutcome>;

type PublishingInput = RunInput & { directory: HostDirectory; partial?: boolean };

type PublishEvent = { type: 'published'; outcome: Published } | { type: 'publish-failed'; reason: string };

/** Writes a run's result to its directory, or says what that would do. A directory that can't be written is an event. */
export async function publishResult(
  kit: Kit<PublishingInput>,
  { base, tree, dryRun = false }: { base: TreeHash; tree: TreeHash; dryRun?: boolean },
): Promise<PublishEvent> {
  const { directory, heavyFolders, partial } = kit.input;
  const mtimeMs = nowMs();
  try {
    const outcome = await publishTree(
      { base, tree, partial, dryRun },
      (label, given) =>
        kit.onHost(given.dryRun ? 'plan the publishing' : 'publish the change', (activities) =>
          activities.publishTree({ key: kit.key(label), directory: directory.realpath, mtimeMs, ...given }),
        ),
      async (label) => {
        const captured = await kit.onHost('keep what the directory holds', (activities) =>
          activities.importWorkspace({ key: kit.key(label), directory, heavyFolders }),
        );
        return { tree: captured.tree, times: captured.times };
      },
    );
    return { type: 'published', outcome };
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return { type: 'publish-failed', reason: firstLine(error.cause?.message ?? error.message) };
  }
}

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
