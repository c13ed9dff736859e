import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { TreeHash } from '../domain/ids';
import { rollbackDetails } from '../domain/run/current-details';
import { outcomeText } from '../domain/run/outcomes';
import {
  listedConflicts,
  RollbackInput,
  rollbackOutcome,
  type FolderRoots,
  type RollbackResult,
} from '../domain/run/rollback';
import { searchAttributes } from '../messages';
import { publishTree } from './publish-tree';
import { foldersPlace, projectPlace, type RollbackPlace } from './rollback-place';
import { startInput } from './start-input';
import { nowIso } from './workflow-time';

/**
 * Goes back to a tree of a run, or takes back one of its changes, on the directory as it is now. What the directory held
 * is kept, so a rollback can be rolled back. A conflict changes nothing, or with `partial` only its own paths.
 */
export async function rollback(given: RollbackInput): Promise<RollbackResult> {
  const input = startInput(RollbackInput, given);
  const result = await new Rollback(input).execute();
  if (input.indexed)
    upsertSearchAttributes([
      { key: searchAttributes.outcome, value: outcomeText('rollback', rollbackOutcome(result)) },
    ]);
  setCurrentDetails(rollbackDetails(workflowInfo().workflowId, result));
  return result;
}

class Rollback {
  private readonly run = workflowInfo().firstExecutionRunId;
  private readonly place: RollbackPlace;

  constructor(private readonly input: RollbackInput) {
    const key = (effect: string) => ({ run: this.run, effect });
    this.place = input.folders ? foldersPlace(input, input.folders, key) : projectPlace(input, key);
  }

  async execute(): Promise<RollbackResult> {
    const { of, way, directory, heavyFolders, folders, from, to, partial, dryRun } = this.input;
    const { tree: present, times } = await this.place.capture();
    const merged = await this.place.merge({ base: from, ours: present, theirs: to.tree, partial });
    const before = { tree: present, times };
    const at = nowIso();
    const common = { version: 1 as const, at, of, way, directory, heavyFolders };
    const result = {
      ...common,
      folders: rolledFolders(folders, [present]),
      before,
      files: [],
      conflicts: [],
    };
    if (merged.status === 'conflict') {
      const conflicts = listedConflicts(merged.conflicts);
      return { ...result, status: 'conflict', tree: present, conflicts };
    }
    if (merged.tree === present) return { ...result, status: 'nothing', tree: present };
    const change = { base: present, tree: merged.tree, partial, dryRun };
    // Of folders only the attempt shows what may not be moved.
    const outcome = folders
      ? await this.place.publish('publish', change)
      : await publishTree(change, this.place.publish);
    if (outcome.status === 'conflict')
      return { ...result, status: 'conflict', tree: present, conflicts: outcome.conflicts };
    const { tree } = outcome;
    const conflicts = [...(merged.left ?? []), ...(outcome.status === 'partial' ? outcome.left : [])];
    const diff = await this.place.compare(present, dryRun ? merged.tree : tree);
    const files = folders ? diff.files : outcome.files;
    const done = {
      ...result,
      folders: rolledFolders(folders, [present, tree]),
      tree,
      files,
      conflicts,
      diff,
    };
    if (dryRun) return { ...done, status: 'planned' };
    return { ...done, status: conflicts.length > 0 ? 'partial' : 'published' };
  }
}

/** After a rollback the folders hold just what its tree says. */
function rolledFolders(folders: FolderRoots | undefined, states: TreeHash[]): FolderRoots | undefined {
  const published = states.at(-1);
  return folders && published && { roots: folders.roots, published, states };
}
