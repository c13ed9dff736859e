import { chmodSync, lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { errorCode } from '../machine/system-errors';
import { Pace } from '../machine/pace';
import { SafeDir } from '../workspace/io';

/**
 * Removes a folder of Kintsugi's own with all it holds, also where a command has made folders unwritable, which
 * Node's own removal does not. Never follows a link. No error where there is nothing.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    const parent = SafeDir.openRoot(dirname(path));
    try {
      await removeName(parent, basename(path), new Pace());
    } finally {
      parent.close();
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

async function removeName(parent: SafeDir, name: string, pace: Pace): Promise<void> {
  if (pace.due) await pace.rest();
  const stat = lstatSync(parent.at(name), { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    unlinkSync(parent.at(name));
    return;
  }
  // A folder without these bits could be neither read nor emptied.
  if ((stat.mode & 0o700) !== 0o700) chmodSync(parent.at(name), stat.mode | 0o700);
  const dir = parent.openDir(name);
  try {
    for (const below of dir.names()) await removeName(dir, below, pace);
  } finally {
    dir.close();
  }
  rmdirSync(parent.at(name));
}
