import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { z } from 'zod';
import { TreeHash } from '../domain/ids';
import { HostDirectory, type PublishOutcome } from '../domain/workspace';
import { onHost } from './host';

/** Input of a `publish` run: makes the directory's files those of `tree`, given that they are those of `base`. */
export const PublishRunInput = z.object({ directory: HostDirectory, base: TreeHash, tree: TreeHash });
export type PublishRunInput = z.infer<typeof PublishRunInput>;

/** Applies a tree to a real directory with conflict detection; also the rollback of an ended run. */
export async function publish(input: PublishRunInput): Promise<PublishOutcome> {
  const { directory, base, tree } = PublishRunInput.parse(input);
  const step = { run: workflowInfo().firstExecutionRunId, step: 'publish' };
  return CancellationScope.nonCancellable(() =>
    onHost(
      directory,
      'publish the tree',
      (activities) => activities.publishTree({ step, directory, base, tree }),
      () => undefined,
    ),
  );
}
