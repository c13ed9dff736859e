/** A tree that is changed in memory: folders are read where they are looked at, and each changed listing is written once. */
import { baseName, parentPath } from '../../../domain/files/paths';
import type { BlobHash, TreeHash } from '../../../domain/ids';
import {
  type BlobStore,
  encodeListing,
  type EntryType,
  HashedBlob,
  type TreeEntry,
  type TreeStore,
} from '../../../store';

/** Anything in a draft, without its name. */
export type DraftEntry = DraftFolder | DraftLeaf;

/** Its listing is undefined for a folder that has changed since the tree. */
type DraftFolder = { type: 'dir'; mode: number; size: number; hash?: TreeHash };
type DraftLeaf = { type: Exclude<EntryType, 'dir'>; mode: number; size: number; hash: BlobHash };

/** `children`: entries by name, undefined until somebody looks. */
type FolderNode = DraftFolder & { children?: Map<string, Node> };

type Node = FolderNode | DraftLeaf;

const FOLDER_MODE = 0o755;

export class TreeDraft {
  private readonly root: FolderNode;

  constructor(
    private readonly store: { trees: TreeStore; blobs: BlobStore },
    private readonly tree: TreeHash,
  ) {
    this.root = { type: 'dir', mode: FOLDER_MODE, size: 0, hash: tree };
  }

  /** Entry at a path; the root is the empty path. */
  find(path: string): Promise<DraftEntry | undefined> {
    return this.node(path);
  }

  /** Names and entries of a folder, in no order; undefined where there is no folder. */
  async entries(path: string): Promise<ReadonlyMap<string, DraftEntry> | undefined> {
    const node = await this.node(path);
    return node?.type === 'dir' ? this.childrenOf(node) : undefined;
  }

  /** Puts an entry at a path, in place of what is there. Its folder must be there. */
  async put(path: string, entry: DraftEntry): Promise<void> {
    (await this.changedFolder(parentPath(path))).set(baseName(path), { ...entry });
  }

  /** Makes a folder with those on the way to it; paths of the new ones, outermost first. */
  async makeFolder(path: string): Promise<string[]> {
    if (path === '' || (await this.node(path))) return [];
    const above = await this.makeFolder(parentPath(path));
    const folder = await this.changedFolder(parentPath(path));
    folder.set(baseName(path), { type: 'dir', mode: FOLDER_MODE, size: 0, children: new Map() });
    return [...above, path];
  }

  /** Moves an entry with all that it holds, to a path whose folder is there and that is not in the entry itself. */
  async move(from: string, to: string): Promise<void> {
    const node = await this.there(from);
    (await this.changedFolder(parentPath(from))).delete(baseName(from));
    (await this.changedFolder(parentPath(to))).set(baseName(to), node);
  }

  async copy(from: string, to: string): Promise<void> {
    const copied = twin(await this.there(from));
    (await this.changedFolder(parentPath(to))).set(baseName(to), copied);
  }

  async remove(path: string): Promise<void> {
    (await this.changedFolder(parentPath(path))).delete(baseName(path));
  }

  /** Writes what has changed; the same tree where nothing has. */
  async write(): Promise<TreeHash> {
    const made: HashedBlob[] = [];
    const hash = folderHash(this.root, made);
    if (hash !== this.tree) await this.store.blobs.put(made);
    return hash;
  }

  private async node(path: string): Promise<Node | undefined> {
    let node: Node | undefined = this.root;
    for (const part of path === '' ? [] : path.split('/')) {
      if (node?.type !== 'dir') return undefined;
      node = (await this.childrenOf(node)).get(part);
    }
    return node;
  }

  private async there(path: string): Promise<Node> {
    const node = await this.node(path);
    if (!node) throw new Error(`${JSON.stringify(path)} is not in the tree`);
    return node;
  }

  /** Entries of a folder, to be changed: it and the folders above get new listings. */
  private async changedFolder(path: string): Promise<Map<string, Node>> {
    let node = this.root;
    let children = await this.childrenOf(node);
    node.hash = undefined;
    for (const part of path === '' ? [] : path.split('/')) {
      const next = children.get(part);
      if (next?.type !== 'dir') throw new Error(`${JSON.stringify(path)} is no folder of the tree`);
      node = next;
      children = await this.childrenOf(node);
      node.hash = undefined;
    }
    return children;
  }

  private async childrenOf(node: FolderNode): Promise<Map<string, Node>> {
    if (!node.children) {
      const listed = node.hash === undefined ? [] : await this.store.trees.readDir(node.hash);
      node.children = new Map(listed.map(({ name, ...entry }) => [name, entry]));
    }
    return node.children;
  }
}

/** A copy that later changes of the other do not reach. */
function twin(node: Node): Node {
  if (node.type !== 'dir') return { ...node };
  const { type, mode, size, hash, children } = node;
  if (hash !== undefined) return { type, mode, size, hash };
  const copied = [...(children ?? [])].map(([name, node]) => [name, twin(node)] as const);
  return { type, mode, size, children: new Map(copied) };
}

function folderHash(node: FolderNode, made: HashedBlob[]): TreeHash {
  if (node.hash !== undefined) return node.hash;
  const entries = [...(node.children ?? [])].map(([name, child]): TreeEntry => {
    const { mode, size } = child;
    if (child.type !== 'dir') return { name, type: child.type, mode, size, hash: child.hash };
    return { name, type: 'dir', mode, size, hash: folderHash(child, made) };
  });
  const listing = new HashedBlob<TreeHash>(encodeListing(entries));
  made.push(listing);
  return listing.hash;
}
