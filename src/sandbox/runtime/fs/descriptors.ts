/** Open files: descriptors, and reading and writing through them. */
import { systemError } from '../node/system-errors';
import { isKept, ownFile, put } from './layers';
import { as, sideNow } from './sides';
import type { Side } from './sides';
import type { Tree } from './tree';
import type { FileNode, FolderNode, Node, Place } from './nodes';
import { attempt, Lost } from './tree';

/** Flags of an open file. */
const OPEN = {
  write: 1,
  create: 0o100,
  exclusive: 0o200,
  truncate: 0o1000,
  append: 0o2000,
  folder: 0o200000,
};

/** Open at a time. */
const MAX_OPEN = 4_096;

export interface OpenFile {
  node: FileNode | FolderNode;
  flags: number;
  position: number;
  path: string;
  /** Whoever opened it: its facts are changed for this side, or a weaker one. */
  side: Side;
}

/** Whose descriptor is which open file. */
export class Descriptors {
  private readonly open = new Map<number, OpenFile>();
  /** Numbers that a side ever had. The other side never gets them: one could replace a file closed behind its back. */
  private readonly owners = new Map<number, Side>();

  constructor(private readonly tree: Tree) {}

  private openAt(place: Place, flags: number, mode: number): FileNode | FolderNode {
    const { node } = place;
    const writes = (flags & 3) !== 0;
    if (!node) {
      if (!(flags & OPEN.create)) throw new Lost('ENOENT');
      if (place.wantsFolder) throw new Lost('EISDIR');
      const file = this.tree.newFile(mode & ~0o022);
      put(place.folder, place.name, file);
      if (!isKept(place.folder)) place.folder.mtime = place.folder.ctime = file.mtime;
      return file;
    }
    if (flags & OPEN.create && flags & OPEN.exclusive) throw new Lost('EEXIST');
    if (node.kind === 'link') throw new Lost('ELOOP');
    if (node.kind === 'folder') {
      if (writes || flags & OPEN.truncate) throw new Lost('EISDIR');
      return node;
    }
    if (place.wantsFolder || flags & OPEN.folder) throw new Lost('ENOTDIR');
    if (!writes) return node;
    // What is to be overwritten need not be known.
    const overwrites = (flags & OPEN.truncate) !== 0;
    const file = ownFile(this.tree, place, node, overwrites);
    if (overwrites) {
      file.source = undefined;
      this.tree.resize(file, 0);
      file.mtime = file.ctime = sandboxHost.now();
    }
    return file;
  }

  private freeNumber(): number {
    const side = sideNow();
    let fd = 3;
    while (this.open.has(fd) || (this.owners.get(fd) ?? side) !== side) fd++;
    this.owners.set(fd, side);
    return fd;
  }

  /** Opens a file and gives its descriptor. */
  openFile(path: string, flags: number, mode: number): number {
    return attempt('open', path, undefined, () => {
      const exclusive = (flags & OPEN.exclusive) !== 0;
      const node = this.openAt(this.tree.find(path, !exclusive), flags, mode);
      if (this.open.size >= MAX_OPEN) throw new Lost('EMFILE');
      const fd = this.freeNumber();
      this.open.set(fd, { node, flags, position: 0, path, side: sideNow() });
      return fd;
    });
  }

  get(fd: number, syscall: string): OpenFile {
    const found = this.open.get(fd);
    if (!found) throw systemError('EBADF', syscall);
    return found;
  }

  /** Changes facts of an open file, unless it is not for this side to change. */
  change(fd: number, syscall: string, change: (node: Node) => void): void {
    const { node, side } = this.get(fd, syscall);
    as(side, () => {
      if (!isKept(node)) change(node);
    });
  }

  close(fd: number): void {
    this.get(fd, 'close');
    this.open.delete(fd);
  }

  /** A file that may be read or written; throws what the system would. */
  private fileOf(fd: number, syscall: 'read' | 'write' | 'ftruncate'): OpenFile & { node: FileNode } {
    const file = this.get(fd, syscall);
    const access = file.flags & 3;
    if (syscall === 'read' ? access === OPEN.write : access === 0)
      throw systemError(syscall === 'ftruncate' ? 'EINVAL' : 'EBADF', syscall);
    if (file.node.kind === 'folder') throw systemError('EISDIR', syscall);
    this.tree.load(file.node);
    return file as OpenFile & { node: FileNode };
  }

  /** Reads into `target`; without a position from where the last one ended. */
  read(fd: number, target: Uint8Array, position: number | null): number {
    const file = this.fileOf(fd, 'read');
    const start = position ?? file.position;
    const part = file.node.bytes.subarray(
      Math.min(start, file.node.size),
      Math.min(start + target.length, file.node.size),
    );
    target.set(part);
    if (position === null) file.position += part.length;
    file.node.atime = sandboxHost.now();
    return part.length;
  }

  write(fd: number, bytes: Uint8Array, position: number | null): number {
    const file = this.fileOf(fd, 'write');
    const { node } = file;
    const start = file.flags & OPEN.append ? node.size : (position ?? file.position);
    attempt('write', undefined, undefined, () => {
      if (start + bytes.length > node.size) this.tree.resize(node, start + bytes.length);
    });
    node.bytes.set(bytes, start);
    if (position === null) file.position = start + bytes.length;
    node.mtime = node.ctime = sandboxHost.now();
    return bytes.length;
  }

  /** All that is left from the position on. */
  readRest(fd: number): Uint8Array {
    const file = this.fileOf(fd, 'read');
    const rest = file.node.bytes.slice(Math.min(file.position, file.node.size), file.node.size);
    file.position += rest.length;
    file.node.atime = sandboxHost.now();
    return rest;
  }

  truncate(fd: number, size: number): void {
    const { node } = this.fileOf(fd, 'ftruncate');
    attempt('ftruncate', undefined, undefined, () => this.tree.resize(node, Math.max(0, size)));
    node.mtime = node.ctime = sandboxHost.now();
  }
}
