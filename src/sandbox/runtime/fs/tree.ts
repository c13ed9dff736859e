/** The run's own tree of files in memory. */
import { Buffer } from 'node:buffer';
import { isTestFolder } from '../../../domain/verification/protected-paths';
import type { ProgramFiles } from '../library-host';
import { systemError } from '../node/system-errors';
import { lookUp } from './layers';
import type { Facts, FileNode, FolderNode, LinkNode, Node, Place } from './nodes';

/** Bytes that a run may hold in files, and how many files: the heap's limit comes after. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_NODES = 100_000;

/** Links that a path may lead through. */
const MAX_LINKS = 40;

/** Reason why a path leads nowhere: an error code of the system. */
export class Lost {
  constructor(readonly code: string) {}
}

export class Tree {
  readonly root: FolderNode;
  private lastIno = 0;
  private nodes = 0;
  private bytes = 0;

  constructor(private readonly files: ProgramFiles) {
    this.root = this.newFolder(0o755);
    this.root.nlink = 2;
    for (const path of [
      'tmp',
      'home/sandbox',
      ...files.paths.map((name) => name.slice(0, name.lastIndexOf('/') + 1)),
    ])
      this.plantFolder(path);
    for (const path of files.paths) this.plantFile(path);
    this.plantFolder('tmp').mode = 0o41777;
  }

  private facts(mode: number): Facts {
    if (++this.nodes > MAX_NODES) throw new Lost('ENOSPC');
    const now = sandboxHost.now();
    const times = { atime: now, mtime: now, ctime: now, birthtime: now };
    return { ino: ++this.lastIno, mode, uid: 1000, gid: 1000, nlink: 1, ...times, given: false };
  }

  newFolder(mode: number): FolderNode {
    const entries = new Map<string, Node>();
    return {
      kind: 'folder',
      ...this.facts(0o40000 | mode),
      nlink: 2,
      entries,
      programs: undefined,
      closed: false,
    };
  }

  newFile(mode: number): FileNode {
    return {
      kind: 'file',
      ...this.facts(0o100000 | mode),
      bytes: new Uint8Array(0),
      size: 0,
      source: undefined,
    };
  }

  newLink(target: string): LinkNode {
    return { kind: 'link', ...this.facts(0o120777), target };
  }

  /** Frees the room of a node that was taken out of the tree. */
  forget(node: Node): void {
    this.nodes--;
    if (node.kind === 'file') this.bytes -= node.bytes.length;
  }

  private plantFolder(path: string): FolderNode {
    let folder = this.root;
    let here = '';
    for (const name of path.split('/').filter(Boolean)) {
      const known = folder.entries.get(name);
      const next = known?.kind === 'folder' ? known : this.newFolder(0o755);
      here += `${name}/`;
      if (next !== known) Object.assign(next, { given: true, closed: isTestFolder(here) });
      folder.entries.set(name, next);
      folder = next;
    }
    return folder;
  }

  private plantFile(path: string): void {
    const slash = path.lastIndexOf('/');
    const file = this.newFile(0o644);
    file.source = path;
    file.given = true;
    this.plantFolder(path.slice(0, slash + 1)).entries.set(path.slice(slash + 1), file);
  }

  /** Makes the content of a file of the project available; the run starts again with one that was not sent. */
  load(file: FileNode): void {
    const { source } = file;
    if (source === undefined) return;
    const text = this.files.texts.get(source);
    const base64 = text === undefined ? this.files.bytes.get(source) : undefined;
    if (text === undefined && base64 === undefined) {
      this.files.need(source);
      throw new Error(`The content of ${source} is on its way.`);
    }
    file.source = undefined;
    file.bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    file.size = file.bytes.length;
    this.bytes += file.size;
  }

