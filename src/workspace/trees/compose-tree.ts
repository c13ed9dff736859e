import { baseName } from '../../domain/files/paths';
import type { TreeHash } from '../../domain/ids';
import { encodeListing, HashedBlob, type TreeEntry } from '../../store';
import type { EditedFile } from './edited-files';
import type { TreeAccess } from './tree-access';

const NEW_FOLDER_MODE = 0o755;

/** New entries by path. A folder stands for itself, not for its contents; undefined: nothing is there. */
export type PathChanges = ReadonlyMap<string, TreeEntry | undefined>;

/** Changes of one folder's own names, and those below. */
interface FolderChanges {
  own: Map<string, TreeEntry | undefined>;
  below: Map<string, FolderChanges>;
}

/**
 * Tree with these changes. A removed folder stays if something in it stays; a path in a missing folder creates the
 * folder.
 */
export async function composeTree(
  store: TreeAccess,
  tree: TreeHash,
  changes: PathChanges,
): Promise<TreeHash> {
  if (changes.size === 0) return tree;
  const listings: HashedBlob[] = [];
  const { hash } = await compose(store, tree, gather(changes), listings);
  await store.blobs.put(listings);
  return hash;
}

/** Tree with these files in place of its own; the bytes of new ones are stored. */
export async function withEdited(
  store: TreeAccess,
  tree: TreeHash,
  edited: ReadonlyMap<string, EditedFile>,
): Promise<TreeHash> {
  const made: HashedBlob[] = [];
  const changes = new Map<string, TreeEntry | undefined>();
  for (const [path, file] of edited) {
    if (file === 'deleted') changes.set(path, undefined);
    else if ('hash' in file) changes.set(path, { name: baseName(path), type: 'file', ...file });
    else {
      const { mode, bytes } = file;
      const blob = new HashedBlob(bytes);
      made.push(blob);
      changes.set(path, { name: baseName(path), type: 'file', mode, hash: blob.hash, size: bytes.length });
    }
  }
  if (made.length > 0) await store.blobs.put(made);
  return composeTree(store, tree, changes);
}

function gather(changes: PathChanges): FolderChanges {
  const root: FolderChanges = { own: new Map(), below: new Map() };
  for (const [path, entry] of changes) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      const next = folder.below.get(part) ?? { own: new Map(), below: new Map() };
      folder.below.set(part, next);
      folder = next;
    }
    folder.own.set(name, entry);
  }
  return root;
}

async function compose(
  store: TreeAccess,
  hash: TreeHash | undefined,
  changes: FolderChanges,
  listings: HashedBlob[],
): Promise<{ hash: TreeHash; empty: boolean }> {
  const listed = hash === undefined ? [] : await store.trees.readDir(hash);
  const before = new Map(listed.map((entry) => [entry.name, entry]));
  const entries = new Map(before);
  const folders = new Set(changes.below.keys());
  for (const [name, entry] of changes.own) {
    if (entry && entry.type !== 'dir') entries.set(name, { ...entry, name });
    // What a folder holds decides whether it goes.
    else if (entry ?? before.get(name)?.type === 'dir') folders.add(name);
    else entries.delete(name);
  }
  for (const name of folders) {
    const wanted = changes.own.get(name);
    const was = before.get(name);
    const folder = was?.type === 'dir' ? was : undefined;
    // A file takes the folder's place: what was below it has gone.
    if (wanted && wanted.type !== 'dir') continue;
    const none: FolderChanges = { own: new Map(), below: new Map() };
    const made = await compose(store, folder?.hash, changes.below.get(name) ?? none, listings);
    const goes = made.empty && !wanted && (changes.own.has(name) || !folder);
    if (goes) {
      entries.delete(name);
      continue;
    }
    const mode = wanted?.mode ?? folder?.mode ?? NEW_FOLDER_MODE;
    entries.set(name, { name, type: 'dir', mode, hash: made.hash, size: 0 });
  }
  const listing = new HashedBlob<TreeHash>(encodeListing([...entries.values()]));
  listings.push(listing);
  return { hash: listing.hash, empty: entries.size === 0 };
}
