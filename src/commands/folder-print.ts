import { createHash, type Hash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { Pace } from '../machine/pace';
import { SafeDir } from '../workspace/io';

/**
 * Hash of all names, modes and links below a folder, and of the size, inode and times of its files. It stays the same
 * only if nobody has written there: change times can't be set back. The folder's own path and times do not count.
 */
export async function folderPrint(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const root = SafeDir.openRoot(path);
  try {
    await printFolder(root, hash, new Pace(signal));
    return hash.digest('hex');
  } finally {
    root.close();
  }
}

async function printFolder(dir: SafeDir, hash: Hash, pace: Pace): Promise<void> {
  for (const name of dir.names().sort()) {
    const stat = lstatSync(dir.at(name), { bigint: true });
    hash.update(`${JSON.stringify(name)} ${stat.mode} `);
    if (stat.isSymbolicLink()) hash.update(readlinkSync(dir.at(name), { encoding: 'buffer' }));
    else if (stat.isDirectory()) {
      const below = dir.openDir(name);
      try {
        await printFolder(below, hash, pace);
      } finally {
        below.close();
      }
    } else hash.update(`${stat.size} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`);
    hash.update('\n');
    if (pace.due) await pace.rest();
  }
}
