import type { BlobHash, TreeHash } from '../../src/domain/ids';
import type { FolderEntry, TreeEntry, TreeStore } from '../../src/store/types';
import { asTree } from './hashes';

/** A folder of a tree that tests change in place. */
export interface MutableFolder {
  mode: number;
  entries: Map<string, MutableFolder | Leaf>;
}

/** Anything of a tree that is no folder. */
export type Leaf = Omit<Exclude<TreeEntry, FolderEntry>, 'name'>;

export function isFolder(node: MutableFolder | Leaf): node is MutableFolder {
  return 'entries' in node;
}

/** Reads a tree into folders that can be changed. */
export async function openTree(trees: TreeStore, hash: BlobHash, mode = 0o755): Promise<MutableFolder> {
  const entries = new Map<string, MutableFolder | Leaf>();
  for (const { name, ...entry } of await trees.readDir(asTree(hash)))
    entries.set(name, entry.type === 'dir' ? await openTree(trees, entry.hash, entry.mode) : entry);
  return { mode, entries };
}

/** The tree of changed folders. */
export async function closeTree(trees: TreeStore, folder: MutableFolder): Promise<TreeHash> {
  const entries: TreeEntry[] = [];
  for (const [name, node] of folder.entries)
    entries.push(
      isFolder(node)
        ? { name, type: 'dir', mode: node.mode, hash: await closeTree(trees, node), size: 0 }
        : { ...node, name },
    );
  return trees.writeDir(entries);
}

/** Every path below a folder, with what stands there; outer folders first. */
export function pathsIn(folder: MutableFolder, prefix = ''): [string, MutableFolder | Leaf][] {
  return [...folder.entries].flatMap(([name, node]): [string, MutableFolder | Leaf][] => [
    [prefix + name, node],
    ...(isFolder(node) ? pathsIn(node, `${prefix}${name}/`) : []),
  ]);
}

export function nodeAt(folder: MutableFolder, path: string): MutableFolder | Leaf | undefined {
  let node: MutableFolder | Leaf | undefined = folder;
  for (const part of path.split('/')) node = node && isFolder(node) ? node.entries.get(part) : undefined;
  return node;
}

/** Takes what stands at a path away, and gives it back. */
export function takeNode(folder: MutableFolder, path: string): MutableFolder | Leaf | undefined {
  const { parent, name } = place(folder, path);
  const node = parent?.entries.get(name);
  parent?.entries.delete(name);
  return node;
}

/** Puts something at a path, whatever stood there; false where its folder is none. */
export function putNode(folder: MutableFolder, path: string, node: MutableFolder | Leaf): boolean {
  const { parent, name } = place(folder, path);
  parent?.entries.set(name, node);
  return parent !== undefined;
}

/** A copy that shares nothing that can be changed. */
export function cloneNode<T extends MutableFolder | Leaf>(node: T): T {
  return structuredClone(node);
}

function place(folder: MutableFolder, path: string): { parent?: MutableFolder; name: string } {
  const slash = path.lastIndexOf('/');
  const parent = slash < 0 ? folder : nodeAt(folder, path.slice(0, slash));
  return { parent: parent && isFolder(parent) ? parent : undefined, name: path.slice(slash + 1) };
}
