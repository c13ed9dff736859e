/** Nodes of a tree of files in memory. */

export interface Facts {
  readonly ino: number;
  mode: number;
  uid: number;
  gid: number;
  nlink: number;
  atime: number;
  mtime: number;
  ctime: number;
  readonly birthtime: number;
  /** It is as the project was given: what others than the tests change of it is for the program alone. */
  given: boolean;
}

export interface FileNode extends Facts {
  kind: 'file';
  /** Beyond `size` there is room to grow. */
  bytes: Uint8Array;
  size: number;
  /** Path of a file of the project whose content was not looked at yet. */
  source: string | undefined;
}

export interface FolderNode extends Facts {
  kind: 'folder';
  /** As the tests see it. */
  readonly entries: Map<string, Node>;
  /** Nodes that the program sees instead, by name; null: it sees nothing there. */
  programs: Map<string, Node | null> | undefined;
  /** Files that others than the tests make in it are for the program alone: tests may look for files of any name there. */
  closed: boolean;
}

export interface LinkNode extends Facts {
  kind: 'link';
  readonly target: string;
}

export type Node = FileNode | FolderNode | LinkNode;

/** A place in the tree: a folder, the name in it, and what is there. */
export interface Place {
  folder: FolderNode;
  name: string;
  node: Node | undefined;
  /** Absolute path without links. */
  path: string;
  /** The path ended in a slash: it must be a folder. */
  wantsFolder: boolean;
}

/** Makes nodes; they count against the limits of their tree. */
export interface NodeMaker {
  newFile(mode: number): FileNode;
  newFolder(mode: number): FolderNode;
  copyOf(file: FileNode): FileNode;
}
