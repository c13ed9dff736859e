import { chmodSync, constants, copyFileSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { encodeName } from '../machine/file-names';
import { Pace } from '../machine/pace';
import { SafeDir } from '../workspace/io';
import { isBelow } from '../machine/paths';

export interface CopyRequest {
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
export async function copyTree(request: CopyRequest): Promise<void> {
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
