import type { TreeHash } from '../../domain/ids';
import { encodeListing, HashedBlob, type TreeEntry } from '../../store';
import type { TreeAccess } from './tree-access';
import type { EditedFile, NewFile } from './edited-files';

const NEW_FOLDER_MODE = 0o755;

/** Edits of one folder: its own files, and the folders below it. */
interface FolderEdits {
  files: Map<string, EditedFile>;
  folders: Map<string, FolderEdits>;
}

/** The tree with these files in place of its own. Listings on the way change, all else is shared. */
export async function rebuildTree(
  store: TreeAccess,
  tree: TreeHash,
  edited: ReadonlyMap<string, EditedFile>,
): Promise<TreeHash> {
  if (edited.size === 0) return tree;
  const made: HashedBlob[] = [];
  const root = await rebuildFolder(store, tree, gather(edited), made);
  await store.blobs.put(made);
  return root;
}

function gather(edited: ReadonlyMap<string, EditedFile>): FolderEdits {
  const root: FolderEdits = { files: new Map(), folders: new Map() };
  for (const [path, file] of edited) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? { files: new Map(), folders: new Map() };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.set(name, file);
  }
  return root;
}

async function rebuildFolder(
  store: TreeAccess,
  hash: TreeHash | undefined,
  edits: FolderEdits,
  made: HashedBlob[],
): Promise<TreeHash> {
  const listed = hash === undefined ? [] : await store.trees.readDir(hash);
  const entries = new Map<string, TreeEntry>(listed.map((entry) => [entry.name, entry]));
  for (const [name, file] of edits.files) {
    if (file === 'deleted') {
      entries.delete(name);
      continue;
    }
    entries.set(name, fileEntry(name, file, made));
  }
  for (const [name, below] of edits.folders) {
    const before = entries.get(name);
    const folder = before?.type === 'dir' ? before : undefined;
    if (!folder && !holdsFiles(below)) continue;
    const tree = await rebuildFolder(store, folder?.hash, below, made);
    entries.set(name, { name, type: 'dir', mode: folder?.mode ?? NEW_FOLDER_MODE, hash: tree, size: 0 });
  }
  const listing = new HashedBlob<TreeHash>(encodeListing([...entries.values()]));
  made.push(listing);
  return listing.hash;
}

function fileEntry(name: string, file: NewFile, made: HashedBlob[]): TreeEntry {
  const { mode } = file;
  if ('hash' in file) return { name, type: 'file', mode, hash: file.hash, size: file.size };
  const blob = new HashedBlob(file.bytes);
  made.push(blob);
  return { name, type: 'file', mode, hash: blob.hash, size: file.bytes.length };
}

/** True if a new folder would hold anything: what was created and deleted again needs none. */
function holdsFiles(edits: FolderEdits): boolean {
  const kept = [...edits.files.values()].some((file) => file !== 'deleted');
  return kept || [...edits.folders.values()].some(holdsFiles);
}
