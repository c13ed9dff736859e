import { dirname, join } from 'node:path';
import type { ForkOrigin, ForkOutcome } from '../domain/run/fork';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { ToldPaths } from '../domain/goal/told-paths';
import type { BlobHash, TreeHash } from '../domain/ids';
import { projectStructure } from '../domain/files/project-structure';
import type {
  FileEdit,
  ImportedTree,
  MergeOutcome,
  PublishOutcome,
  PublishRequest,
  TreeDiff,
} from '../domain/files/workspace';
import { type BlobStore, type StatCache, treeChanges, type TreeStore, readTimes } from '../store';
import { applyEdits, type EditOutcome, type EditRules } from './trees/apply-edits';
import { diffTrees } from './trees/diff-trees';
import { forkTree } from './trees/fork-tree';
import type { CaptureOptions } from './capture/capture';
import { importDirectory } from './capture/import';
import { keepPaths, type KeepOutcome, type KeepRequest } from './trees/keep-paths';
import { mergeTrees, type MergeRequest } from './trees/merge-trees';
import { FinishedPublishes } from './publish/finished';
import { publish } from './publish/publish';
import { captureManifest, type Manifest, type ManifestRequest } from './manifest/capture-manifest';
import { sweepAttributes } from './io/copy-attributes';
import { unkeptBy } from './unkept';
import { describeChange, type DescribedTrees } from './manifest/describe-change';
import { mergeManifests, type ManifestMerge } from './manifest/merge-manifests';
import { FileOrigins } from './manifest/origins';
import { IdentityPaths } from './manifest/identity-paths';
import { Originals, type OriginalsRequest } from './manifest/originals';
import { publishManifest } from './manifest/publish-manifest';
import type { ManifestPublishOutcome, ManifestPublishRequest } from './manifest/publish-request';
import { recoverManifests } from './manifest/recover-manifests';
import { recoverPublishes, type RecoveredPublish } from './publish/publish-recover';
import type { TreeAccess } from './trees/tree-access';
import { joinPath } from '../domain/files/paths';

export { importDirectory } from './capture/import';
export type { MergeRequest } from './trees/merge-trees';
export { collectKept, type KeptTotals } from './manifest/kept/collect-kept';
export type { ManifestMerge } from './manifest/merge-manifests';
export type { ManifestPublishOutcome, ManifestPublishRequest } from './manifest/publish-request';
export { DirectoryBusyError, DirectoryError, DiskFullError } from './errors';

type Looking = Omit<CaptureOptions, 'only'>;

/** Change that a publish made: from one tree to another. */
interface ChangedTree {
  base: TreeHash;
  tree: TreeHash;
}

/** Everything that is done with trees and directories; trees themselves are values of the store. */
export interface Workspaces {
  importDirectory(directory: string, options?: Looking): Promise<ImportedTree>;
  /** Captures a directory after a publish, in which all else is as it was captured just before: no other folder is looked at. */
  importChange(directory: string, change: ChangedTree, options?: Looking): Promise<ImportedTree>;
  /** The files of a tree in few lines. */
  structureOf(tree: TreeHash): Promise<string>;
  /** Files of a snapshot that were written last, the newest first. */
  recentFiles(snapshot: { tree: TreeHash; times: BlobHash }, count: number): Promise<string[]>;
  applyEdits(tree: TreeHash, edits: readonly FileEdit[], rules?: EditRules): Promise<EditOutcome>;
  diffTrees(base: TreeHash, tree: TreeHash): Promise<TreeDiff>;
  /** The difference with what the files of a directory, a real path, cannot keep when it is published there. */
  withUnkept(diff: TreeDiff, directory: string): Promise<TreeDiff>;
  /** Takes named files over into a tree, from a folder that a command wrote in. */
  keepPaths(request: KeepRequest): Promise<KeepOutcome>;
  /** Three-way merge; the merged tree or every conflict. */
  mergeTrees(request: MergeRequest): Promise<MergeOutcome>;
  /** Takes changes back from a tree that may have gone on since; what was changed besides stays, or is a conflict. */
  takeBack(request: TakeBackRequest): Promise<MergeOutcome>;
  /** A state of another run with edits, merged onto the directory's present tree. */
  forkTree(origin: ForkOrigin, present: TreeHash, heavyFolders?: HeavyRules): Promise<ForkOutcome>;
  publish(request: PublishRequest, signal?: AbortSignal): Promise<PublishOutcome>;
  /** Lists folders of people as a tree of identities; no file is read. */
  captureManifest(request: ManifestRequest): Promise<Manifest>;
  /** Reads the files of a manifest from disk. */
  openOriginals(request: OriginalsRequest): Originals;
  /** Change of folders of people, as they would say it. */
  describeChange(change: DescribedTrees): Promise<TreeDiff & { told?: ToldPaths }>;
  /** Brings folders of people from one manifest to another by renames. */
  publishManifest(request: ManifestPublishRequest): Promise<ManifestPublishOutcome>;
  /** Three-way merge of trees of folders, as `mergeTrees`; what runs wrote is known again. */
  mergeManifests(request: ManifestMerge): Promise<MergeOutcome>;
  /** Call it at the start: undoes or finishes publishes of a killed process, and reports those that are stuck. */
  recover(): Promise<RecoveredPublish[]>;
}