  /** A file of the same content, which is not the project's. */
  copyOf(file: FileNode): FileNode {
    const copy = this.newFile(file.mode & 0o7777);
    const { source, atime, mtime, size } = file;
    Object.assign(copy, { source, atime, mtime });
    if (source !== undefined) return copy;
    this.resize(copy, size);
    copy.bytes.set(file.bytes.subarray(0, size));
    return copy;
  }

  /** Makes the file `size` bytes long; new bytes are zero. */
  resize(file: FileNode, size: number): void {
    if (size > file.bytes.length) {
      const room = Math.max(size, Math.min(file.bytes.length * 2, file.bytes.length + 2 ** 20));
      this.bytes += room - file.bytes.length;
      if (this.bytes > MAX_BYTES) {
        this.bytes -= room - file.bytes.length;
        throw new Lost('ENOSPC');
      }
      const grown = new Uint8Array(room);
      grown.set(file.bytes.subarray(0, file.size));
      file.bytes = grown;
    } else if (size < file.size) {
      file.bytes.fill(0, size, file.size);
    }
    file.size = size;
  }

  /** Follows a path; `follow`: also a link at its end. Throws a `Lost` for one that leads nowhere. */
  find(path: string, follow: boolean): Place {
    if (path === '') throw new Lost('ENOENT');
    return this.walk(this.root, '/', path, follow, { left: MAX_LINKS });
  }

  private walk(
    start: FolderNode,
    base: string,
    path: string,
    follow: boolean,
    links: { left: number },
  ): Place {
    const parts = path.split('/');
    let chain: { folder: FolderNode; name: string }[] = path.startsWith('/') ? [] : this.chainOf(base);
    let folder = chain.length > 0 || !path.startsWith('/') ? start : this.root;
    const names = parts.filter((part) => part !== '' && part !== '.');
    const wantsFolder = /\/\.?$/.test(path);
    for (const [index, name] of names.entries()) {
      const last = index === names.length - 1;
      if (name.length > 255) throw new Lost('ENAMETOOLONG');
      if (name === '..') {
        folder = chain.pop()?.folder ?? this.root;
        continue;
      }
      const node = lookUp(folder, name);
      const here = `/${[...chain.map((one) => one.name), name].join('/')}`;
      if (node?.kind === 'link' && (follow || !last || wantsFolder)) {
        if (links.left-- <= 0) throw new Lost('ELOOP');
        const rest = names.slice(index + 1).join('/');
        const target =
          rest === ''
            ? node.target + (wantsFolder ? '/' : '')
            : `${node.target}/${rest}${wantsFolder ? '/' : ''}`;
        const from = here.slice(0, here.lastIndexOf('/')) || '/';
        return this.walk(folder, from, target, follow, links);
      }
      if (last) return { folder, name, node, path: here, wantsFolder };
      if (!node) throw new Lost('ENOENT');
      if (node.kind !== 'folder') throw new Lost('ENOTDIR');
      chain = [...chain, { folder, name }];
      folder = node;
    }
    return this.placeOf(chain, folder);
  }

  /** Folders from the root to a path without links. */
  private chainOf(path: string): { folder: FolderNode; name: string }[] {
    const chain: { folder: FolderNode; name: string }[] = [];
    let folder = this.root;
    for (const name of path.split('/').filter(Boolean)) {
      chain.push({ folder, name });
      const next = lookUp(folder, name);
      if (next?.kind !== 'folder') break;
      folder = next;
    }
    return chain;
  }

  /** A path that ends in `..`, `.` or at the root. */
  private placeOf(chain: readonly { folder: FolderNode; name: string }[], node: FolderNode): Place {
    const last = chain[chain.length - 1];
    const path = `/${chain.map((one) => one.name).join('/')}`;
    return { folder: last?.folder ?? this.root, name: last?.name ?? '', node, path, wantsFolder: true };
  }
}

/** Does the work; what is lost becomes the error of a system call. */
export function attempt<T>(
  syscall: string,
  path: string | undefined,
  dest: string | undefined,
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Lost) throw systemError(error.code, syscall, path, dest);
    throw error;
  }
}
