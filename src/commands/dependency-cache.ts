import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { join, dirname, isAbsolute, relative } from 'node:path';
import { lstatSync, readlinkSync, chmodSync, constants, copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { ancestorPaths, joinPath } from '../domain/files/paths';
import { errorCode } from '../machine/system-errors';
import { removeTree } from './remove-tree';
import { shortHash } from '../machine/hash';
import { Pace } from '../machine/pace';
import { folderPrint, SafeDir } from '../workspace/io';
import { encodeName } from '../machine/file-names';
import { isBelow } from '../machine/paths';

/** Files that say which packages are installed, and those that an installer leaves in the folder. */
const LOCK_FILES = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'poetry.lock',
  'uv.lock',
  'requirements.txt',
  'pyproject.toml',
];
const INSTALL_MARKS = ['.package-lock.json', '.yarn-integrity', '.modules.yaml', 'pyvenv.cfg'];
/** Folders in which tools keep what they can make again; they go before a copy is given back. */
export const SCRATCH_FOLDERS = ['.cache', '.vite', '.vite-temp', '.vitest'] as const;
/** Copies kept of one folder. */
const KEPT = 2;

export interface LentCopy {
  /** Takes the copy back for the next checkout, unless a command has written into it. Rejects where it is gone. */
  giveBack(): Promise<void>;
}

/**
 * Copies of dependency folders, one for each state of the lock files. A copy is lent to one checkout at a time, so no
 * command sees what another one wrote. Only a copy that a command wrote to is made again.
 */
export class DependencyCache {
  constructor(private readonly folder: string) {}

  /** Puts a copy of `path` of the directory `root` into the checkout `work`. */
  async lend(root: string, path: string, work: string, signal: AbortSignal): Promise<LentCopy> {
    const shelf = await this.shelf(root, path);
    const target = join(work, path);
    let print = await takeCopy(shelf, target);
    if (print === undefined) {
      await this.dropOtherStates(shelf);
      await copyTree({ source: join(root, path), target, root, work, signal });
      print = await folderPrint(target, { signal });
    }
    const before = print;
    const place = join(await realpath(work), path);
    return { giveBack: () => putBack(shelf, place, before) };
  }

  /** Folder for copies of this state: `<place>-<state>`. */
  private async shelf(root: string, path: string): Promise<string> {
    const place = shortHash(JSON.stringify([root, path]));
    return join(this.folder, `${place}-${await stateOf(root, path)}`);
  }

  private async dropOtherStates(shelf: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const place = shelf.slice(0, shelf.lastIndexOf('-') + 1);
    for (const name of await readdir(this.folder)) {
      const other = join(this.folder, name);
      if (other.startsWith(place) && other !== shelf) await removeTree(other);
    }
  }
}

/** Hash of what an install changes: lock files and manifests from the folder up to the root, and the install's own marks. */
async function stateOf(root: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['', ...ancestorPaths(path)]) {
    for (const name of LOCK_FILES) {
      const bytes = await readFile(join(root, folder, name)).catch(() => undefined);
      if (bytes) hash.update(`${joinPath(folder, name)} ${bytes.length}\n`).update(bytes);
    }
  }
  for (const name of ['.', ...INSTALL_MARKS]) {
    const found = await stat(join(root, path, name), { bigint: true }).catch(() => undefined);
    if (found) hash.update(`${name} ${found.ino} ${found.mtimeNs} ${found.ctimeNs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Moves a kept copy to its place; resolves to its print, and to undefined where there is none. */
async function takeCopy(shelf: string, target: string): Promise<string | undefined> {
  for (const name of await readdir(shelf).catch(() => [])) {
    const [, print] = name.split('.');
    if (print === undefined) continue;
    try {
      // Another checkout may take it at the same time: one of the two renames fails.
      await rename(join(shelf, name), target);
      return print;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

async function putBack(shelf: string, target: string, before: string): Promise<void> {
  // A command may have put a link in its way, and what that leads to is not ours to clear.
  if ((await realpath(target)) !== target) return;
  for (const name of SCRATCH_FOLDERS) await removeTree(join(target, name));
  if ((await folderPrint(target)) !== before) return;
  await mkdir(shelf, { recursive: true, mode: 0o700 });
  if ((await readdir(shelf)).length < KEPT) await rename(target, join(shelf, `${randomUUID()}.${before}`));
}

interface CopyRequest {
  /** Folder of the user's, and the folder to make; in `root` and `work` they have the same place. */
  source: string;
  target: string;
  /** The user's directory and the checkout: absolute links into the one become links into the other. */
  root: string;
  work: string;
  signal: AbortSignal;
}

/**
 * Copies a folder of dependencies: shared blocks where the file system can, else bytes; links as links. Never a
 * link into the user's directory, through which a command could write. Sockets and the like are left out.
 */
async function copyTree(request: CopyRequest): Promise<void> {
  const dir = SafeDir.openRoot(request.source);
  try {
    await copyFolder(dir, request.target, request, new Pace(request.signal));
  } finally {
    dir.close();
  }
}

async function copyFolder(dir: SafeDir, target: string, request: CopyRequest, pace: Pace): Promise<void> {
  mkdirSync(bytesOf(target), { mode: 0o700 });
  for (const name of dir.names()) {
    const stat = lstatSync(dir.at(name), { throwIfNoEntry: false });
    const to = join(target, name);
    if (stat?.isSymbolicLink()) copyLink(dir.at(name), to, request);
    else if (stat?.isFile())
      copyFileSync(dir.at(name), bytesOf(to), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    else if (stat?.isDirectory()) {
      const below = dir.openDir(name);
      try {
        await copyFolder(below, to, request, pace);
      } finally {
        below.close();
      }
    }
    if (pace.due) await pace.rest();
  }
  chmodSync(bytesOf(target), dir.mode() | 0o700);
}

/** Relative links keep their meaning, since the copy has the same place; absolute ones into the root are made so. */
function copyLink(from: string | Buffer, to: string, { root, work }: CopyRequest): void {
  const target = readlinkSync(from, { encoding: 'buffer' });
  const text = target.toString();
  const inside = isAbsolute(text) && isBelow(text, root);
  symlinkSync(inside ? relative(dirname(to), join(work, relative(root, text))) || '.' : target, bytesOf(to));
}

function bytesOf(path: string): string | Buffer {
  const bytes = encodeName(path);
  return bytes.toString() === path ? path : bytes;
}
