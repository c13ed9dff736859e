import type { MergeOutcome } from '../../domain/files/workspace';
import { placeOf, shownPlace } from '../../domain/goal/places';
import type { TreeHash } from '../../domain/ids';
import { mergeTrees } from '../trees/merge-trees';
import type { TreeAccess } from '../trees/tree-access';
import { devicesSince, withDevices } from './devices';
import type { IdentityPaths } from './identity-paths';
import { inRunsWords, originsNow, type FileOrigins } from './origins';
import { isModeOf } from '../../domain/files/paths';
import { treeChanges, type TreeEntry, type TreeFile } from '../../store';
import { composeTree } from '../trees/compose-tree';

interface IdentifyRequest {
  /** Tree of the run: one of its checkpoints. */
  tree: TreeHash;
  /** The run's last tree, which was published. */
  last: TreeHash;
  /** Manifest of the disk after that. */
  published: TreeHash;
}

interface NewName {
  path: string;
  was: TreeEntry;
  is: TreeEntry;
  used: boolean;
}

/** Entries that have another name on disk than in the run's last tree. */
class NewNames {
  private readonly byPath = new Map<string, NewName>();
  private readonly byEntry = new Map<string, NewName[]>();

  static async between(store: TreeAccess, last: TreeHash, published: TreeHash): Promise<NewNames> {
    const names = new NewNames();
    for (const { path, before, after } of await treeChanges(store.trees, last, published))
      if (before && after && before.type !== 'dir' && after.type !== 'dir')
        names.add({ path, was: before, is: after, used: false });
    return names;
  }

  get count(): number {
    return this.byPath.size;
  }

  has(file: TreeEntry): boolean {
    return this.byEntry.has(keyOf(file));
  }

  /** New name of a file that is still what was published at its path. */
  at(file: TreeFile): TreeEntry | undefined {
    const name = this.byPath.get(file.path);
    if (!name || keyOf(name.was) !== keyOf(file)) return undefined;
    name.used = true;
    return name.is;
  }

  /** A name of these bytes that no other path has. */
  next(file: TreeEntry): TreeEntry | undefined {
    const names = this.byEntry.get(keyOf(file)) ?? [];
    while (names[0]?.used) names.shift();
    const [name] = names;
    if (name) name.used = true;
    return name?.is;
  }

  private add(name: NewName): void {
    this.byPath.set(name.path, name);
    const key = keyOf(name.was);
    const known = this.byEntry.get(key);
    if (known) known.push(name);
    else this.byEntry.set(key, [name]);
  }
}

/** Three trees of folders, of which `ours` is what the disk holds. */
export interface ManifestMerge {
  /** Real paths. */
  roots: readonly string[];
  base: TreeHash;
  ours: TreeHash;
  theirs: TreeHash;
  /** Merges what meets no conflict, and tells what was left out. */
  partial?: boolean;
  /** Takes equal bytes of files that runs wrote for the same file. */
  followFiles?: boolean;
  /** States that the run left behind: where the disk is in one of them, nothing was changed since. */
  states: readonly TreeHash[];
}

/**
 * Merges trees of folders. What runs wrote has other names in their trees than on disk: all are compared in the words of
 * runs, and the merge is told in those of the disk.
 */
export async function mergeManifests(
  store: TreeAccess & { paths: IdentityPaths; origins: FileOrigins },
  { roots, base, ours, theirs, partial, followFiles, states }: ManifestMerge,
): Promise<MergeOutcome> {
  const numbers = await devicesSince(store.paths, theirs, ours);
  const origins = originsNow(await store.origins.of(roots), numbers);
  const inWords = async (tree: TreeHash) =>
    inRunsWords(store, await withDevices(store, tree, numbers), origins);
  const [present, target] = [await inWords(ours), await inWords(theirs)];
  let from = await inWords(base);
  for (const state of states) if ((await inWords(state)) === present) from = present;
  const merged = await mergeTrees(store, {
    ...{ base: from, ours: present, theirs: target, partial, followFiles },
    shown: (path) => shownPlace(roots, placeOf(path)),
  });
  if (merged.status === 'conflict') return merged;
  const onDisk = await identified(store, { tree: merged.tree, last: present, published: ours });
  // What is not on disk any more, but kept aside, comes back as the file that it was.
  const wanted = await withDevices(store, theirs, numbers);
  return { ...merged, tree: await identified(store, { tree: onDisk, last: target, published: wanted }) };
}

/**
 * The tree with the identities under which its files were published: those that the run wrote or copied. A file at the
 * same path comes first, then one with the same bytes at another; what was not published stays as it is.
 */
export async function identified(
  store: TreeAccess,
  { tree, last, published }: IdentifyRequest,
): Promise<TreeHash> {
  const names = await NewNames.between(store, last, published);
  if (names.count === 0) return tree;
  const changes = new Map<string, TreeEntry>();
  const open: TreeFile[] = [];
  for (const file of await store.trees.list(tree)) {
    const name = names.at(file);
    if (name) changes.set(file.path, known(file, name));
    else if (names.has(file)) open.push(file);
  }
  const originals = new Set<string>();
  const rest: TreeFile[] = [];
  for (const file of open) {
    const stays = file.type === 'identity' && (await store.trees.find(last, file.path))?.hash === file.hash;
    if (stays) originals.add(file.hash);
    else rest.push(file);
  }
  for (const file of rest) {
    // One path is that of the original itself; only the others were published as copies.
    if (file.type === 'identity' && !originals.has(file.hash)) originals.add(file.hash);
    else {
      const name = names.next(file);
      if (name) changes.set(file.path, known(file, name));
    }
  }
  return composeTree(store, tree, changes);
}

/** A file by its new name, with the permissions that it was given. */
function known({ name, mode, size }: TreeFile, is: TreeEntry): TreeEntry {
  return { ...is, name, mode: isModeOf(is.mode, mode) ? is.mode : mode, size };
}

function keyOf({ type, hash }: TreeEntry): string {
  return `${type} ${hash}`;
}
