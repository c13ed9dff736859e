import { workflowInfo } from '@temporalio/workflow';
import { PublishRunInput, type PublishOutcome } from '../domain/workspace';
import { onHost } from './host';
import { startInput } from './start-input';

/** Applies a tree to a real directory with conflict detection; also the rollback of an ended run. */
export async function publish(input: PublishRunInput): Promise<PublishOutcome> {
  const { directory, base, tree, times } = startInput(PublishRunInput, input);
  const step = { run: workflowInfo().firstExecutionRunId, step: 'publish' };
  return onHost(
    directory,
    'publish the tree',
    (activities) => activities.publishTree({ step, directory, base, tree, restored: { tree, times } }),
    () => undefined,
  );
}
