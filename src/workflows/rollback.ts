import {
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/types';
import type { TreeHash } from '../domain/ids';
import { listedConflicts, RollbackInput, type RollbackResult } from '../domain/run/rollback';
import type { ImportedTree, PublishOutcome, TreeDiff } from '../domain/files/workspace';
import { searchAttributes } from '../messages';
import { STORE } from './activity-options';
import { onHost } from './host';
import { publishTree } from './publish-tree';
import { startInput } from './start-input';
import { nowIso } from './workflow-time';

/**
 * Goes back to a tree of a run, or takes back one of its steps, on the directory as it is now. What the directory held
 * is kept, so a rollback can be rolled back. A conflict changes nothing, or with `partial` only its own paths.
 */
export async function rollback(given: RollbackInput): Promise<RollbackResult> {
  const input = startInput(RollbackInput, given);
  const result = await new Rollback(input).execute();
  if (input.indexed) upsertSearchAttributes([{ key: searchAttributes.outcome, value: result.status }]);
  const paths = [...result.files, ...result.conflicts].map(({ path }) => `- ${path}`);
  setCurrentDetails([`- ${result.status}, rollback of ${input.of}`, ...paths.slice(0, 20)].join('\n'));
  return result;
}

class Rollback {
  private readonly run = workflowInfo().firstExecutionRunId;

  constructor(private readonly input: RollbackInput) {}

  async execute(): Promise<RollbackResult> {
    const { of, directory, heavyFolders, from, to, partial, dryRun } = this.input;
    const { tree: present, times } = await this.import();
    const merged = await this.store('merge the trees').mergeTrees({
      key: this.key('merge'),
      base: from,
      ours: present,
      theirs: to.tree,
      partial,
    });
    const before = { tree: present, times };
    const at = nowIso();
    const result = { version: 1 as const, at, of, directory, heavyFolders, before, files: [], conflicts: [] };
    if (merged.status === 'conflict') {
      const conflicts = listedConflicts(merged.conflicts);
      return { ...result, status: 'conflict', tree: present, conflicts };
    }
    if (merged.tree === present) return { ...result, status: 'nothing', tree: present };
    const outcome = await this.publish(present, merged.tree);
    if (outcome.status === 'conflict')
      return { ...result, status: 'conflict', tree: present, conflicts: outcome.conflicts };
    const { tree, files } = outcome;
    const conflicts = [...(merged.left ?? []), ...(outcome.status === 'partial' ? outcome.left : [])];
    const done = { ...result, tree, files, conflicts, diff: await this.compare(present, tree) };
    if (dryRun) return { ...done, status: 'planned' };
    return { ...done, status: conflicts.length > 0 ? 'partial' : 'published' };
  }

  private import(): Promise<ImportedTree> {
    const { directory, heavyFolders } = this.input;
    return onHost(
      directory,
      'import the directory',
      (activities) => activities.importWorkspace({ key: this.key('import'), directory, heavyFolders }),
      waiting,
    );
  }

  private publish(base: TreeHash, tree: TreeHash): Promise<PublishOutcome> {
    const { directory, to, restore, partial, dryRun } = this.input;
    return publishTree({ base, tree, partial, dryRun }, (label, what) =>
      onHost(
        directory,
        what.dryRun ? 'plan the change' : 'publish the change',
        (activities) =>
          activities.publishTree({ key: this.key(label), directory, restored: restore ?? to, ...what }),
        waiting,
      ),
    );
  }

  private compare(base: TreeHash, tree: TreeHash): Promise<TreeDiff> {
    return this.store('diff').compareTrees({ key: this.key('diff'), base, tree });
  }

  private key(effect: string) {
    return { run: this.run, effect };
  }

  private store(summary: string) {
    return proxyActivities<Activities>({ ...STORE, summary });
  }
}

function waiting(hostName: string): void {
  setCurrentDetails(`- waiting for ${hostName}`);
}
