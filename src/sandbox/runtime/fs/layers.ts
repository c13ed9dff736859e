/** Two layers of a folder: what the tests see, and what the program sees instead where it has changed what was given. */
import { sideNow } from './sides';
import type { FileNode, FolderNode, Node, NodeMaker, Place } from './nodes';

export function lookUp(folder: FolderNode, name: string): Node | undefined {
  const own = sideNow() === 'program' ? folder.programs?.get(name) : undefined;
  return own === undefined ? folder.entries.get(name) : (own ?? undefined);
}

export function list(folder: FolderNode): [name: string, node: Node][] {
  if (sideNow() !== 'program' || !folder.programs) return [...folder.entries];
  const merged = new Map<string, Node | null>([...folder.entries, ...folder.programs]);
  return [...merged].filter((entry): entry is [string, Node] => entry[1] !== null);
}

/** True if what is put under a name is for the program alone. */
function isHidden(folder: FolderNode, name: string, node: Node | null): boolean {
  const there = folder.entries.get(name);
  if (folder.programs?.has(name) || there?.given) return true;
  // An honest program makes folders for what it writes.
  return folder.closed && there === undefined && node?.kind !== 'folder';
}

export function put(folder: FolderNode, name: string, node: Node): void {
  if (sideNow() !== 'tests' && isHidden(folder, name, node)) {
    folder.programs = (folder.programs ?? new Map<string, Node | null>()).set(name, node);
    return;
  }
  folder.entries.set(name, node);
  folder.programs?.delete(name);
}

/** Takes a name away; true when nobody sees the node any more by it. */
export function remove(folder: FolderNode, name: string): boolean {
  const there = folder.entries.get(name);
  if (sideNow() !== 'tests' && there && isHidden(folder, name, null)) {
    folder.programs = (folder.programs ?? new Map<string, Node | null>()).set(name, null);
    return false;
  }
  folder.programs?.delete(name);
  folder.entries.delete(name);
  return true;
}

/** True if facts of a node are to stay as they are, whoever asks for a change. */
export function isKept(node: Node): boolean {
  return node.given && sideNow() !== 'tests';
}

/** The file at a place, to be changed: the tests' own change is for all, another goes to a copy. `empty`: its content is not needed. */
export function ownFile(make: NodeMaker, place: Place, file: FileNode, empty = false): FileNode {
  if (sideNow() === 'tests') {
    file.given = false;
    place.folder.programs?.delete(place.name);
    return file;
  }
  if (!file.given) return file;
  const copy = empty ? make.newFile(file.mode & 0o7777) : make.copyOf(file);
  put(place.folder, place.name, copy);
  place.node = copy;
  return copy;
}

/** Node for another name: a copy of it, if it was given with the project. */
export function detached(make: NodeMaker, node: Node): Node {
  if (!isKept(node) || node.kind === 'link') return node;
  if (node.kind === 'file') return make.copyOf(node);
  const folder = make.newFolder(node.mode & 0o7777);
  for (const [name, entry] of list(node)) folder.entries.set(name, detached(make, entry));
  return folder;
}
