import { ancestorPaths, joinPath, parentPath } from '../../domain/files/paths';
import type { TreeHash, BlobHash } from '../../domain/ids';
import type { PathConflict } from '../../domain/files/workspace';
import type { Pace } from '../../machine/pace';
import {
  type TreeEntry,
  type TreeStore,
  encodeTimes,
  type EntryTime,
  HashedBlob,
  identityTimeUs,
  readTimes,
  type BlobStore,
} from '../../store';
import { checkPlan, type CheckedPlan } from './check/check-plan';
import { modeOf, standingAt } from './check/entry-on-disk';
import type { Disk } from './disk';
import type { IdentityPaths } from './identity-paths';
import { KeptFiles } from './kept/kept-files';
import type { KeptPlaces } from './kept/kept-places';
import type { Volumes } from './kept/volumes';
import { planTrees } from './plan/plan-trees';
import { isEmptyPlan, type At, type TreePlan } from './plan/tree-plan';
import type { Fetched } from './steps/arrange';
import { BlobBatch } from '../io/blob-batch';
import { composeTree } from '../trees/compose-tree';
import { opaque, timeOf } from './list-folder';

interface ResultDeps {
  blobs: BlobStore;
  trees: TreeStore;
  disk: Disk;
  pace: Pace;
}

interface Timed {
  tree: TreeHash;
  times: BlobHash;
}

export interface PrepareDeps {
  trees: TreeStore;
  paths: IdentityPaths;
  disk: Disk;
  pace: Pace;
  places: KeptPlaces;
  volumes: Volumes;
}

/** A publish that is planned and checked; nothing was written. */
export interface Prepared {
  checked: CheckedPlan;
  /** Kept files and folders that come back. */
  fetched: Fetched[];
  conflicts: PathConflict[];
  isDone: boolean;
  /** Entries of the tree whose identities only the disk knows. */
  unsure: ReadonlyMap<string, TreeEntry>;
}

/** Plans a publish, compares the plan with the disk, and finds what is kept and wanted again. */
export async function preparePublish(
  deps: PrepareDeps,
  { base, tree, restored }: { base: TreeHash; tree: TreeHash; restored?: object },
): Promise<Prepared> {
  await checkRoots(deps.trees, base, tree, deps.disk.roots.length);
  const kept = new KeptFiles(deps.places, deps.pace);
  const keptFolders = new Set(kept.folders);
  for (;;) {
    // What goes back is the folder that was put aside, not another one that is like it.
    const hasKept = (to: string) =>
      restored !== undefined && kept.emptied(deps.disk.placeOf(to)) !== undefined;
    const mayMove = (from: string, to: string) =>
      !hasKept(to) && volumeAbove(deps, from) === volumeAbove(deps, to);
    const isKept = restored && (async (entry: TreeEntry) => (await kept.find(entry)) !== undefined);
    const plan = await planTrees(deps, { base, tree, keptFolders, mayMove, isKept });
    const checked = await checkPlan(deps, plan);
    const found = await findKept(deps, kept, checked.todo.fetches);
    // A kept folder that was changed, or is elsewhere, may still give some of its files.
    for (const folder of found.badFolders) keptFolders.delete(folder);
    if (found.badFolders.length > 0) continue;
    const [isDone, unsure] = [isEmptyPlan(checked.todo), await unsureIn(deps.trees, plan, checked)];
    const emptied = restored ? takeEmptied(deps, kept, checked.todo) : [];
    const conflicts = [...checked.conflicts, ...found.conflicts];
    return { checked, fetched: [...found.fetched, ...emptied], conflicts, isDone, unsure };
  }
}

/** Takes back the folders that were emptied there, with owner and attributes, so that these need not be made. */
function takeEmptied({ disk, volumes }: PrepareDeps, kept: KeptFiles, todo: TreePlan): Fetched[] {
  const fetched: Fetched[] = [];
  todo.makes = todo.makes.filter(({ path, entry }) => {
    const found = kept.emptied(disk.placeOf(path));
    const fits = found && (modeOf(found.stat) & OWNER_FILLS) === OWNER_FILLS;
    if (!fits || !isNear(disk, volumes, path, found.path)) return true;
    fetched.push({ path, entry, kept: found, isCopy: false });
    return false;
  });
  return fetched;
}

/** Rights of an owner who can put something into a folder. */
const OWNER_FILLS = 0o300;

/** The roots themselves stay: each has a folder in both trees. */
async function checkRoots(trees: TreeStore, base: TreeHash, tree: TreeHash, count: number): Promise<void> {
  for (const hash of [base, tree]) {
    const entries = await trees.readDir(hash);
    const isFit =
      entries.length === count && entries.every(({ name, type }) => type === 'dir' && Number(name) < count);
    if (!isFit) throw new Error(`Tree ${hash} does not have one folder for each of ${count} roots.`);
  }
}

