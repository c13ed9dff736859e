import {
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
  proxyActivities,
} from '@temporalio/workflow';
import type { TreeHash, EffectKey } from '../domain/ids';
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
import { publishTree, type Publish } from './publish-result';
import { startInput } from './start-input';
import { nowIso } from './workflow-time';
import type { Activities } from '../activities/types';
import type { MergeOutcome, PublishOutcome, TreeDiff } from '../domain/files/workspace';
import type { SnapshotRef } from '../domain/run/checkpoints';
import { STORE } from './activity-options';
import { onHost } from './host';

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
  setCurrentDetails(rollbackDetails(workflowInfo().workflowId, result, input.language));
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

/** Thing that is rolled back: a project, or folders of people. */
interface RollbackPlace {
  capture(): Promise<SnapshotRef>;
  merge(trees: { base: TreeHash; ours: TreeHash; theirs: TreeHash; partial: boolean }): Promise<MergeOutcome>;
  publish: Publish;
  compare(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
}

type Key = (effect: string) => EffectKey;

/** A project: captured whole, written file by file. */
function projectPlace(input: RollbackInput, key: Key): RollbackPlace {
  const { directory, heavyFolders, to, restore } = input;
  return {
    capture: () =>
      onHost(
        directory,
        'import the directory',
        (activities) => activities.importWorkspace({ key: key('import'), directory, heavyFolders }),
        waiting,
      ),
    merge: (trees) => store('merge the trees').mergeTrees({ key: key('merge'), ...trees }),
    publish: (label, what) =>
      onHost(
        directory,
        summaryOf(what),
        (activities) =>
          activities.publishTree({
            key: key(label),
            directory: directory.realpath,
            restored: restore ?? to,
            ...what,
          }),
        waiting,
      ),
    compare: (base, tree) => store('look at what has changed').compareTrees({ key: key('diff'), base, tree }),
  };
}

/** Folders of people: listed, and changed by renames where a rename does. */
function foldersPlace(
  input: RollbackInput,
  { roots, states, published }: FolderRoots,
  key: Key,
): RollbackPlace {
  const { directory, way, from, to, restore } = input;
  const restored = way === 'back' ? (restore ?? to) : undefined;
  // One change alone: later changes may have built on it.
  const followFiles = from !== published;
  return {
    capture: () =>
      onHost(
        directory,
        'look at the folders',
        (activities) => activities.captureFolders({ key: key('import'), roots }),
        waiting,
      ),
    merge: (trees) =>
      onHost(
        directory,
        'merge the trees',
        (activities) => activities.mergeFolders({ key: key('merge'), ...trees, followFiles, roots, states }),
        waiting,
      ),
    publish: async (label, what): Promise<PublishOutcome> => {
      const outcome = await onHost(
        directory,
        summaryOf(what),
        (activities) => activities.publishFolders({ key: key(label), roots, restored, ...what }),
        waiting,
      );
      if (outcome.status === 'conflict') return outcome;
      const { tree, left = [], leftCount = left.length } = outcome;
      return left.length === 0
        ? { status: 'published', tree, files: [] }
        : { status: 'partial', base: what.base, tree, files: [], left, leftCount };
    },
    compare: (base, tree) =>
      store('look at what has changed').compareFolders({ key: key('diff'), base, tree, roots }),
  };
}

function summaryOf({ dryRun }: { dryRun?: boolean }): string {
  return dryRun ? 'plan the change' : 'publish the change';
}

function store(summary: string) {
  return proxyActivities<Activities>({ ...STORE, summary });
}

function waiting(hostName: string): void {
  setCurrentDetails(`- waiting for ${hostName}`);
}
