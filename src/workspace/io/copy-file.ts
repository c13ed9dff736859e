import { constants, fstatSync, read } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { dataRanges, hasHoles } from '../../machine/file-holes';
import { errorCode } from '../../machine/system-errors';

const readAt = promisify(read);
const CHUNK = 1024 * 1024;

/**
 * Copies an open file to a path where nothing is. Blocks are shared where the file system can, and holes stay holes. `from`: a path
 * of the same file.
 */
export async function copyOpenFile(
  source: number,
  from: string | Buffer,
  target: string | Buffer,
): Promise<void> {
  const stats = fstatSync(source, { bigint: true });
  const size = Number(stats.size);
  if (hasHoles(stats)) {
    if (await isCloned(from, target)) return;
    const ranges = dataRanges(source, size);
    if (ranges) return copyRanges(source, ranges, size, target);
  }
  await copyFile(from, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
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

async function copyRanges(
  source: number,
  ranges: Iterable<{ start: number; end: number }>,
  size: number,
  target: string | Buffer,
): Promise<void> {
  const copy = await open(target, 'wx', 0o600);
  try {
    await copy.truncate(size);
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (const { start, end } of ranges)
      for (let at = start; at < end;) {
        const { bytesRead } = await readAt(source, buffer, 0, Math.min(CHUNK, end - at), at);
        // It has become shorter: its identity tells.
        if (bytesRead === 0) return;
        for (let done = 0; done < bytesRead;)
          done += (await copy.write(buffer, done, bytesRead - done, at + done)).bytesWritten;
        at += bytesRead;
      }
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await copy.close();
  }
}
