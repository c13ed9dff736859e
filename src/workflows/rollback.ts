import {
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/types';
import { conflictReasons, RollbackInput, type RollbackResult } from '../domain/rollback';
import { searchAttributes } from '../messages';
import { STORE } from './activity-options';
import { onHost } from './host';

/**
 * Goes back to a tree of a run, or takes back one of its steps, on the directory as it is now. What the directory held
 * is kept, so a rollback can be rolled back. A conflict changes nothing.
 */
export async function rollback(given: RollbackInput): Promise<RollbackResult> {
  const input = RollbackInput.parse(given);
  const { directory, heavyFolders, from, to } = input;
  const run = workflowInfo().firstExecutionRunId;
  const waiting = (hostName: string): void => setCurrentDetails(`- waiting for ${hostName}`);
  const { tree: present, times } = await onHost(
    directory,
    'import the directory',
    (activities) => activities.importWorkspace({ step: { run, step: 'import' }, directory, heavyFolders }),
    waiting,
  );
  const result = {
    version: 1 as const,
    of: input.of,
    directory,
    heavyFolders,
    before: { tree: present, times },
    files: [],
  };
  const merged = await proxyActivities<Activities>({ ...STORE, summary: 'merge the trees' }).mergeTrees({
    step: { run, step: 'merge' },
    base: from,
    ours: present,
    theirs: to.tree,
  });
  if (merged.status === 'conflict') {
    const conflicts = conflictReasons(merged.conflicts);
    return ended(input, { ...result, status: 'conflict', tree: present, conflicts });
  }
  if (merged.tree === present)
    return ended(input, { ...result, status: 'nothing', tree: present, conflicts: [] });
  const outcome = await onHost(
    directory,
    input.dryRun ? 'plan the change' : 'publish the change',
    (activities) =>
      activities.publishTree({
        step: { run, step: 'publish' },
        directory,
        base: present,
        tree: merged.tree,
        restored: to,
        dryRun: input.dryRun,
      }),
    waiting,
  );
  if (outcome.status === 'conflict')
    return ended(input, { ...result, status: 'conflict', tree: present, conflicts: outcome.conflicts });
  const status = input.dryRun ? 'planned' : 'published';
  return ended(input, { ...result, status, tree: merged.tree, files: outcome.files, conflicts: [] });
}

function ended(input: RollbackInput, result: RollbackResult): RollbackResult {
  if (input.indexed) upsertSearchAttributes([{ key: searchAttributes.outcome, value: result.status }]);
  const paths = [...result.files, ...result.conflicts].map(({ path }) => `- ${path}`);
  setCurrentDetails([`- ${result.status}, rollback of ${input.of}`, ...paths.slice(0, 20)].join('\n'));
  return result;
}