async function findKept(
  { disk, volumes }: PrepareDeps,
  kept: KeptFiles,
  fetches: readonly At[],
): Promise<{ fetched: Fetched[]; conflicts: PathConflict[]; badFolders: TreeHash[] }> {
  const fetched: Fetched[] = [];
  const conflicts: PathConflict[] = [];
  const badFolders: TreeHash[] = [];
  const used = new Set<string>();
  for (const { path, entry } of fetches) {
    const found = await kept.find(entry);
    const isFolder = entry.type === 'dir';
    if (isFolder && (!found || used.has(found.path) || !isNear(disk, volumes, path, found.path)))
      badFolders.push(entry.hash);
    else if (!found) conflicts.push({ path, reason: 'what it was is not kept any more' });
    else {
      fetched.push({ path, entry, kept: found, isCopy: used.has(found.path) });
      used.add(found.path);
    }
  }
  return { fetched, conflicts, badFolders };
}

/** True if a kept folder can be renamed to a path. */
function isNear(disk: Disk, volumes: Volumes, path: string, kept: string): boolean {
  return volumeAbove({ disk, volumes }, path) === volumes.of(parentPath(kept)).key;
}

function volumeAbove(
  { disk, volumes }: Pick<PrepareDeps, 'disk' | 'volumes'>,
  path: string,
): string | undefined {
  const above = ancestorPaths(path).findLast((folder) => isFolderNow(disk, folder));
  return above === undefined ? undefined : volumes.of(disk.placeOf(above)).key;
}

function isFolderNow(disk: Disk, path: string): boolean {
  try {
    return disk.stat(path)?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** Entries that an earlier attempt made: the tree does not know their identities. */
async function unsureIn(
  trees: TreeStore,
  plan: TreePlan,
  { todo }: CheckedPlan,
): Promise<Map<string, TreeEntry>> {
  const unsure = new Map<string, TreeEntry>();
  for (const { to, entry } of plan.copies) unsure.set(to, entry);
  for (const { path, entry } of [...plan.writes, ...plan.makes]) unsure.set(path, entry);
  for (const { to } of todo.copies) unsure.delete(to);
  for (const { path } of [...todo.writes, ...todo.makes]) unsure.delete(path);
  const open = new Set(todo.moves);
  const add = async (path: string, entry: TreeEntry): Promise<void> => {
    unsure.set(path, entry);
    if (entry.type !== 'dir') return;
    for (const child of await trees.readDir(entry.hash)) await add(joinPath(path, child.name), child);
  };
  for (const move of plan.moves) if (!open.has(move)) await add(move.to, move.after);
  return unsure;
}

/** The tree with the identities that files at these paths have now, and the modes of folders. */
export async function identifiedOnDisk(
  { blobs, trees, disk, pace }: ResultDeps,
  tree: TreeHash,
  paths: ReadonlyMap<string, TreeEntry>,
): Promise<TreeHash> {
  const changes = new Map<string, TreeEntry>();
  for (const [path, entry] of paths) {
    if (pace.due) await pace.rest();
    const standing = standingAt(disk, path);
    if (standing === 'absent' || 'blocked' in standing || entry.type === 'link') continue;
    changes.set(
      path,
      entry.type === 'dir'
        ? { ...entry, mode: modeOf(standing.stat) }
        : opaque(entry.name, standing.stat).entry,
    );
  }
  return composeTree({ blobs, trees }, tree, changes);
}

/**
 * Blob of the modification times of a tree that is on disk: those of identities are known, all others are looked up. A
 * folder that is as in `base` has the times that it had there.
 */
export async function timesOnDisk(
  deps: ResultDeps,
  tree: TreeHash,
  base: Timed | undefined,
): Promise<BlobHash> {
  const batch = new BlobBatch(deps.blobs);
  const hash = await folderTimes(deps, batch, '', tree, base);
  await batch.finish();
  return hash;
}

async function folderTimes(
  deps: ResultDeps,
  batch: BlobBatch,
  folder: string,
  tree: TreeHash,
  base: Timed | undefined,
): Promise<BlobHash> {
  const known = await foldersOf(deps, base);
  const times: EntryTime[] = [];
  for (const entry of await deps.trees.readDir(tree)) {
    if (deps.pace.due) await deps.pace.rest();
    const path = joinPath(folder, entry.name);
    const mtimeUs = entry.type === 'identity' ? identityTimeUs(entry.hash) : timeAt(deps.disk, path);
    if (entry.type !== 'dir') times.push({ mtimeUs });
    else {
      const was = known.get(entry.name);
      const same = was?.tree === entry.hash ? was.times : undefined;
      times.push({ mtimeUs, times: same ?? (await folderTimes(deps, batch, path, entry.hash, was)) });
    }
  }
  const blob = new HashedBlob(encodeTimes(times));
  await batch.put(blob);
  return blob.hash;
}

async function foldersOf(deps: ResultDeps, base: Timed | undefined): Promise<ReadonlyMap<string, Timed>> {
  const folders = new Map<string, Timed>();
  if (!base) return folders;
  const times = await readTimes(deps, base);
  for (const { name, type, hash } of await deps.trees.readDir(base.tree)) {
    const below = times.get(name)?.times;
    if (type === 'dir' && below !== undefined) folders.set(name, { tree: hash, times: below });
  }
  return folders;
}

function timeAt(disk: Disk, path: string): number {
  const standing = standingAt(disk, path);
  return standing === 'absent' || 'blocked' in standing ? 0 : timeOf(standing.stat);
}
