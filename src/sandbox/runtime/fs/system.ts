/** The calls of a file system, as they are without their many ways to be called. Paths are texts. */
import { systemError } from '../node/system-errors';
import { Descriptors } from './descriptors';
import { detached, isKept, list, ownFile, put, remove } from './layers';
import type { FileNode, FolderNode, Node, Place } from './nodes';
import { attempt, Lost, Tree } from './tree';

function touch(...nodes: Node[]): void {
  const now = sandboxHost.now();
  for (const node of nodes) if (!isKept(node)) node.mtime = node.ctime = now;
}

/** True if one folder lies in another, or is it. */
function holds(folder: FolderNode, searched: Node): boolean {
  if (folder === searched) return true;
  return list(folder).some(([, entry]) => entry.kind === 'folder' && holds(entry, searched));
}

export class FileSystem {
  readonly tree = new Tree(sandboxHost.files());
  readonly descriptors = new Descriptors(this.tree);
  private made = 0;

  /** Node at the path; `Lost` if there is none. */
  private at(path: string, follow = true): Node {
    const place = this.tree.find(path, follow);
    if (!place.node) throw new Lost('ENOENT');
    if (place.wantsFolder && place.node.kind !== 'folder') throw new Lost('ENOTDIR');
    return place.node;
  }

  stat(path: string, follow: boolean): Node {
    return attempt(follow ? 'stat' : 'lstat', path, undefined, () => {
      const node = this.at(path, follow);
      if (node.kind === 'file') this.tree.load(node);
      return node;
    });
  }

  /** Changes facts of what is at the path. */
  change(syscall: string, path: string, change: (node: Node) => void): void {
    attempt(syscall, path, undefined, () => {
      this.at(path);
      const place = this.tree.find(path, true);
      const node = place.node?.kind === 'file' ? ownFile(this.tree, place, place.node) : place.node;
      // A given folder stays as it is.
      if (!node || isKept(node)) return;
      change(node);
      node.ctime = sandboxHost.now();
    });
  }

  access(path: string, mode: number): void {
    attempt('access', path, undefined, () => {
      const node = this.at(path);
      const executable = node.kind === 'folder' || (node.mode & 0o111) !== 0;
      if (mode & 1 && !executable) throw new Lost('EACCES');
    });
  }

  private place(path: string): Place {
    return this.tree.find(path, false);
  }

  private put(place: Place, node: Node): void {
    put(place.folder, place.name, node);
    touch(place.folder);
  }

  mkdir(path: string, mode: number): void {
    attempt('mkdir', path, undefined, () => {
      const place = this.place(path);
      if (place.node) throw new Lost('EEXIST');
      this.put(place, this.tree.newFolder(mode & ~0o022));
      place.folder.nlink++;
    });
  }

  /** Makes all folders of the path; gives the first that was not there. */
  mkdirAll(path: string, mode: number): string | undefined {
    let first: string | undefined;
    const parts = path.split('/');
    for (let count = 1; count <= parts.length; count++) {
      const part = parts.slice(0, count).join('/');
      if (part === '' || parts[count - 1] === '' || parts[count - 1] === '.') continue;
      const known = attempt('mkdir', path, undefined, () => this.tree.find(part, true).node);
      if (known?.kind === 'folder') continue;
      if (known) throw systemError(count === parts.length ? 'EEXIST' : 'ENOTDIR', 'mkdir', path);
      attempt('mkdir', path, undefined, () => {
        const place = this.tree.find(part, true);
        this.put(place, this.tree.newFolder(mode & ~0o022));
        place.folder.nlink++;
      });
      first ??= part;
    }
    return first;
  }

  mkdtemp(prefix: string): string {
    return attempt('mkdtemp', `${prefix}XXXXXX`, undefined, () => {
      for (;;) {
        // Names that a run gives are the same each time it runs.
        const suffix = (++this.made * 7_919).toString(36).padStart(6, 'A').slice(-6);
        const place = this.place(prefix + suffix);
        if (place.node) continue;
        this.put(place, this.tree.newFolder(0o700));
        return prefix + suffix;
      }
    });
  }

