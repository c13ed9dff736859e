import { isModeOf } from '../../domain/files/paths';
import type { TreeHash } from '../../domain/ids';
import { treeChanges, type TreeEntry, type TreeFile } from '../../store';
import { composeTree } from '../trees/compose-tree';
import type { TreeAccess } from '../trees/tree-access';

export interface IdentifyRequest {
  /** Tree of the run: one of its checkpoints. */
  tree: TreeHash;
  /** The run's last tree, which was published. */
  last: TreeHash;
  /** Manifest of the disk after that. */
  published: TreeHash;
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

function keyOf({ type, hash }: TreeEntry): string {
  return `${type} ${hash}`;
}