export interface WorkspaceDeps {
  blobs: BlobStore;
  trees: TreeStore;
  store: { stats: StatCache };
  /** Folder for journals of publishes; it and its siblings are Kintsugi's own data, which is never captured. */
  journals: string;
}

export function createWorkspaces({ blobs, trees, store, journals }: WorkspaceDeps): Workspaces {
  const access = { blobs, trees };
  const publishing = { blobs, trees, journals };
  const exclude = [dirname(journals)];
  const importing = { blobs, stats: store.stats, exclude };
  const paths = new IdentityPaths(trees);
  const origins = new FileOrigins(join(dirname(journals), 'origins'));
  const kept = join(dirname(journals), 'kept');
  const manifests = { blobs, trees, paths, origins, journals, kept, exclude };
  return {
    importDirectory: (directory, options) => importDirectory(importing, directory, options),
    importChange: async (directory, { base, tree }, options) => {
      const changed = await treeChanges(trees, base, tree);
      return importDirectory(importing, directory, { ...options, only: changed.map(({ path }) => path) });
    },
    structureOf: async (tree) => projectStructure((await trees.list(tree)).map(({ path }) => path)),
    recentFiles: (snapshot, count) => recentFiles(access, snapshot, count),
    applyEdits: (tree, edits, rules) => applyEdits(access, tree, edits, rules),
    diffTrees: (base, tree) => diffTrees(access, base, tree),
    withUnkept: async (diff, directory) => ({
      ...diff,
      ...(await unkeptBy({
        changes: await treeChanges(trees, diff.base, diff.tree),
        placeOf: (path) => `${directory}/${path}`,
      })),
    }),
    keepPaths: (request) => keepPaths(access, request),
    mergeTrees: (request) => mergeTrees(access, request),
    takeBack: (request) => takeBack(access, request),
    forkTree: (origin, present, heavyFolders) => forkTree(access, origin, present, heavyFolders),
    publish: (request, signal) => publish(publishing, request, signal),
    captureManifest: (request) => captureManifest(manifests, request),
    describeChange: (change) => describeChange(access, change),
    openOriginals: (request) => new Originals(paths, request),
    publishManifest: (request) => publishManifest(manifests, request),
    mergeManifests: (request) => mergeManifests(manifests, request),
    recover: async () => {
      await sweepAttributes(journals);
      await new FinishedPublishes(journals).sweep();
      return [...(await recoverPublishes(publishing)), ...(await recoverManifests(publishing))];
    },
  };
}

/** Changes that are to be taken back, the newest first, from a tree that may have gone on since. */
interface TakeBackRequest {
  present: TreeHash;
  undo: readonly { before: TreeHash; after: TreeHash }[];
}

/** Takes changes back one by one; what was changed besides stays, or is a conflict. */
export async function takeBack(store: TreeAccess, { present, undo }: TakeBackRequest): Promise<MergeOutcome> {
  let merged: MergeOutcome = { status: 'merged', tree: present };
  for (const { before, after } of undo) {
    if (merged.status === 'conflict') break;
    merged = await mergeTrees(store, { base: after, ours: merged.tree, theirs: before });
  }
  return merged;
}

/** Files of a snapshot that were written last, the newest first; of one time by their names. */
async function recentFiles(
  store: { blobs: BlobStore; trees: TreeStore },
  snapshot: { tree: TreeHash; times: BlobHash },
  count: number,
): Promise<string[]> {
  let newest: { path: string; mtimeUs: number }[] = [];
  const folders = [{ ...snapshot, path: '' }];
  for (const folder of folders) {
    const times = await readTimes(store, folder);
    for (const { name, type, hash } of await store.trees.readDir(folder.tree)) {
      const path = joinPath(folder.path, name);
      const { mtimeUs = 0, times: below } = times.get(name) ?? {};
      if (type === 'dir' && below !== undefined) folders.push({ tree: hash, times: below, path });
      else if (type === 'file') newest.push({ path, mtimeUs });
    }
    newest = newest.sort((a, b) => b.mtimeUs - a.mtimeUs || (a.path < b.path ? -1 : 1)).slice(0, count);
  }
  return newest.map(({ path }) => path);
}
