import { constants, fstatSync } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { copyChunks, hasHoles } from '../../machine/file-holes';
import { errorCode } from '../../machine/system-errors';

/**
 * Copies an open file to a path where nothing is. Blocks are shared where the file system can; else what holds nothing but zeros is a
 * hole in the copy. `from`: a path of the same file.
 */
export async function copyOpenFile(
  source: number,
  from: string | Buffer,
  target: string | Buffer,
): Promise<void> {
  if (!hasHoles(fstatSync(source)))
    return copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  if (await isCloned(from, target)) return;
  const copy = await open(target, 'wx', 0o600);
  try {
    await copyChunks(source, copy.fd);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await copy.close();
  }
}

/** True if the copy shares the blocks of its original; where that can't be, nothing is there. */
async function isCloned(from: string | Buffer, target: string | Buffer): Promise<boolean> {
  try {
    await copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    return false;
  }
}