  /** Names in a folder, sorted. */
  readdir(path: string): [name: string, node: Node][] {
    return attempt('scandir', path, undefined, () => {
      const node = this.at(path);
      if (node.kind !== 'folder') throw new Lost('ENOTDIR');
      return list(node).sort(([left], [right]) => (left < right ? -1 : 1));
    });
  }

  rmdir(path: string): void {
    attempt('rmdir', path, undefined, () => {
      const place = this.place(path);
      if (!place.node) throw new Lost('ENOENT');
      if (place.node.kind !== 'folder') throw new Lost('ENOTDIR');
      if (place.node === this.tree.root) throw new Lost('EBUSY');
      if (list(place.node).length > 0) throw new Lost('ENOTEMPTY');
      this.take(place);
    });
  }

  private take(place: Place): void {
    const { node, folder, name } = place;
    if (!node) return;
    const isGone = remove(folder, name);
    touch(folder);
    if (!isGone || isKept(node)) return;
    if (node.kind === 'folder') folder.nlink--;
    this.tree.forget(node);
  }

  unlink(path: string): void {
    attempt('unlink', path, undefined, () => {
      const place = this.place(path);
      if (!place.node) throw new Lost('ENOENT');
      if (place.node.kind === 'folder') throw new Lost('EISDIR');
      if (place.wantsFolder) throw new Lost('ENOTDIR');
      this.take(place);
    });
  }

  /** Takes away all that is there. */
  removeAll(path: string): void {
    const place = attempt('rm', path, undefined, () => this.place(path));
    if (place.node === this.tree.root) throw systemError('EBUSY', 'rm', path);
    const empty = (folder: FolderNode): void => {
      for (const [name, node] of list(folder)) {
        if (node.kind === 'folder') empty(node);
        this.take({ folder, name, node, path: '', wantsFolder: false });
      }
    };
    if (place.node?.kind === 'folder') empty(place.node);
    this.take(place);
  }

  rename(from: string, to: string): void {
    attempt('rename', from, to, () => {
      const source = this.place(from);
      const target = this.place(to);
      const { node } = source;
      if (!node) throw new Lost('ENOENT');
      if (node === target.node) return;
      if (node.kind === 'folder' && holds(node, target.folder)) throw new Lost('EINVAL');
      if (target.node?.kind === 'folder') {
        if (node.kind !== 'folder') throw new Lost('EISDIR');
        if (list(target.node).length > 0) throw new Lost('ENOTEMPTY');
      } else if (node.kind === 'folder' && target.node) throw new Lost('ENOTDIR');
      if (target.node) this.take(target);
      const moved = detached(this.tree, node);
      remove(source.folder, source.name);
      this.put(target, moved);
      touch(source.folder);
    });
  }

  symlink(target: string, path: string): void {
    attempt('symlink', target, path, () => {
      const place = this.place(path);
      if (place.node) throw new Lost('EEXIST');
      this.put(place, this.tree.newLink(target));
    });
  }

  readlink(path: string): string {
    return attempt('readlink', path, undefined, () => {
      const node = this.at(path, false);
      if (node.kind !== 'link') throw new Lost('EINVAL');
      return node.target;
    });
  }

  realpath(path: string): string {
    return attempt('realpath', path, undefined, () => {
      const place = this.tree.find(path, true);
      if (!place.node) throw new Lost('ENOENT');
      return place.path;
    });
  }

  copyFile(from: string, to: string, exclusive: boolean): void {
    attempt('copyfile', from, to, () => {
      const source = this.at(from);
      if (source.kind === 'folder') throw new Lost('EISDIR');
      const place = this.tree.find(to, true);
      if (place.node && exclusive) throw new Lost('EEXIST');
      if (place.node?.kind === 'folder') throw new Lost('EISDIR');
      this.copyInto(place, source as FileNode);
    });
  }

  private copyInto(place: Place, source: FileNode): void {
    if (place.node === source) return;
    this.tree.load(source);
    const there = place.node as FileNode | undefined;
    const target = there ? ownFile(this.tree, place, there, true) : this.tree.newFile(source.mode & 0o777);
    target.source = undefined;
    this.tree.resize(target, 0);
    this.tree.resize(target, source.size);
    target.bytes.set(source.bytes.subarray(0, source.size));
    touch(target);
    if (!place.node) this.put(place, target);
  }
}
