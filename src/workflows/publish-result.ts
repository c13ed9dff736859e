import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { HostDirectory } from '../domain/files/workspace';
import type { TreeHash } from '../domain/ids';
import type { Published } from '../domain/heal/effects';
import type { RunInput } from '../domain/run/input';
import { firstLine } from '../domain/text';
import { publishTree } from './publish-tree';
import type { Kit } from './run/kit';
import { nowMs } from './workflow-time';

/** Input of a run that publishes to a directory. */
type PublishingInput = RunInput & { directory: HostDirectory; partial?: boolean };

/** Event of a publish. */
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
