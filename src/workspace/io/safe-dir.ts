import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  openSync,
  readdirSync,
  type BigIntStats,
} from 'node:fs';
import { join } from 'node:path';
import { decodeName, encodeName, isPlainName } from '../../machine/file-names';

/** Node has no openat; on Linux a path through a directory's descriptor is the same thing. */
const BY_DESCRIPTOR = process.platform === 'linux' && existsSync('/proc/self/fd');

const DIRECTORY_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Opens a file to be read: never through a link, and never waiting for the writer of a FIFO. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Makes a file to be written; fails where the name is taken, by a dangling link too. */
export const CREATE_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * A directory held open: names are looked up in this very directory, even if its path leads elsewhere by now. Without
 * such descriptors (not Linux) the path is checked when it is opened.
 */
export class SafeDir {
  private constructor(
    private readonly fd: number,
    private readonly prefix: string,
  ) {}

  /** Opens a directory by its real path. Throws ENOENT, ENOTDIR or ELOOP, as `openDir` does. */
  static openRoot(path: string): SafeDir {
    return SafeDir.open(path, path);
  }

  /** Opens a directory in this one, never a link to one. */
  openDir(name: string): SafeDir {
    return SafeDir.open(this.at(name), join(this.prefix, name));
  }

  private static open(path: string | Buffer, plain: string): SafeDir {
    const fd = openSync(path, DIRECTORY_FLAGS);
    if (BY_DESCRIPTOR) return new SafeDir(fd, `/proc/self/fd/${fd}`);
    const opened = fstatSync(fd);
    const named = lstatSync(path);
    if (!named.isDirectory() || named.ino !== opened.ino || named.dev !== opened.dev) {
      closeSync(fd);
      throw Object.assign(new Error(`ENOTDIR: not a directory, open '${plain}'`), { code: 'ENOTDIR' });
    }
    return new SafeDir(fd, plain);
  }

  /** This directory by another descriptor, which is closed on its own. */
  again(): SafeDir {
    return this.openDir('.');
  }

  /** Path for system calls that do not follow a link in its last part. */
  at(name: string): string | Buffer {
    const plain = `${this.prefix}/${name}`;
    return isPlainName(name) ? plain : Buffer.concat([Buffer.from(`${this.prefix}/`), encodeName(name)]);
  }

  /** Names in no order. */
  names(): string[] {
    const names = readdirSync(this.prefix, 'utf8');
    if (!names.some(isUnclear)) return names;
    return readdirSync(this.prefix, { encoding: 'buffer' }).map(decodeName);
  }

  /** Names in no order, and which of them are regular files, where the file system tells types with names. */
  typedNames(): { names: string[]; files: ReadonlySet<string> } {
    const entries = readdirSync(this.prefix, { withFileTypes: true });
    const files = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
    const names = entries.map((entry) => entry.name);
    return names.some(isUnclear) ? { names: this.names(), files } : { names, files };
  }

  setMode(mode: number): void {
    fchmodSync(this.fd, mode);
  }

  stat(): BigIntStats {
    return fstatSync(this.fd, { bigint: true });
  }

  mode(): number {
    return fstatSync(this.fd).mode & 0o7777;
  }

  /** Modification time, whole µs since 1970. */
  mtimeUs(): number {
    return Number(this.stat().mtimeNs / 1_000n);
  }

  /** Sets access and modification time, seconds since 1970. */
  setTime(seconds: number): void {
    futimesSync(this.fd, seconds, seconds);
  }

  sync(): void {
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** True if a name may not have been UTF-8. */
function isUnclear(name: string): boolean {
  return name.includes('\ufffd');
}

/** Walks from folder to folder of one root, keeping the way to the last one open. */
export class DirCursor {
  private readonly open: { name: string; dir: SafeDir }[] = [];
  /** Of the folder that is entered; undefined where none surely is. */
  private path: string | undefined;

  constructor(private readonly root: SafeDir) {}

  /** The folder at a path (the root is the empty one), valid until the next call. Throws ENOENT, ENOTDIR or ELOOP. */
  enter(path: string): SafeDir {
    if (path === this.path) return this.here;
    const parts = path === '' ? [] : path.split('/');
    let shared = 0;
    while (shared < this.open.length && this.open[shared]?.name === parts[shared]) shared += 1;
    this.leave(shared);
    for (const name of parts.slice(shared)) this.open.push({ name, dir: this.here.openDir(name) });
    this.path = path;
    return this.here;
  }

  private get here(): SafeDir {
    return this.open.at(-1)?.dir ?? this.root;
  }

  private leave(depth: number): void {
    this.path = undefined;
    for (const { dir } of this.open.splice(depth)) dir.close();
  }

  /** Forgets where it is: needed before a folder on the way is replaced. Leaves the root open. */
  reset(): void {
    this.leave(0);
  }
}
