import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Activities } from '../activities/types';
import type { MergeOutcome, PublishOutcome, TreeDiff } from '../domain/files/workspace';
import type { EffectKey, TreeHash } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';
import type { FolderRoots, RollbackInput } from '../domain/run/rollback';
import { STORE } from './activity-options';
import { onHost } from './host';
import type { Publish } from './publish-tree';

/** Thing that is rolled back: a project, or folders of people. */
export interface RollbackPlace {
  capture(): Promise<SnapshotRef>;
  merge(trees: { base: TreeHash; ours: TreeHash; theirs: TreeHash; partial: boolean }): Promise<MergeOutcome>;
  publish: Publish;
  compare(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
}

type Key = (effect: string) => EffectKey;

/** A project: captured whole, written file by file. */
export function projectPlace(input: RollbackInput, key: Key): RollbackPlace {
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
          activities.publishTree({ key: key(label), directory, restored: restore ?? to, ...what }),
        waiting,
      ),
    compare: (base, tree) => store('look at what has changed').compareTrees({ key: key('diff'), base, tree }),
  };
}

/** Folders of people: listed, and changed by renames where a rename does. */
export function foldersPlace(
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
